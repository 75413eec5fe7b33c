# The preset arm64: cross compiles with Debian's g++-aarch64-linux-gnu and runs the result in qemu.
# scripts/build-arm64-sysroot puts the libraries into build/arm64-sysroot.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(sysroot "${CMAKE_CURRENT_LIST_DIR}/../../build/arm64-sysroot")
cmake_path(NORMAL_PATH sysroot)
set(libraries "${sysroot}/usr/lib/aarch64-linux-gnu")
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH "${sysroot}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${sysroot}")
set(ENV{PKG_CONFIG_LIBDIR} "${libraries}/pkgconfig:${sysroot}/usr/share/pkgconfig")
set(CMAKE_CXX_FLAGS_INIT "-isystem ${sysroot}/usr/include/aarch64-linux-gnu")
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,-rpath-link,${libraries} -Wl,-rpath-link,${sysroot}/lib/aarch64-linux-gnu")

# /usr/aarch64-linux-gnu has the C and C++ libraries of the cross compiler.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu
    -E "LD_LIBRARY_PATH=${libraries}:${sysroot}/lib/aarch64-linux-gnu")
