#include "fuzz.h"
#include "players/player_spec.h"

// Any text is a player, or is refused with a reason on one line. The text of a program's spec is
// parsed as the same spec.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto player = parse_player(text);
    if (!player) {
        fuzz::require(player.error().message.find('\n') == std::string::npos, "one line");
        return 0;
    }
    fuzz::require(player->text == text, "a player keeps its text");
    const auto* program = std::get_if<UgiSpec>(&player->kind);
    if (program == nullptr) return 0;
    const auto again = parse_player(ugi_player_text(*program));
    fuzz::require(again.has_value(), "what is written is accepted");
    const auto& same = std::get<UgiSpec>(again->kind);
    fuzz::require(same.argv == program->argv && same.sandboxed == program->sandboxed &&
                      same.name == program->name && same.folder == program->folder &&
                      same.options == program->options && same.limits == program->limits &&
                      same.restart == program->restart,
                  "it is the same again");
    return 0;
}
