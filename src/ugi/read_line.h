#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace xttt::ugi {

// Longer than any game with all its moves; what goes on beyond it is no line of this protocol.
inline constexpr std::size_t kMaxLine = 1 << 16;

enum class LineRead { Line, TooLong, End };

// The next line without its end, at the end of the input also one that has no line end. Of a line
// that is too long nothing is kept, however long it is.
LineRead read_line(std::istream& in, std::string& line);

}  // namespace xttt::ugi
