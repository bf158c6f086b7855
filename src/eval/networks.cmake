# The network of each variant that has one: VARIANT-CHECKSUM.xnet in data/networks. The program has
# them compiled in; the page fetches that of the variant in play.
set(XTTT_NETWORKS
  diagonal-e29a6b42 double-84394a1d extreme-6e9010ec ultimate-d2fd92a4)

# xttt_network(extreme-6e9010ec variant file): what such a name stands for.
function(xttt_network name variant file)
  string(REGEX MATCH "^[a-z]+" word ${name})
  set(${variant} ${word} PARENT_SCOPE)
  set(${file} ${CMAKE_SOURCE_DIR}/data/networks/${name}.xnet PARENT_SCOPE)
endfunction()
