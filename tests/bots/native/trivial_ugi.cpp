// The simplest player that speaks UGI: it answers at once with the first legal move. What a game
// between two of it costs is what the referee costs. Reads only the moves it has not seen yet.

#include <string>
#include <string_view>

#include <unistd.h>

#include "rules/notation.h"
#include "rules/with_variant.h"

namespace {

using namespace xttt;

class Input {
public:
    // The next line, until the next call; false at the end.
    bool next(std::string_view& text_line) {
        text_.erase(0, taken_);
        for (std::size_t seen = 0;;) {
            const auto end = text_.find('\n', seen);
            if (end != std::string::npos) {
                text_line = std::string_view(text_).substr(0, end);
                taken_ = end + 1;
                return true;
            }
            seen = text_.size();
            text_.resize(seen + kChunk);
            const auto got = ::read(STDIN_FILENO, text_.data() + seen, kChunk);
            text_.resize(seen + (got > 0 ? static_cast<std::size_t>(got) : 0));
            if (got <= 0) return false;
        }
    }

private:
    static constexpr std::size_t kChunk = 4096;
    std::string text_;
    std::size_t taken_ = 0;
};

bool say(std::string_view text) {
    return ::write(STDOUT_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Plays games of V until another variant is set (true, with its name) or the input ends.
template <const Variant& V>
bool serve(Input& input, std::string& variant) {
    auto pos = Position<V>::initial();
    std::string known;
    for (std::string_view text_line; input.next(text_line);) {
        constexpr std::string_view kVariant = "setoption name Variant value ";
        if (text_line.starts_with("position ")) {
            if (!text_line.starts_with(known) || known.empty()) {
                constexpr std::string_view kStart = "position startpos";
                if (!text_line.starts_with(kStart)) return false;
                pos = Position<V>::initial();
                known = kStart;
            }
            auto fresh = text_line.substr(known.size());
            if (fresh.starts_with(" moves")) fresh.remove_prefix(6);
            if (!play_moves(pos, fresh)) return false;
            known = text_line;
        } else if (text_line.starts_with("go")) {
            if (!say("bestmove " + move_text<V>(pos.nth_legal(0)) + '\n')) return false;
        } else if (text_line == "isready") {
            say("readyok\n");
        } else if (text_line == "ugi") {
            say("id name trivial\nugiok\n");
        } else if (text_line == "quit") {
            return false;
        } else if (text_line.starts_with(kVariant)) {
            variant = text_line.substr(kVariant.size());
            return true;
        }
    }
    return false;
}

}  // namespace

int main() {
    Input input;
    std::string variant{kVariants[0]->name};
    for (bool more = true; more;) {
        const auto served = with_variant(
            variant, [&]<const Variant & V>() -> Result<bool> { return serve<V>(input, variant); });
        more = served.value_or(false);
    }
}
