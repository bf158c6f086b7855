# How every target of the project is built: warnings, instruction set, sanitizers, in one place.

add_library(xttt_options INTERFACE)
target_include_directories(xttt_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(xttt_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wno-missing-field-initializers -Werror
  # clang reports deprecated code inside std::stable_sort of libstdc++ 12.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
  # clang 19 warns about the features that -march=native itself finds on processors with AVX10.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-invalid-feature-combination>
  # g++ 12 warns about overlap in every "literal" + string (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # In a unity build g++ takes the sources for headers of the file that includes them.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
  $<$<CXX_COMPILER_ID:Clang>:-fconstexpr-steps=100000000>
  $<$<CXX_COMPILER_ID:GNU>:-fconstexpr-ops-limit=100000000>
  # With its default of 128 MiB g++ spends a tenth of its time on garbage collection.
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=500000>"
  # Without it every source that formats text would compile the formatter. A precompiled header, which has to
  # come first, includes it instead.
  "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:XTTT_PRECOMPILED>>>:SHELL:-include ${CMAKE_SOURCE_DIR}/src/base/format_once.h>")
if(XTTT_ARCH)
  target_compile_options(xttt_options INTERFACE -march=${XTTT_ARCH})
endif()
if(XTTT_SANITIZE)
  target_compile_options(xttt_options INTERFACE -fsanitize=${XTTT_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(xttt_options INTERFACE -fsanitize=${XTTT_SANITIZE})
endif()

# Small files cost more to start than to compile: each target's sources are compiled in groups of
# XTTT_UNITY files. A target of a few large templates opts out with `set_target_properties(... UNITY_BUILD OFF)`.
set(XTTT_UNITY 10 CACHE STRING "Source files compiled as one; 0: each alone")
if(XTTT_UNITY GREATER 0)
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE ${XTTT_UNITY})
endif()

# xttt_library(rules SOURCES a.cpp ... DEPS base fmt::fmt ...)
# A library of one src folder; a DEPS name without "::" is another folder.
# UNCOVERED: it reads nothing from outside, so the fuzzers need no coverage of it, which takes half of its speed.
function(xttt_library name)
  cmake_parse_arguments(ARG "UNCOVERED" "" "SOURCES;DEPS" ${ARGN})
  if(ARG_SOURCES)
    add_library(xttt_${name} STATIC ${ARG_SOURCES})
    if(NOT ARG_UNCOVERED)
      xttt_cover_(xttt_${name})
    endif()
    set(scope PUBLIC)
  else()
    add_library(xttt_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(xttt_${name} ${scope} xttt_options)
  xttt_link_(xttt_${name} ${scope} "${ARG_DEPS}")
endfunction()

# xttt_edge(target [-O1] [COMPUTES]): code that waits for disks, networks and users, and tests. It is
# compiled with -O2, or the given level, instead of -O3; under sanitizers, where optimising instrumented templates
# takes most of the build, and in quick builds with -O0. Libraries among them share one precompiled header.
# COMPUTES: its tests compute for so long that it is optimised under sanitizers too.
function(xttt_edge target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "COMPUTES" "" "")
  set(ARGN ${ARG_UNPARSED_ARGUMENTS})
  if(XTTT_QUICK OR (XTTT_SANITIZE AND NOT ARG_COMPUTES))
    target_compile_options(${target} PRIVATE -O0)
  elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    if(NOT ARGN)
      set(ARGN -O2)
    endif()
    target_compile_options(${target} PRIVATE ${ARGN})
  endif()
  get_target_property(type ${target} TYPE)
  if(TARGET xttt_edge_headers AND type STREQUAL "STATIC_LIBRARY")
    set_target_properties(${target} PROPERTIES XTTT_PRECOMPILED ON)
    target_precompile_headers(${target} REUSE_FROM xttt_edge_headers)
  endif()
endfunction()

# xttt_optimize(target -O1): the level of a library that is neither an edge nor hot, in release builds.
function(xttt_optimize target level)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE ${level})
  endif()
endfunction()

# xttt_precompile(target <header>...): reads these headers once for the whole target. Not with ccache
# and clang: its precompiled headers contain the path of the clone, so other clones would get no cache hits.
function(xttt_precompile target)
  if(XTTT_CCACHE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  set_target_properties(${target} PROPERTIES XTTT_PRECOMPILED ON)
  target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src/base/format_once.h ${ARGN})
endfunction()

# xttt_edge_headers(): what most edges include, read once for all of them.
function(xttt_edge_headers)
  if(XTTT_CCACHE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/edge_headers.cpp CONTENT "")
  add_library(xttt_edge_headers OBJECT ${CMAKE_BINARY_DIR}/edge_headers.cpp)
  target_link_libraries(xttt_edge_headers PRIVATE xttt_options fmt::fmt nlohmann_json::nlohmann_json)
  xttt_edge(xttt_edge_headers)
  xttt_precompile(xttt_edge_headers <algorithm> <array> <atomic> <chrono> <condition_variable> <expected> <filesystem>
    <fstream> <functional> <iostream> <map> <memory> <mutex> <optional> <ranges> <set> <span> <sstream> <string> <thread>
    <unordered_map> <variant> <vector> <fmt/format.h> <nlohmann/json.hpp>)
endfunction()

# xttt_executable(target OUTPUT_NAME name SOURCES ... DEPS ...)
function(xttt_executable target)
  cmake_parse_arguments(ARG "" "OUTPUT_NAME" "SOURCES;DEPS" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  if(ARG_OUTPUT_NAME)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME ${ARG_OUTPUT_NAME})
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
  target_link_libraries(${target} PRIVATE xttt_options)
  xttt_link_(${target} PRIVATE "${ARG_DEPS}")
endfunction()

# How much of the machine a test uses, so that scripts/run-tests keeps every core busy and none more than that: `ctest
# -j` counts eighths of a core. A test that computes has a core; one that waits most of its time, two EIGHTHS or as given.
set(XTTT_CORE 8)

# xttt_computes(test... [COST seconds]), xttt_waits(test... [EIGHTHS 3] [COST seconds]): one of them for each test of add_test.
# COST: the longest tests start first.
function(xttt_computes)
  xttt_waits(${ARGN} EIGHTHS ${XTTT_CORE})
endfunction()
function(xttt_waits)
  cmake_parse_arguments(ARG "" "COST;EIGHTHS" "" ${ARGN})
  if(NOT ARG_EIGHTHS)
    set(ARG_EIGHTHS 2)
  endif()
  set_tests_properties(${ARG_UNPARSED_ARGUMENTS} PROPERTIES PROCESSORS ${ARG_EIGHTHS})
  if(ARG_COST)
    set_tests_properties(${ARG_UNPARSED_ARGUMENTS} PROPERTIES COST ${ARG_COST})
  endif()
endfunction()

# xttt_test(rules SOURCES ... DEPS ...): GoogleTest program tests/<name>, one CTest test per TEST.
# ALONE: one at a time of the tests of such programs of a build, because they look in /proc for bots left over.
# WAITS: the suites under TIMING wait most of their time. COMPUTES: as of xttt_edge.
# TIMING suite reason ...: these suites, or single tests as Suite.Test, depend on time for the reason given, and
# scripts/run-tests may try them again. No other test is retried (tests/scripts/timing_test.py).
function(xttt_test name)
  cmake_parse_arguments(ARG "ALONE;WAITS;COMPUTES" "TIMEOUT" "SOURCES;DEPS;TIMING" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  xttt_executable(xttt_${name}_tests SOURCES ${ARG_SOURCES}
    DEPS ${ARG_DEPS} test_paths GTest::gmock GTest::gtest_main)
  target_include_directories(xttt_${name}_tests PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  xttt_precompile(xttt_${name}_tests <gmock/gmock.h> <gtest/gtest.h> <string> <vector>)
  # The tested code is optimised; the tests themselves are not.
  set(computes)
  if(ARG_COMPUTES)
    set(computes COMPUTES)
  endif()
  xttt_edge(xttt_${name}_tests -O1 ${computes})
  set(discover xttt_${name}_tests TEST_PREFIX "${XTTT_TEST_PREFIX}${name}." DISCOVERY_TIMEOUT 60)
  set(timing_slots ${XTTT_CORE})
  if(ARG_WAITS)
    set(timing_slots 2)
  endif()
  set(lock)
  if(ARG_ALONE)
    set(lock RESOURCE_LOCK ${XTTT_TEST_PREFIX}processes)
  endif()
  if(ARG_TIMING)
    xttt_timing_filter_(filter ${ARG_TIMING})
    gtest_discover_tests(${discover} TEST_FILTER "${filter}"
      PROPERTIES TIMEOUT ${ARG_TIMEOUT} PROCESSORS ${timing_slots} ${lock} LABELS timing)
    gtest_discover_tests(${discover} TEST_FILTER "-${filter}"
      PROPERTIES TIMEOUT ${ARG_TIMEOUT} PROCESSORS ${XTTT_CORE} ${lock})
  else()
    gtest_discover_tests(${discover} PROPERTIES TIMEOUT ${ARG_TIMEOUT} PROCESSORS ${XTTT_CORE} ${lock})
  endif()
endfunction()

# xttt_timing(test reason): this test of add_test depends on time for this reason, as TIMING of xttt_test.
function(xttt_timing test reason)
  set_tests_properties(${test} PROPERTIES LABELS timing)
endfunction()

# The GoogleTest filter of a list `suite reason ...`; a suite can have parameters or types.
function(xttt_timing_filter_ result)
  set(patterns)
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs test reason)
    if(test MATCHES " " OR NOT reason MATCHES " ")
      message(FATAL_ERROR "TIMING expects a suite and a reason in turns, not '${test}' and '${reason}'")
    endif()
    if(test MATCHES "^(.*)[.](.*)$")
      list(APPEND patterns ${test} ${CMAKE_MATCH_1}/*.${CMAKE_MATCH_2} */${test}/*)
    else()
      list(APPEND patterns ${test}.* ${test}/* */${test}.*)
    endif()
  endwhile()
  list(JOIN patterns ":" patterns)
  set(${result} "${patterns}" PARENT_SCOPE)
endfunction()

# xttt_script_test(name script.py [arguments]): a Python program as a test, in one build only: it
# looks at the sources, which are the same in all.
function(xttt_script_test name)
  if(XTTT_SANITIZE)
    return()
  endif()
  add_test(NAME ${name} COMMAND python3 -B ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 60)
  xttt_computes(${name})
endfunction()

function(xttt_link_ target scope deps)
  foreach(dep IN LISTS deps)
    if(dep MATCHES "::")
      target_link_libraries(${target} ${scope} ${dep})
    else()
      target_link_libraries(${target} ${scope} xttt_${dep})
    endif()
  endforeach()
endfunction()

# Coverage for libFuzzer: in the libraries and the fuzzers, whose parsers it explores.
function(xttt_cover_ target)
  if(XTTT_FUZZERS)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
