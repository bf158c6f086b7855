#pragma once

#include <string>
#include <string_view>

namespace xttt {

// Escapes untrusted text for HTML or SVG content and attributes: markup characters become entities;
// invalid UTF-8 and control characters become U+FFFD.
std::string escape_markup(std::string_view text);

// An untrusted name in a <bdi> element, so that it cannot change the direction of the text around
// it.
std::string name_markup(std::string_view name);

// Truncates a text to this number of characters, with an ellipsis as the last one.
std::string shorten(std::string_view text, std::size_t characters);

// JSON that is safe inside a <script> element: nothing in it can end the element.
std::string script_json(std::string json);

// "1,234,567"
std::string with_commas(long number);

// The ending of a game as the web page words it, from the name of its reason: "board full", "out of
// time".
std::string reason_text(std::string_view reason);

// A duration with a suitable unit: "15 µs", "0.42 ms", "12 ms", "1.3 s", "2:05 min".
std::string duration_text(double milliseconds);

}  // namespace xttt
