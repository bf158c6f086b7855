#include <ostream>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "referee/bot_check.h"

namespace xttt {
namespace {

struct CheckBotOptions {
    std::string bot;
    std::string variant = std::string(kVariants.front()->name);
    int positions = 200;
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
};

std::string_view word_of(CheckedItem::Verdict verdict) {
    switch (verdict) {
        case CheckedItem::Verdict::Good:
            return "ok";
        case CheckedItem::Verdict::Note:
            return "note";
        case CheckedItem::Verdict::Bad:
            return "FAIL";
    }
    std::unreachable();
}

// Reports the results of the checks. Errc::BadInput if one of them failed.
Result<void> run_check_bot(const CheckBotOptions& options, std::ostream& out) {
    TRY(const Variant* variant, find_variant(options.variant));
    TRY(auto spec, parse_player(options.bot));
    if (std::holds_alternative<HumanSpec>(spec.kind))
        return fail(Errc::Usage, "a human is not a bot");
    // Uses the sandbox, as a tournament does.
    if (auto* ugi = std::get_if<UgiSpec>(&spec.kind)) ugi->sandboxed = !options.sandbox.off;
    TRY(const auto limits, limits_of(options.limits, *variant));

    const BotCheckPlan plan{.bot = spec,
                            .variant = variant,
                            .limits = limits,
                            .positions = options.positions,
                            .seed = options.seed.value_or(1),
                            .surroundings = surroundings_of(options.sandbox)};
    TRY(const bool fine, check_bot(plan, [&](const CheckedItem& item) {
            out << fmt::format("{:<4}  {:<14}  {}\n", word_of(item.verdict), item.name,
                               terminal_safe(item.text, LineBreaks::Keep))
                << std::flush;
        }));
    if (!fine)
        return fail(Errc::BadInput, terminal_safe(spec.text) + " would lose games by forfeit");
    out << terminal_safe(spec.text) << " is ready to play.\n";
    return check_written(out, "standard output");
}

}  // namespace

void add_check_bot(Command& app) {
    auto& command = app.add("check-bot", "Check whether a bot is ready for a tournament.",
                            {"xttt check-bot python:team33.py --variant double",
                             "xttt check-bot ugi:./mybot --movetime 1s --positions 50"});
    auto options = std::make_shared<CheckBotOptions>();
    command.option("PLAYER", options->bot, "The bot, such as python:team33.py").required();
    command.group("Check");
    add_variant_option(command, options->variant);
    command.option("--positions N", options->positions, "Positions to ask the bot about")
        .range(1, 1'000'000);
    add_seed_option(command, options->seed);
    add_limit_options(command, options->limits);
    add_sandbox_options(command, options->sandbox);
    add_player_note(command);
    command.run([options](Streams io) { return run_check_bot(*options, io.out); });
}

}  // namespace xttt
