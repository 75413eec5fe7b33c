# Language, warnings, instrumentation, build type. Of these only the C++ standard reaches a project
# that uses this one.

# Debian's folder for libraries of this processor, also below /usr/local: its linker looks there.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_LIBRARY_ARCHITECTURE AND EXISTS /etc/debian_version
   AND NOT DEFINED CMAKE_INSTALL_LIBDIR)
  set(CMAKE_INSTALL_LIBDIR "lib/${CMAKE_LIBRARY_ARCHITECTURE}" CACHE PATH "Folder of libraries")
endif()
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
endif()

add_library(nqueens_warnings INTERFACE)
target_compile_options(nqueens_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # std::stable_sort of libstdc++ 12 calls a function that libstdc++ itself deprecates.
  target_compile_options(nqueens_warnings INTERFACE -Wno-deprecated-declarations)
endif()
if(NQUEENS_WARNINGS_AS_ERRORS)
  target_compile_options(nqueens_warnings INTERFACE -Werror)
endif()

# Sanitizers must see every object of a program, so they are set for all targets.
if(NQUEENS_SANITIZE)
  add_compile_options(-fsanitize=${NQUEENS_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NQUEENS_SANITIZE})
endif()
if(NQUEENS_BUILD_FUZZERS)
  # libFuzzer is told what the library runs; the targets themselves link libFuzzer's main.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
