#include "check_bot.h"

#include <iostream>

#include "command_line.h"
#include "commands.h"
#include "referee/bot_check.h"

namespace xttt {
namespace {

std::string_view word_of(CheckedItem::Verdict verdict) {
    switch (verdict) {
        case CheckedItem::Verdict::Good:
            return "good";
        case CheckedItem::Verdict::Note:
            return "note";
        case CheckedItem::Verdict::Bad:
            return "BAD";
    }
    std::unreachable();
}

}  // namespace

Result<void> run_check_bot(const CheckBotOptions& options, std::ostream& out) {
    const auto variant = find_variant(options.variant);
    if (!variant) return std::unexpected(variant.error());
    auto spec = parse_player(options.bot);
    if (!spec) return std::unexpected(spec.error());
    if (std::holds_alternative<HumanSpec>(spec->kind))
        return fail(Errc::Usage, "a human is no bot");
    // A tournament does not trust it, so neither does the check.
    if (auto* ugi = std::get_if<UgiSpec>(&spec->kind)) ugi->jailed = !options.sandbox.off;
    const auto limits = limits_of(options.limits, **variant);
    if (!limits) return std::unexpected(limits.error());

    const BotCheckPlan plan{.bot = *spec,
                            .variant = *variant,
                            .limits = *limits,
                            .positions = options.positions,
                            .seed = options.seed.value_or(1),
                            .surroundings = surroundings_of(options.sandbox)};
    const auto fine = check_bot(plan, [&](const CheckedItem& item) {
        out << fmt::format("{:<4}  {:<14}  {}\n", word_of(item.verdict), item.name, item.text)
            << std::flush;
    });
    if (!fine) return std::unexpected(fine.error());
    if (!*fine) return fail(Errc::BadInput, spec->text + " would lose games by forfeit");
    out << "verdict: " << spec->text << " is ready to play\n";
    return check_written(out, "standard output");
}

void add_check_bot(CLI::App& app, int& status) {
    auto options = std::make_shared<CheckBotOptions>();
    auto* command =
        app.add_subcommand("check-bot", "Find out whether a bot is fit for a tournament");
    command->add_option("bot", options->bot, "The bot, such as python:team33.py")->required();
    add_variant_option(*command, options->variant);
    command->add_option("--positions", options->positions, "How many answers to look at")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    add_seed_option(*command, options->seed);
    add_limit_options(*command, options->limits);
    add_sandbox_options(*command, options->sandbox);
    command->footer(fmt::format("A bot is one of {}", player_forms()));
    command->callback([=, &status] { status = exit_code(run_check_bot(*options, std::cout)); });
}

}  // namespace xttt
