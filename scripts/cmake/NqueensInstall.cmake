# Installation, package configuration, pkg-config and CPack. Each component is a Debian package:
# `runtime` (program, man page, completions), `library` (shared), `development` (headers, static
# library, CMake and pkg-config files) and, when they are built, `mpi` and `python`.
include(CMakePackageConfigHelpers)

set(cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/nqueens")
set(generated_dir "${PROJECT_BINARY_DIR}/generated")

# --- library and headers
install(TARGETS nqueens_library nqueens_shared EXPORT nqueensTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
                NAMELINK_COMPONENT development
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/nqueens" "${PROJECT_BINARY_DIR}/include/nqueens"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")

# --- find_package(nqueens)
install(EXPORT nqueensTargets NAMESPACE nqueens:: DESTINATION "${cmake_dir}" COMPONENT development)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/nqueensConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/nqueensConfig.cmake"
                              INSTALL_DESTINATION "${cmake_dir}" NO_SET_AND_CHECK_MACRO)
# Sources that use one 1.x compile with every later one.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/nqueensConfigVersion.cmake"
                                 COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/nqueensConfig.cmake"
              "${PROJECT_BINARY_DIR}/nqueensConfigVersion.cmake"
        DESTINATION "${cmake_dir}" COMPONENT development)

# --- pkg-config; paths in the file are relative to it, so that an installed tree can be moved.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
           BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE prefix_from_pc)
# The pkg-config file of hwloc would add to --static what its static library needs: libudev.
list(JOIN hwloc_LDFLAGS " " hwloc_flags)
configure_file("${CMAKE_CURRENT_LIST_DIR}/nqueens.pc.in" "${PROJECT_BINARY_DIR}/nqueens.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/nqueens.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

add_custom_target(nqueens_generated ALL)

# nqueens_generate(FILE program arguments...): FILE is what the program prints. A failed run must
# leave no partial FILE.
function(nqueens_generate file program)
  set(path "${generated_dir}/${file}")
  add_custom_command(OUTPUT "${path}" COMMAND ${program} ${ARGN} > "${path}.part"
                     COMMAND ${CMAKE_COMMAND} -E rename "${path}.part" "${path}"
                     DEPENDS ${program} VERBATIM COMMENT "Writing ${file}")
  target_sources(nqueens_generated PRIVATE "${path}")
endfunction()

# nqueens_install_manual(COMPONENT PAGE program arguments...): compressed, always to the same bytes.
function(nqueens_install_manual component page)
  nqueens_generate(${page} ${ARGN})
  set(path "${generated_dir}/${page}")
  add_custom_command(OUTPUT "${path}.gz" COMMAND gzip --best --no-name --keep --force "${path}"
                     DEPENDS "${path}" VERBATIM)
  target_sources(nqueens_generated PRIVATE "${path}.gz")
  install(FILES "${path}.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT ${component})
endfunction()

# nqueens_install_by_prefix(COMPONENT FILE FOLDER DEBIAN [RENAME NAME]): into FOLDER; for a prefix
# that ends in /usr (cpack has one of its own), known only when installing, into DEBIAN (as NAME),
# the folder of Debian's packages.
function(nqueens_install_by_prefix component file folder debian)
  install(CODE "
    set(folder \"${folder}\")
    set(rename)
    if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
      set(folder \"${debian}\")
      set(rename ${ARGN})
    elseif(CMAKE_INSTALL_PREFIX STREQUAL \"/usr/local\" AND EXISTS /etc/debian_version)
      # Debian's Python looks there for what was installed by hand.
      string(REPLACE site-packages dist-packages folder \"\${folder}\")
    endif()
    file(INSTALL \"${file}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${folder}\" \${rename}
         PATTERN __pycache__ EXCLUDE)"
          COMPONENT ${component})
endfunction()

# nqueens_install_pages(COMPONENT FOLDER PAGE...): without pictures, and without links to the
# sources, which are not installed. The script of Slurm lies beside its page.
function(nqueens_install_pages component folder)
  foreach(page IN LISTS ARGN)
    cmake_path(GET page FILENAME name)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
    file(READ "${page}" text)
    string(REGEX REPLACE "</?(img|source|picture|p)[^>]*>\n*" "" text "${text}")
    string(REGEX REPLACE "\\[([^][]*)\\]\\([^:()]*\\)" "\\1" text "${text}")
    string(REPLACE "scripts/slurm-array" "slurm-array" text "${text}")
    file(CONFIGURE OUTPUT "${generated_dir}/${component}/${name}" CONTENT "\${text}")
    install(FILES "${generated_dir}/${component}/${name}" DESTINATION "${folder}"
            COMPONENT ${component})
  endforeach()
endfunction()

# --- programs, and what they print about themselves: man pages and completions
if(NQUEENS_BUILD_PROGRAM)
  install(TARGETS nqueens RUNTIME COMPONENT runtime)
  nqueens_install_pages(runtime "${CMAKE_INSTALL_DOCDIR}"
                        "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/NEWS.md"
                        "${PROJECT_SOURCE_DIR}/src/cli/JSON.md"
                        "${PROJECT_SOURCE_DIR}/src/journal/RUNNING.md")
  install(FILES "${PROJECT_SOURCE_DIR}/scripts/slurm-array.sbatch"
          DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)
endif()
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "nqueens: cross compiling without an emulator, so no man page and completions")
elseif(NQUEENS_BUILD_PROGRAM)
  set(share "${CMAKE_INSTALL_DATADIR}")
  nqueens_install_manual(runtime nqueens.1 nqueens man)
  nqueens_generate(nqueens.bash nqueens completions bash)
  install(FILES "${generated_dir}/nqueens.bash" RENAME nqueens
          DESTINATION "${share}/bash-completion/completions" COMPONENT runtime)
  nqueens_generate(nqueens.fish nqueens completions fish)
  install(FILES "${generated_dir}/nqueens.fish"
          DESTINATION "${share}/fish/vendor_completions.d" COMPONENT runtime)
  nqueens_generate(_nqueens nqueens completions zsh)
  nqueens_install_by_prefix(runtime "${generated_dir}/_nqueens" "${share}/zsh/site-functions"
                            "${share}/zsh/vendor-completions")
  if(TARGET nqueens-mpi)
    nqueens_install_manual(mpi nqueens-mpi.1 nqueens_mpi_man)
  endif()
endif()

# --- packages: a Debian package of each component; scripts/package makes the archive and the wheel
# The holder of the copyright (LICENSE). The project has no address, so packages have none.
set(CPACK_PACKAGE_VENDOR "the nqueens maintainers")
set(CPACK_PACKAGE_CONTACT "${CPACK_PACKAGE_VENDOR}")
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# nqueens_package(COMPONENT NAME SECTION DESCRIPTION): a package, with copyright and changelog.
macro(nqueens_package component name section description)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}")
  nqueens_install_by_prefix(${component} "${PROJECT_SOURCE_DIR}/LICENSE" "${CMAKE_INSTALL_DOCDIR}"
                            "${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}" RENAME copyright)
endmacro()
if(NQUEENS_BUILD_PROGRAM)
  nqueens_package(runtime nqueens math
    "The program nqueens counts the solutions of the N queens problem exactly and
finds one solution of boards with many millions of queens, on all processors.")
endif()
nqueens_package(library "libnqueens${NQUEENS_SOVERSION}" libs
  "The shared library of nqueens: counts the solutions of the N queens problem,
finds one on large boards, and lists and estimates them. For programs in C++,
and by its C interface in any language.")
file(WRITE "${generated_dir}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${generated_dir}/triggers")
nqueens_package(development libnqueens-dev libdevel
  "Headers and libraries for C++20 and C programs, found by CMake's
find_package(nqueens) and by pkg-config.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libnqueens${NQUEENS_SOVERSION} (= ${PROJECT_VERSION}), libtbb-dev (>= 2021), \
libhwloc-dev (>= 2.8), libfmt-dev (>= 9), pkg-config")
# Separate, so that no other package depends on an MPI library.
if(TARGET nqueens-mpi)
  install(TARGETS nqueens-mpi RUNTIME COMPONENT mpi)
  nqueens_install_pages(mpi "${CMAKE_INSTALL_DATAROOTDIR}/doc/nqueens-mpi"
                        "${PROJECT_SOURCE_DIR}/src/mpi/README.md")
  nqueens_package(mpi nqueens-mpi math
    "The program nqueens-mpi counts the solutions of the N queens problem by
several processes, on one machine or many: mpirun starts it, every rank counts, and one
hands out tasks and keeps a journal.")
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "openmpi-bin, nqueens")
endif()
if(TARGET nqueens_python)
  # pybind11 has stripped the module of a release build.
  nqueens_install_by_prefix(python "${PROJECT_BINARY_DIR}/python/nqueens"
                            "lib/python${NQUEENS_PYTHON_VERSION}/site-packages"
                            "lib/python3/dist-packages")
  nqueens_package(python python3-nqueens python
    "The module nqueens for Python 3 counts the solutions of the N queens problem,
finds and lists them, and draws boards.")
  math(EXPR next_minor "${NQUEENS_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= ${NQUEENS_PYTHON_VERSION}), python3 (<< 3.${next_minor}), python3-numpy")
endif()
if(PROJECT_IS_TOP_LEVEL)  # else its settings would replace those of the project around it
  include(CPack)
endif()
