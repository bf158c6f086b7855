# The core for browsers: clang for WebAssembly with Debian's wasi-libc and libc++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# The linker reads an archive's members, not its index, so GNU ar is sufficient: llvm-ar needs a large package.
set(CMAKE_AR ar)
set(CMAKE_RANLIB ranlib)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
