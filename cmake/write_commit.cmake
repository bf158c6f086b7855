# cmake -DSOURCE=folder -DHEADER=file -P write_commit.cmake: names the commit that is being built, and
# touches the header only when it changes.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#pragma once\n\n#define XTTT_COMMIT \"${commit}\"\n")
