#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <streambuf>
#include <string>

namespace xttt::ugi {

// Longer than any game with all its moves: longer lines do not belong to the protocol.
inline constexpr std::size_t kMaxLine = 1 << 16;

enum class LineRead { Line, TooLong, End };

// Reads the next line without its end; the last line needs none. Nothing is kept of a line that is
// too long.
LineRead read_line(std::istream& in, std::string& line);

// The standard input of an engine. Ends at the end of the input, or when the output is closed: a
// manager that is gone has closed one of them.
class ManagerInput final : public std::streambuf {
public:
    // Borrows both file descriptors.
    ManagerInput(int input, int output) : input_(input), output_(output) {}

protected:
    int_type underflow() override;

private:
    bool wait_for_input() const;

    int input_, output_;
    std::array<char, 4096> buffer_;
};

}  // namespace xttt::ugi
