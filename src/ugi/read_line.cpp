#include "ugi/read_line.h"

#include <streambuf>

namespace xttt::ugi {

LineRead read_line(std::istream& in, std::string& line) {
    using Traits = std::istream::traits_type;
    line.clear();
    std::streambuf& buffer = *in.rdbuf();
    bool any = false, too_long = false;
    for (;;) {
        const auto c = buffer.sbumpc();
        if (Traits::eq_int_type(c, Traits::eof())) {
            if (!any) return LineRead::End;
            break;
        }
        any = true;
        if (Traits::to_char_type(c) == '\n') break;
        if (line.size() == kMaxLine)
            too_long = true;
        else
            line += Traits::to_char_type(c);
    }
    return too_long ? LineRead::TooLong : LineRead::Line;
}

}  // namespace xttt::ugi
