#include "ugi/text_input.h"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace xttt::ugi {

TextLineRead read_text_line(std::istream& in, std::string& text_line) {
    using Traits = std::istream::traits_type;
    text_line.clear();
    std::streambuf& buffer = *in.rdbuf();
    bool any = false, too_long = false;
    for (;;) {
        const auto c = buffer.sbumpc();
        if (Traits::eq_int_type(c, Traits::eof())) {
            if (!any) return TextLineRead::End;
            break;
        }
        any = true;
        if (Traits::to_char_type(c) == '\n') break;
        if (text_line.size() == kMaxTextLine)
            too_long = true;
        else
            text_line += Traits::to_char_type(c);
    }
    return too_long ? TextLineRead::TooLong : TextLineRead::TextLine;
}

// Returns false once the output has been closed.
bool ManagerInput::wait_for_input() const {
    std::array<pollfd, 2> files{{{input_, POLLIN, 0}, {output_, 0, 0}}};
    while (::poll(files.data(), files.size(), -1) < 0)
        if (errno != EINTR) return true;  // read() reports the error
    return (files[1].revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

ManagerInput::int_type ManagerInput::underflow() {
    if (!wait_for_input()) return traits_type::eof();
    ssize_t count = 0;
    do count = ::read(input_, buffer_.data(), buffer_.size());
    while (count < 0 && errno == EINTR);
    if (count <= 0) return traits_type::eof();
    setg(buffer_.data(), buffer_.data(), buffer_.data() + count);
    return traits_type::to_int_type(buffer_[0]);
}

}  // namespace xttt::ugi
