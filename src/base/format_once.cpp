#include "base/format_once.h"

#include <fmt/format.h>

template void fmt::detail::vformat_to<char>(buffer<char>&, basic_string_view<char>,
                                            basic_format_args<buffer_context<char>>, locale_ref);
