# Finds every library; a missing one ends the configuration with the Debian package to install.
macro(nqueens_require package debian)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} was not found. Install the Debian package ${debian} "
                        "(sudo apt-get install ${debian}), or run scripts/bootstrap.")
  endif()
endmacro()

nqueens_require(TBB libtbb-dev CONFIG)
nqueens_require(fmt libfmt-dev CONFIG)
nqueens_require(CLI11 libcli11-dev CONFIG)
nqueens_require(nlohmann_json nlohmann-json3-dev CONFIG)
nqueens_require(Threads libc6-dev)
nqueens_require(PkgConfig pkg-config)
pkg_check_modules(hwloc QUIET IMPORTED_TARGET hwloc)
if(NOT hwloc_FOUND)
  message(FATAL_ERROR "hwloc was not found. Install the Debian package libhwloc-dev "
                      "(sudo apt-get install libhwloc-dev), or run scripts/bootstrap.")
endif()
