#pragma once

#include <string>
#include <string_view>

namespace xttt {

// Text from anybody, for HTML or SVG content and attributes: markup characters become entities,
// bytes that are no UTF-8 and control characters U+FFFD.
std::string escape_markup(std::string_view text);

// A name from anybody, apart from the direction of the text around it.
std::string name_markup(std::string_view name);

// At most so many characters of a text, the last one an ellipsis if some are left out.
std::string shorten(std::string_view text, std::size_t characters);

// JSON that is safe inside a <script> element: nothing in it can end the element.
std::string script_json(std::string json);

// "1,234,567"
std::string with_commas(long number);

// Milliseconds as people say them: "15 µs", "0.42 ms", "12 ms", "1.3 s", "2:05 min".
std::string duration_text(double milliseconds);

}  // namespace xttt
