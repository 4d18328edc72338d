# kenv_embed(TARGET NAMESPACE FILE...)
# Compiles data files into TARGET. They are found at run time by path relative to the folder of the caller:
#   std::span<const kenv::base::EmbeddedFile> kenv::NAMESPACE::embedded_files();
function(kenv_embed target namespace)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${namespace}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=${namespace} -DROOT=${CMAKE_CURRENT_SOURCE_DIR}
            "-DFILES=${ARGN}" -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
