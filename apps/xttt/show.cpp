#include "show.h"

#include <iostream>

#include "commands.h"
#include "rules/with_variant.h"

namespace xttt {

Result<void> run_show(const ShowOptions& options, std::ostream& out) {
    return with_variant(options.position.variant, [&]<const Variant & V>() -> Result<void> {
        const auto pos = position_of<V>(options.position);
        if (!pos) return std::unexpected(pos.error());
        out << draw_board<V>(*pos, style_of(options.style)) << '\n'
            << describe_position<V>(*pos) << "FEN: " << to_fen<V>(*pos) << '\n';
        return {};
    });
}

void add_show(CLI::App& app, int& status) {
    auto options = std::make_shared<ShowOptions>();
    auto* command = app.add_subcommand("show", "Draw a position");
    add_position_options(*command, options->position);
    add_style_options(*command, options->style);
    command->callback([=, &status] { status = exit_code(run_show(*options, std::cout)); });
}

}  // namespace xttt
