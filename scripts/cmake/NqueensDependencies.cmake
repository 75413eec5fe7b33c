# Finds every library; a missing one ends the configuration with the Debian package to install.
# scripts/packages.txt lists the same packages.

function(nqueens_missing name debian)
  message(FATAL_ERROR "${name} was not found. Install the Debian package ${debian} "
                      "(sudo apt-get install ${debian}), or run scripts/bootstrap.")
endfunction()

# nqueens_require(PACKAGE "debian packages" [arguments of find_package...])
# Targets are global: a project that uses this one by add_subdirectory() must see what the library
# needs.
macro(nqueens_require package debian)
  find_package(${package} ${ARGN} QUIET GLOBAL)
  if(NOT ${package}_FOUND)
    nqueens_missing(${package} "${debian}")
  endif()
endmacro()

nqueens_require(TBB libtbb-dev CONFIG)
nqueens_require(fmt libfmt-dev CONFIG)
nqueens_require(Threads libc6-dev)
nqueens_require(PkgConfig pkg-config)
# Shared: the program starts 0.1 ms later, but linking it in would need libudev-dev too.
if(NOT TARGET PkgConfig::hwloc)
  pkg_check_modules(hwloc QUIET IMPORTED_TARGET GLOBAL hwloc>=2.8)
  if(NOT hwloc_FOUND)
    nqueens_missing("hwloc 2.8 or later" libhwloc-dev)
  endif()
endif()
# Used for its header alone: nothing to link.
find_path(NQUEENS_XXHASH_INCLUDE_DIR xxhash.h)
mark_as_advanced(NQUEENS_XXHASH_INCLUDE_DIR)
if(NOT NQUEENS_XXHASH_INCLUDE_DIR)
  nqueens_missing(xxhash.h libxxhash-dev)
endif()

# Without them only the engine opencl is missing.
find_path(NQUEENS_OPENCL_INCLUDE_DIR CL/cl.h)
mark_as_advanced(NQUEENS_OPENCL_INCLUDE_DIR)
if(NOT NQUEENS_WITH_OPENCL)
  set(NQUEENS_OPENCL_INCLUDE_DIR "")  # hides the one that was found
endif()

if(NQUEENS_BUILD_PROGRAM OR NQUEENS_BUILD_PYTHON)
  nqueens_require(PNG libpng-dev)
endif()
if(NQUEENS_BUILD_PROGRAM)
  nqueens_require(nlohmann_json nlohmann-json3-dev CONFIG)
  # Without MPI only nqueens-mpi is missing.
  if(NQUEENS_WITH_MPI)
    set(MPI_CXX_SKIP_MPICXX TRUE)  # the C++ interface of MPI 2, which is gone from the standard
    set(CMAKE_MESSAGE_LOG_LEVEL WARNING)  # it reports every place where it found none
    find_package(MPI QUIET COMPONENTS CXX)
    unset(CMAKE_MESSAGE_LOG_LEVEL)
  endif()
endif()

# With another TBB the sanitizer reports false races and misses real ones.
if(NQUEENS_SANITIZE MATCHES "thread")
  get_target_property(tbb_library TBB::tbb LOCATION)
  file(STRINGS "${tbb_library}" tbb_instrumented LIMIT_COUNT 1 REGEX "__tsan_func_entry")
  if(NOT tbb_instrumented)
    message(FATAL_ERROR "TBB was not built for the thread sanitizer: run scripts/build-tsan-tbb.")
  endif()
endif()
