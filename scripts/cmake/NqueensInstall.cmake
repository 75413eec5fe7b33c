# Installation, package configuration, pkg-config and CPack. Components: `runtime` (program, man
# page, completions), `library` (the shared library), `development` (headers, static library, CMake
# and pkg-config files) and, where they are built, `mpi` (nqueens-mpi) and `python`; they become the
# Debian packages nqueens, libnqueens0.2, libnqueens-dev, nqueens-mpi and python3-nqueens.
include(CMakePackageConfigHelpers)

set(cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/nqueens")

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
                              INSTALL_DESTINATION "${cmake_dir}"
                              NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/nqueensConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/nqueensConfig.cmake"
              "${PROJECT_BINARY_DIR}/nqueensConfigVersion.cmake"
        DESTINATION "${cmake_dir}" COMPONENT development)

# --- pkg-config: `pkg-config --static` names what a static library needs as well.
# Relative to the file itself, so that an installed tree can be moved.
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_LIBDIR libdir_is_absolute)
if(libdir_is_absolute)
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(pc_libdir "${CMAKE_INSTALL_LIBDIR}")
else()
  file(RELATIVE_PATH up "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
configure_file("${CMAKE_CURRENT_LIST_DIR}/nqueens.pc.in" "${PROJECT_BINARY_DIR}/nqueens.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/nqueens.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

# nqueens_compress(FILE): FILE.gz, the same bytes whenever it is made.
function(nqueens_compress file)
  add_custom_command(OUTPUT "${file}.gz" COMMAND gzip --best --no-name --keep --force "${file}"
                     DEPENDS "${file}" VERBATIM)
endfunction()

# --- program, and what it prints about itself: man page and completions
if(NQUEENS_BUILD_PROGRAM)
  install(TARGETS nqueens RUNTIME COMPONENT runtime)

  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "nqueens: cross compiling without an emulator, so no man page and completions")
  else()
    set(generated_dir "${PROJECT_BINARY_DIR}/generated")
    file(MAKE_DIRECTORY "${generated_dir}")
    set(generated)
    # nqueens_generate(FILE program arguments...): FILE from the standard output of the program. A
    # partial file of a failed run must not pass for a finished one.
    function(nqueens_generate file program)
      add_custom_command(OUTPUT "${generated_dir}/${file}"
                         COMMAND ${program} ${ARGN} > "${generated_dir}/${file}.part"
                         COMMAND ${CMAKE_COMMAND} -E rename "${generated_dir}/${file}.part"
                                 "${generated_dir}/${file}"
                         DEPENDS ${program} VERBATIM COMMENT "Writing ${file}")
      list(APPEND generated "${generated_dir}/${file}")
      set(generated "${generated}" PARENT_SCOPE)
    endfunction()
    nqueens_generate(nqueens.1 nqueens man)
    nqueens_generate(nqueens.bash nqueens completions bash)
    nqueens_generate(_nqueens nqueens completions zsh)
    nqueens_generate(nqueens.fish nqueens completions fish)
    if(TARGET nqueens-mpi)
      nqueens_generate(nqueens-mpi.1 nqueens_mpi_man)
      install(FILES "${generated_dir}/nqueens-mpi.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
              COMPONENT mpi)
    endif()
    foreach(page nqueens.1 nqueens-mpi.1)
      if("${generated_dir}/${page}" IN_LIST generated)
        nqueens_compress("${generated_dir}/${page}")
        list(APPEND generated "${generated_dir}/${page}.gz")
      endif()
    endforeach()
    add_custom_target(nqueens_generated ALL DEPENDS ${generated})

    install(FILES "${generated_dir}/nqueens.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
            COMPONENT runtime)
    install(FILES "${generated_dir}/nqueens.bash" RENAME nqueens
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT runtime)
    install(FILES "${generated_dir}/nqueens.fish"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT runtime)
    # Debian's zsh looks for the completions of packages (prefix /usr) elsewhere than for those of
    # programs that were installed by hand, and the prefix is only known when installing.
    install(CODE "
      set(zsh_dir \"${CMAKE_INSTALL_DATADIR}/zsh/site-functions\")
      if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
        set(zsh_dir \"${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions\")
      endif()
      file(INSTALL \"${generated_dir}/_nqueens\"
           DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${zsh_dir}\")"
            COMPONENT runtime)
  endif()
endif()

# A package of its own, so that nobody else's depends on an MPI library.
if(TARGET nqueens-mpi)
  install(TARGETS nqueens-mpi RUNTIME COMPONENT mpi)
  install(FILES "${PROJECT_SOURCE_DIR}/src/mpi/README.md"
          DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/nqueens-mpi" COMPONENT mpi)
endif()

# Debian's Python looks for modules of packages (prefix /usr) elsewhere than for those that were
# installed by hand.
if(TARGET nqueens_python)
  install(CODE "
    set(python_dir lib/python${NQUEENS_PYTHON_VERSION}/dist-packages)
    if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
      set(python_dir lib/python3/dist-packages)
    endif()
    file(INSTALL \"${PROJECT_BINARY_DIR}/python/nqueens\"
         DESTINATION \"\${CMAKE_INSTALL_PREFIX}/\${python_dir}\"
         PATTERN __pycache__ EXCLUDE)
    if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND \"${CMAKE_STRIP}\"
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${python_dir}/nqueens/$<TARGET_FILE_NAME:nqueens_python>\")
    endif()"
          COMPONENT python)
endif()

install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/NEWS.md"
              "${PROJECT_SOURCE_DIR}/src/cli/JSON.md"
              "${PROJECT_SOURCE_DIR}/src/journal/RUNNING.md"
              "${PROJECT_SOURCE_DIR}/scripts/slurm-array.sbatch"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)

# --- packages: one archive with everything, and a Debian package of each component
set(CPACK_PACKAGE_NAME nqueens)
set(CPACK_PACKAGE_VENDOR "nqueens maintainers")
set(CPACK_PACKAGE_CONTACT "nqueens maintainers <maintainers@nqueens.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_RESOURCE_FILE_README "${PROJECT_SOURCE_DIR}/README.md")
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL runtime library development)

set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME nqueens)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "The program nqueens counts the solutions of the N queens problem exactly and
finds one solution of boards with many millions of queens, on all processors.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME "libnqueens${NQUEENS_SOVERSION}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${CMAKE_CURRENT_LIST_DIR}/triggers")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "The shared library of nqueens: counts the solutions of the N queens problem,
finds one on large boards, and lists and estimates them. For programs in C++,
and by its C interface in any language.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libnqueens-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libnqueens${NQUEENS_SOVERSION} (= ${PROJECT_VERSION}), libtbb-dev (>= 2021), libhwloc-dev (>= 2.8), libfmt-dev (>= 9), pkg-config")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers and libraries for C++20 and C programs, found by CMake's
find_package(nqueens) and by pkg-config.")
if(TARGET nqueens-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME nqueens-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "openmpi-bin, nqueens")
  set(CPACK_COMPONENT_MPI_DESCRIPTION
      "The program nqueens-mpi counts the solutions of the N queens problem by
several processes, on one machine or many: mpirun starts it, every rank counts, and one
hands out tasks and keeps a journal.")
endif()
if(TARGET nqueens_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  math(EXPR next_minor "${NQUEENS_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-nqueens)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${NQUEENS_PYTHON_VERSION}), python3 (<< 3.${next_minor}), python3-numpy")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION
      "The module nqueens for Python 3 counts the solutions of the N queens problem,
finds and lists them, and draws boards.")
endif()
# What Debian wants in each of its packages, under the package's own name.
configure_file("${CMAKE_CURRENT_LIST_DIR}/changelog.in" "${PROJECT_BINARY_DIR}/generated/changelog" @ONLY)
nqueens_compress("${PROJECT_BINARY_DIR}/generated/changelog")
add_custom_target(nqueens_changelog ALL DEPENDS "${PROJECT_BINARY_DIR}/generated/changelog.gz")
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER "${component}" upper)
  set(folder "${CMAKE_INSTALL_DATAROOTDIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" RENAME copyright DESTINATION "${folder}"
          COMPONENT ${component})
  install(FILES "${PROJECT_BINARY_DIR}/generated/changelog.gz" DESTINATION "${folder}"
          COMPONENT ${component})
endforeach()
include(CPack)
