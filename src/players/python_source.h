#pragma once

#include <cstddef>
#include <set>
#include <string_view>

namespace xttt {

// Which files and classes a bot's Python source names. The source is untrusted and is not parsed,
// only scanned, in time linear in its size. All results point into the text.

// The Python files of one bot that are scanned have at most this many bytes together.
inline constexpr std::size_t kMostSourceBytes = std::size_t{8} << 20;

// The modules that it imports: the first part of each name, "" for the folder itself. A false match
// only adds an unneeded file.
std::set<std::string_view> imported_modules(std::string_view text);

// The string literals of each text line. Includes comments, where a bot can list files whose names
// it computes. A false match only adds an unneeded file.
std::set<std::string_view> quoted_texts(std::string_view text);

// The names of the classes that define move(self, board, old_move, flag), as course bots do; "" for
// a function outside a class.
std::set<std::string_view> classes_with_move(std::string_view text);

// Whether it has a class named Team... or Player...: a team's class may inherit its move from
// another file.
bool has_class_of_team(std::string_view text);

}  // namespace xttt
