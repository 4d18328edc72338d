# Every target of ours links kenv_options: the standard, the warnings and the sanitizers stand in one place.
add_library(kenv_options INTERFACE)
target_compile_features(kenv_options INTERFACE cxx_std_20)
target_compile_options(kenv_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                              -Wnon-virtual-dtor -Woverloaded-virtual -Wno-missing-field-initializers -Werror)
# g++ 12 reports these two on correct code of the standard library when it inlines (GCC bugs 105651, 105329).
target_compile_options(kenv_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow
                                              -Wno-maybe-uninitialized -Wno-array-bounds -Wno-dangling-pointer>)
target_include_directories(kenv_options INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR})
target_compile_definitions(kenv_options INTERFACE KENV_VERSION="${PROJECT_VERSION}")
if(KENV_SANITIZE)
  target_compile_options(kenv_options INTERFACE -fsanitize=${KENV_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(kenv_options INTERFACE -fsanitize=${KENV_SANITIZE})
endif()
