#include <algorithm>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include <unistd.h>

#include "base/count_text.h"
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

// The progress: one row on a terminal, redrawn a few times a second, otherwise a message now and
// then.
class CheckProgress {
public:
    CheckProgress(std::ostream& out, std::ostream& log, int positions)
        : out_(out), log_(log), positions_(positions), terminal_(::isatty(STDERR_FILENO) == 1) {}
    ~CheckProgress() { clear(); }

    void show(int answers) {
        const auto now = Clock::now();
        if (answers == 1) begun_ = now;  // the start of the bot does not count
        if (answers < 2 || now < next_) return;
        next_ = now + interval();
        const auto left = (now - begun_) / (answers - 1) * std::max(positions_ - answers, 0);
        const std::string text = fmt::format("{} of {} answers, about {} left", answers, positions_,
                                             duration_text(left));
        if (terminal_)
            log_ << "\r\x1b[K" << text << std::flush;
        else
            out_ << text << '\n' << std::flush;
        drawn_ = terminal_;
    }
    void clear() {
        if (std::exchange(drawn_, false)) log_ << "\r\x1b[K" << std::flush;
    }

private:
    Milliseconds interval() const { return Milliseconds(terminal_ ? 250 : 10'000); }

    std::ostream& out_;
    std::ostream& log_;
    int positions_;
    bool terminal_;
    bool drawn_ = false;
    Clock::time_point begun_ = Clock::now(), next_ = begun_ + interval();
};

std::string plan_text(int positions, const PlayLimits& limits) {
    std::string text = count_text(static_cast<std::uint64_t>(positions), "move");
    if (limits.move_time)
        text += fmt::format(": at most {} if each takes {}",
                            duration_text(*limits.move_time * positions),
                            duration_text(*limits.move_time));
    return text;
}

constexpr int kUndecidedExitCode = 3;

// Reports the results of the checks, and on a terminal the progress on `log`. Errc::BadInput if one
// of them failed; the exit code of a check that could not judge the bot differs from all others.
Result<int> run_check_bot(const CheckBotOptions& options, std::ostream& out, std::ostream& log) {
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
                            .environment = player_environment(options.sandbox)};
    CheckProgress progress(out, log, options.positions);
    bool planned = false;
    const auto tell = [&](const CheckedItem& item) {
        progress.clear();
        out << fmt::format("{:<4}  {:<14}  {}\n", word_of(item.verdict), item.name,
                           terminal_safe(item.text, LineBreaks::Keep))
            << std::flush;
        // After the first item, the start of the bot: its moves take most of the time.
        if (!std::exchange(planned, true))
            out << fmt::format("{:<4}  {:<14}  {}\n", "", "plan",
                               plan_text(options.positions, limits))
                << std::flush;
    };
    TRY(const BotVerdict verdict,
        check_bot(plan, {.on_item = tell, .on_answer = [&](int n) { progress.show(n); }}));
    progress.clear();
    if (verdict == BotVerdict::Forfeits)
        return fail(Errc::BadInput, terminal_safe(spec.text) + " would lose games by forfeit");
    out << terminal_safe(spec.text)
        << (verdict == BotVerdict::Ready ? " is ready to play.\n"
                                         : " could not be judged: this machine was too busy.\n");
    TRY_VOID(check_written(out, "standard output"));
    return verdict == BotVerdict::Ready ? 0 : kUndecidedExitCode;
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
    command.option("--positions N", options->positions, "Number of moves to request from the bot")
        .range(1, 1'000'000);
    add_seed_option(command, options->seed);
    add_limit_options(command, options->limits);
    add_sandbox_options(command, options->sandbox);
    add_player_note(command);
    command.run([options](Streams io) { return run_check_bot(*options, io.out, io.err); });
}

}  // namespace xttt
