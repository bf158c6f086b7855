# XTTT_VARIANTS: the constants of src/rules/variant.h in the order of its list, such as kExtreme.
set(variants_file ${CMAKE_CURRENT_LIST_DIR}/../src/rules/variant.h)
file(READ ${variants_file} variants_text)
string(REGEX MATCHALL "\n *X\\(k[A-Za-z]+ " entries "${variants_text}")
set(XTTT_VARIANTS)
foreach(entry IN LISTS entries)
  string(REGEX MATCH "k[A-Za-z]+" constant "${entry}")
  list(APPEND XTTT_VARIANTS ${constant})
endforeach()
if(NOT XTTT_VARIANTS)
  message(FATAL_ERROR "no variants found in ${variants_file}")
endif()
set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${variants_file})

# xttt_variant_name(kExtreme name): extreme.
function(xttt_variant_name constant name)
  string(REGEX REPLACE "^k" "" word ${constant})
  string(TOLOWER ${word} word)
  set(${name} ${word} PARENT_SCOPE)
endfunction()

# xttt_network_searches(list): one source for each variant, the search with its networks.
function(xttt_network_searches list)
  set(sources)
  foreach(variant IN LISTS XTTT_VARIANTS)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/pvs_nnue_${variant}.cpp)
    configure_file(${CMAKE_SOURCE_DIR}/src/search/pvs/pvs_nnue.cpp.in ${source} @ONLY)
    list(APPEND sources ${source})
  endforeach()
  set(${list} ${sources} PARENT_SCOPE)
endfunction()

# xttt_fitted_weights(source): the file that defines the weights of every variant. A variant without
# fitted weights gets a single number as a placeholder.
function(xttt_fitted_weights source)
  set(XTTT_FITTED_WEIGHTS "")
  foreach(variant IN LISTS XTTT_VARIANTS)
    xttt_variant_name(${variant} name)
    set(file eval/handcrafted/tuned_weights_${name}.inc)
    set(numbers "{0, 0}")
    if(EXISTS ${CMAKE_SOURCE_DIR}/src/${file})
      set(numbers "\n#include \"${file}\"\n")
    endif()
    string(APPEND XTTT_FITTED_WEIGHTS
      "constexpr Weight ${variant}Numbers[] = {${numbers}};\n"
      "template <>\n"
      "const Weights<${variant}> Fitted<${variant}>::kWeights =\n"
      "    weights_from<${variant}>(${variant}Numbers);\n")
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/tuned_weights.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/src/eval/handcrafted/tuned_weights.cpp.in ${file} @ONLY)
  set(${source} ${file} PARENT_SCOPE)
endfunction()
