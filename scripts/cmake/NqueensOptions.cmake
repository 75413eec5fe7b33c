# Language, warnings and build type of the whole tree.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(nqueens_warnings INTERFACE)
target_compile_options(nqueens_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual)
if(NQUEENS_WARNINGS_AS_ERRORS)
  target_compile_options(nqueens_warnings INTERFACE -Werror)
endif()
