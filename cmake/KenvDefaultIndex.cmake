# kenv names no package index of its own: the default is the one that pip on this machine has built in.
# Users override it like pip's (PIP_INDEX_URL, pip.conf), like uv's, or with --index.
if(NOT KENV_DEFAULT_INDEX)
  find_program(KENV_PYTHON3 python3 REQUIRED)
  execute_process(
    COMMAND ${KENV_PYTHON3} -c "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(found "")
    message(STATUS "pip is not importable by ${KENV_PYTHON3}: this kenv needs --index or pip's configuration")
  endif()
  set(KENV_DEFAULT_INDEX "${found}" CACHE STRING "the index that is asked when nothing else is configured")
endif()
