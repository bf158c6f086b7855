# The network of each variant that has one: VARIANT-CHECKSUM.xnet in data/networks. They are
# compiled into the program.
set(XTTT_NETWORKS
  diagonal-e29a6b42 double-84394a1d extreme-6e9010ec ultimate-aae317e4)

# The page fetches that of the variant in play. All that a first visit loads has to stay below 500 kB,
# so the page uses a smaller network where the program's is large.
set(XTTT_PAGE_NETWORKS ${XTTT_NETWORKS} ultimate-d2fd92a4)
list(REMOVE_ITEM XTTT_PAGE_NETWORKS ultimate-aae317e4)

# xttt_network(extreme-6e9010ec variant file): the variant and the file of a network name.
function(xttt_network name variant file)
  string(REGEX MATCH "^[a-z]+" word ${name})
  set(${variant} ${word} PARENT_SCOPE)
  set(${file} ${CMAKE_SOURCE_DIR}/data/networks/${name}.xnet PARENT_SCOPE)
endfunction()
