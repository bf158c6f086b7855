#include <ostream>

#include "commands.h"
#include "common_options.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

struct ShowOptions {
    PositionOptions position;
    StyleOptions style;
};

}  // namespace

Result<void> run_show(const ShowOptions& options, std::ostream& out) {
    return with_variant(options.position.variant, [&]<const Variant & V>() -> Result<void> {
        TRY(const auto pos, position_of<V>(options.position));
        out << draw_board<V>(pos, style_of(options.style)) << '\n'
            << describe_position<V>(pos) << "FEN: " << to_fen<V>(pos) << '\n';
        return {};
    });
}

void add_show(Command& app) {
    auto& command = app.add(
        "show", "Draw a position.",
        {"xttt show --moves \"h9 n1\"", "xttt show --variant double --moves \"1a1 1b2\" --ascii"});
    auto options = std::make_shared<ShowOptions>();
    add_position_options(command, options->position);
    add_style_options(command, options->style);
    command.run([options](Streams io) { return run_show(*options, io.out); });
}

}  // namespace xttt
