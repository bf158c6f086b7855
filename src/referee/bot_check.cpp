#include "referee/bot_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/count_text.h"
#include "players/random_player.h"
#include "referee/host_monitor.h"
#include "referee/referee.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

using Verdict = CheckedItem::Verdict;

// Maximum number of games, for a bot whose games are short.
constexpr int kMaxGames = 400;
// Number of moves to compare when the first game is repeated.
constexpr int kRepeatedAnswers = 20;
// A game that the bot lost on time because of the host is played again, at most this often.
constexpr int kBusyGames = 3;

// Forwards to the bot for a given number of answers; then resigns.
class LimitedAnswers final : public Player {
public:
    LimitedAnswers(Player& bot, const BotCheckPlan& plan) : bot_(bot), plan_(plan) {}

    std::optional<Failure> start_game(const GameInfo& game, Deadline until) override {
        return bot_.start_game(game, until);
    }
    Reply choose(const Turn& turn, Deadline until) override {
        if (left == 0 || plan_.is_stopped())
            return {Failure{ForfeitReason::Resignation, "stopped by check-bot: enough answers"}};
        --left;
        ++asked;
        return bot_.choose(turn, until);
    }
    std::optional<Usage> usage() override { return bot_.usage(); }
    void end_game() override { bot_.end_game(); }

    int left = 0;
    int asked = 0;  // answered or not

private:
    Player& bot_;
    const BotCheckPlan& plan_;
};

// Collects statistics of the bot's moves.
class Watch final : public GameListener {
public:
    Watch(Player& bot, const BotCheckListener& listener) : bot_(bot), listener_(listener) {}

    void begin(Side side) {
        side_ = side;
        answers_.clear();
    }
    void on_start(const GameSetup&, const AnyPosition& position) override { look(position); }
    void on_move(const MovedEvent& event) override {
        if (event.side == side_) {
            ++moves;
            bonus += next_is_bonus_;
            open += next_is_open_;
            times.push_back(event.used);
            answers_.push_back(event.move);
            if (const auto usage = bot_.usage()) memory = std::max(memory, usage->peak_memory);
            if (listener_.on_answer) listener_.on_answer(moves);
        }
        look(event.after);
    }
    const std::vector<Move>& answers() const { return answers_; }

    int moves = 0;
    int bonus = 0;
    int open = 0;  // open moves, except the first move of a game
    std::uint64_t memory = 0;
    std::vector<Clock::duration> times;

private:
    void look(const AnyPosition& position) {
        position.visit([this](const auto& pos) {
            next_is_bonus_ = pos.is_bonus_move();
            next_is_open_ = !pos.is_bound() && !pos.last_move().is_none();
        });
    }
    Player& bot_;
    const BotCheckListener& listener_;
    Side side_ = Side::X;
    bool next_is_bonus_ = false;
    bool next_is_open_ = false;
    std::vector<Move> answers_;
};

class Check {
public:
    Check(const BotCheckPlan& plan, Player& bot, const BotCheckListener& listener)
        : plan_(plan), bot_(bot, plan), watch_(bot, listener), listener_(listener) {}

    Result<BotVerdict> run() {
        std::vector<Move> first_answers;
        const int repeated = std::min(kRepeatedAnswers, (plan_.positions + 1) / 4);
        int games = 0;
        for (; games < kMaxGames && goes_on() && bot_.asked < plan_.positions - repeated; ++games) {
            bot_.left = plan_.positions - repeated - bot_.asked;
            TRY_VOID(play(games));
            if (games == 0) first_answers = watch_.answers();
        }
        if (goes_on()) {
            item("legal moves", Verdict::Good,
                 fmt::format("{} in {}, including {} and {}", watch_.moves,
                             count_text(games, "game"), count_text(watch_.bonus, "bonus move"),
                             count_text(watch_.open, "open move")));
            if (sandboxed()) item("sandbox", Verdict::Good, "no forbidden system call");
        }
        tell_of_time();
        tell_of_memory();
        if (goes_on() && repeated > 0) {
            bot_.left = std::min(repeated, static_cast<int>(first_answers.size()));
            TRY_VOID(play(0));
            if (goes_on()) compare(first_answers);
        }
        if (!fine_) return BotVerdict::Forfeits;
        return goes_on() ? BotVerdict::Ready : BotVerdict::Undecided;
    }

private:
    bool goes_on() const { return fine_ && busy_games_ < kBusyGames && !plan_.is_stopped(); }

    bool sandboxed() const {
        if (plan_.environment.trust_all) return false;
        if (const auto* ugi = std::get_if<UgiSpec>(&plan_.bot.kind)) return ugi->sandboxed;
        return std::holds_alternative<CourseBot>(plan_.bot.kind);
    }

    void item(std::string what, Verdict verdict, std::string text) {
        if (verdict == Verdict::Bad) fine_ = false;
        listener_.on_item({std::move(what), verdict, std::move(text)});
    }

    // Plays a game, and repeats it while the host is too busy.
    Result<void> play(int game) {
        for (;;) {
            TRY(const PlayedGame played, play_once(game));
            const auto& forfeit = played.record.forfeit;
            if (!forfeit || forfeit->reason == ForfeitReason::Resignation) return {};
            if (forfeit->reason != ForfeitReason::TimeLimit || !monitor_.evidence().too_busy) {
                tell_of(played, *forfeit);
                return {};
            }
            if (++busy_games_ < kBusyGames) continue;
            item("host", Verdict::Note,
                 fmt::format(
                     "this machine was too busy to judge: in {} games the bot lost on time "
                     "because of it and waited up to {} ms for a CPU; try again when the "
                     "machine is idle",
                     kBusyGames,
                     std::chrono::round<Milliseconds>(monitor_.evidence().longest_wait).count()));
            return {};
        }
    }

    Result<PlayedGame> play_once(int game) {
        const Side side = game % 2 == 0 ? Side::X : Side::O;
        watch_.begin(side);
        RandomPlayer random;
        GameSetup setup{.variant = plan_.variant,
                        .start_limit = plan_.start_limit,
                        .seed = plan_.seed + static_cast<std::uint64_t>(game)};
        setup.limits[index(side)] = plan_.limits;
        std::array<Player*, 2> players{&bot_, &random};
        if (side == Side::O) std::swap(players[0], players[1]);
        monitor_.watch(players);
        const std::array<GameListener*, 2> listeners{&watch_, &monitor_};
        return play_game(setup, players, listeners);
    }

    void tell_of(const PlayedGame& game, const Forfeit& forfeit) {
        item(std::string(name(forfeit.reason)), Verdict::Bad,
             fmt::format("as {}, after {}: {}; moves of the game: {}", letter(forfeit.offender),
                         count_text(watch_.moves, "legal move"), forfeit.detail,
                         moves_text(game.record)));
    }

    static std::string moves_text(const GameRecord& record) {
        if (record.moves.empty()) return "none";
        return *with_variant(record.variant->name, [&]<const Variant & V>() -> Result<std::string> {
            std::vector<std::string> moves;
            for (const auto& recorded : record.moves) moves.push_back(move_text<V>(recorded.move));
            return fmt::format("{}", fmt::join(moves, " "));
        });
    }

    void tell_of_time() {
        if (watch_.times.empty()) return;
        std::ranges::sort(watch_.times);
        const auto median = watch_.times[watch_.times.size() / 2], longest = watch_.times.back();
        auto text = fmt::format("median {:.1f} ms, longest {:.1f} ms", to_milliseconds(median),
                                to_milliseconds(longest));
        const auto limit = plan_.limits.move_time;
        if (limit) text += fmt::format(" (limit {} ms)", limit->count());
        const bool close = limit && longest > *limit * 95 / 100;
        if (close) text += ": close to the limit; the bot may lose on time if the machine is busy";
        item("time", close ? Verdict::Note : Verdict::Good, std::move(text));
    }

    void tell_of_memory() {
        if (watch_.memory == 0) return;
        const auto limit = plan_.environment.memory_limit;
        const bool close = sandboxed() && watch_.memory > limit / 10 * 9;
        auto text = fmt::format("peak {} MB", watch_.memory >> 20);
        if (sandboxed()) text += fmt::format(" (limit {} MB)", limit >> 20);
        item("memory", close ? Verdict::Note : Verdict::Good, std::move(text));
    }

    void compare(const std::vector<Move>& first) {
        const auto& second = watch_.answers();
        const std::size_t count = std::min(first.size(), second.size());
        const auto [a, b] =
            std::mismatch(first.begin(), first.begin() + static_cast<long>(count), second.begin());
        if (a == first.begin() + static_cast<long>(count))
            item(
                "determinism", Verdict::Good,
                fmt::format("same {} when the first game was repeated", count_text(count, "move")));
        else
            item("determinism", Verdict::Note,
                 fmt::format("move {} differed when the first game was repeated: games of this bot "
                             "are not reproducible",
                             a - first.begin() + 1));
    }

    const BotCheckPlan& plan_;
    LimitedAnswers bot_;
    Watch watch_;
    ClockGaps gaps_;
    HostMonitor monitor_{&gaps_};
    const BotCheckListener& listener_;
    bool fine_ = true;
    int busy_games_ = 0;
};

}  // namespace

Result<BotVerdict> check_bot(const BotCheckPlan& plan, const BotCheckListener& listener) {
    std::vector<std::string> notes;
    PlayerEnvironment around = plan.environment;
    around.on_note = [&](const PlayerSpec&, const std::string& note) { notes.push_back(note); };
    TRY(const auto bot, make_player(plan.bot, *plan.variant, around));
    listener.on_item({"handshake", Verdict::Good, "the bot starts and answers"});
    for (std::string& note : notes)
        listener.on_item({"course bot", Verdict::Note, std::move(note)});
    return check_player(plan, *bot, listener);
}

Result<BotVerdict> check_player(const BotCheckPlan& plan, Player& bot,
                                const BotCheckListener& listener) {
    return Check(plan, bot, listener).run();
}

}  // namespace xttt
