#include "play/full_screen.h"

#include <algorithm>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "base/text.h"
#include "play/background_player.h"
#include "play/view.h"
#include "players/human_player.h"
#include "record/record_io.h"
#include "referee/arbiter.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

constexpr const char* kHintEngine = "engine:movetime=700";
constexpr std::string_view kHelp =
    "dots: legal cells, heavy frame: your board, blue: your opponent's next board";
bool is_human(const PlayerSpec& spec) {
    return std::holds_alternative<HumanSpec>(spec.kind);
}

// Uses the arbiter directly instead of play_game(), because the screen is redrawn between key
// strokes and a person may take back moves.
template <const Variant& V>
class GameScreen {
public:
    GameScreen(const FullScreenGame& game,
               std::array<std::unique_ptr<BackgroundPlayer>, 2> opponents)
        : game_(game), opponents_(std::move(opponents)) {}

    Result<GameRecord> run() {
        opening_ = game_.setup.opening.size();
        TRY(auto arbiter, Arbiter<V>::begin(game_.setup, {}));
        arbiter_.emplace(std::move(arbiter));
        begin_turn();
        Terminal terminal;
        terminal_ = &terminal;
        while (!leaving_) {
            drive();
            draw();
            handle(terminal.wait_key(thinking() ? 40 : 250));
        }
        return arbiter_->record();
    }

private:
    const Position<V>& pos() const { return arbiter_->position(); }
    BackgroundPlayer* opponent() const {
        if (arbiter_->over()) return nullptr;
        return opponents_[static_cast<std::size_t>(index(pos().side_to_move()))].get();
    }
    bool thinking() const { return opponent() != nullptr; }
    bool human_to_move() const { return !arbiter_->over() && opponent() == nullptr; }

    void begin_turn() {
        turn_began_ = Clock::now();
        asked_ = false;
        hint_ = kNoMove;
        if (!human_to_move() || pos().is_legal(cursor_)) return;
        // Moves the cursor to the legal cell nearest to the middle of the playable boards.
        cursor_ = pos().nth_legal(static_cast<unsigned>(pos().legal_count()) / 2);
    }

    // Requests the move of a program, or checks the clock of a person.
    void drive() {
        if (arbiter_->over()) return;
        if (BackgroundPlayer* other = opponent()) {
            if (!asked_) {
                other->ask(arbiter_->turn(), arbiter_->deadline(Clock::now()));
                asked_ = true;
            } else if (auto answer = other->take()) {
                judge(std::move(answer->reply), answer->used);
            }
        } else if (Clock::now() >= arbiter_->deadline(turn_began_)) {
            judge({Failure{ForfeitReason::TimeLimit, "ran out of time"}},
                  Clock::now() - turn_began_);
        }
    }

    void judge(Reply reply, Clock::duration used) {
        const Side side = pos().side_to_move();
        used_[static_cast<std::size_t>(index(side))] += used;
        arbiter_->judge(std::move(reply), used);
        const auto& forfeit = arbiter_->record().forfeit;
        if (forfeit)
            message_ = fmt::format("{} forfeits by {}: {}", letter(forfeit->offender),
                                   name(forfeit->reason), terminal_safe(forfeit->detail));
        else
            message_.clear();
        begin_turn();
    }

    void play(Move move) { judge({move}, Clock::now() - turn_began_); }

    // --- Input -----------------------------------------------------------------------------------
    void handle(const Keystroke& stroke) {
        if (stroke.key == KeyCode::None || stroke.key == KeyCode::Resize) return;
        if (confirming_) return confirm(stroke);
        switch (stroke.key) {
            case KeyCode::Up:
                return step(-1, 0);
            case KeyCode::Down:
                return step(1, 0);
            case KeyCode::Left:
                return step(0, -1);
            case KeyCode::Right:
                return step(0, 1);
            case KeyCode::Enter:
                return enter();
            case KeyCode::Tab:
                return hint();
            case KeyCode::Escape:
                input_.clear();
                return;
            case KeyCode::Backspace:
                if (!input_.empty()) input_.pop_back();
                return;
            case KeyCode::Character:
                return type(stroke.character);
            case KeyCode::None:
            case KeyCode::Resize:
                return;
        }
    }

    void type(char c) {
        if (!input_.empty() || !command(c)) input_ += c;
        if (input_ == " ") input_.clear();
    }

    // Letters beyond the columns are commands.
    bool command(char c) {
        switch (c) {
            case 'u':
                undo();
                return true;
            case 's':
                save();
                return true;
            case 'r':
                if (human_to_move()) {
                    confirming_ = true;
                    message_ = "Resign? Press y to confirm, any other key to cancel.";
                }
                return true;
            case 'q':
                leaving_ = true;
                return true;
            case '?':
                message_ = kHelp;
                return true;
            default:
                return false;
        }
    }

    void confirm(const Keystroke& stroke) {
        confirming_ = false;
        message_.clear();
        if (stroke.character == 'y' && human_to_move())
            judge({Failure{ForfeitReason::Resignation, "resigned"}}, Clock::now() - turn_began_);
    }

    void step(int rows, int columns) {
        if (!human_to_move()) return;
        GridCell at = grid_cell<V>(cursor_);
        at.row = std::clamp(at.row + rows, 0, V.width() - 1);
        at.column += columns;
        if (at.column < 0 && at.big_board > 0) at = {at.big_board - 1, at.row, V.width() - 1};
        if (at.column >= V.width() && at.big_board + 1 < V.big_boards)
            at = {at.big_board + 1, at.row, 0};
        at.column = std::clamp(at.column, 0, V.width() - 1);
        cursor_ = move_at<V>(at);
        message_.clear();
    }

    void enter() {
        const std::string text = std::exchange(input_, {});
        if (!human_to_move()) return;
        const auto move =
            text.empty() ? parse_move(pos(), move_text<V>(cursor_)) : parse_typed_move(pos(), text);
        if (!move) {
            message_ = move.error().message;
            return;
        }
        cursor_ = *move;
        play(*move);
    }

    void hint() {
        if (!human_to_move()) return;
        message_ = "Looking for a good move...";
        draw();
        if (!adviser_) {
            auto made = make_player(kHintEngine, V);
            if (!made) {
                message_ = made.error().message;
                return;
            }
            adviser_ = std::move(*made);
            adviser_->start_game({V, pos().side_to_move(), game_.setup.seed}, Deadline::max());
        }
        const Reply reply = adviser_->choose(arbiter_->turn(), Deadline::max());
        const auto* text = std::get_if<std::string>(&reply.answer);
        const auto move = text != nullptr ? read_move<V>(*text) : std::nullopt;
        if (!move) return;
        hint_ = cursor_ = *move;
        message_ = fmt::format("Hint: {}", *text);
        if (reply.note.score && reply.note.score->kind == NoteScore::Kind::Points)
            message_ += fmt::format(" (expects {:+.1f} points)", reply.note.score->value / 100.0);
    }

    // Takes back moves until a person is to move again.
    void undo() {
        if (thinking()) {
            message_ = "Wait for your opponent's move.";
            return;
        }
        const auto& moves = arbiter_->record().moves;
        std::vector<Side> movers;
        const auto played = replay<V>(arbiter_->record(), [&](const auto& at, const auto&) {
            movers.push_back(at.side_to_move());
        });
        static_cast<void>(played);
        std::size_t keep = moves.size();
        while (keep > opening_ && opponents_[static_cast<std::size_t>(index(movers[keep - 1]))])
            --keep;
        if (keep == opening_) {
            message_ = "No move to take back.";
            return;
        }
        GameSetup setup = game_.setup;
        setup.opening.assign(moves.begin(), moves.begin() + static_cast<long>(keep - 1));
        for (const Side side : {Side::X, Side::O}) {
            auto& clock = setup.limits[static_cast<std::size_t>(index(side))].clock;
            if (clock)
                clock->remaining = std::max(arbiter_->clock(side).remaining, Milliseconds(1000));
        }
        arbiter_.emplace(*Arbiter<V>::begin(setup, {}));
        message_ = "Move taken back.";
        begin_turn();
    }

    void save() {
        const auto format = record_format(game_.save_path);
        const auto text = record_text(format.value_or(RecordFormat::Xgn), arbiter_->record());
        std::ofstream file(game_.save_path);
        if (text) file << *text << std::flush;
        message_ = text && file ? fmt::format("Saved. Resume it with: xttt play --resume {}",
                                              game_.save_path)
                                : fmt::format("Cannot write {}", game_.save_path);
    }

    // --- Display ---------------------------------------------------------------------------------
    PanelSide shown(Side side) const {
        const auto i = static_cast<std::size_t>(index(side));
        const bool running = !arbiter_->over() && pos().side_to_move() == side;
        const auto now = running ? Clock::now() - turn_began_ : Clock::duration::zero();
        const bool counts_down = game_.setup.limits[i].clock.has_value();
        const auto time =
            counts_down ? std::max(arbiter_->clock(side).remaining - now, Clock::duration::zero())
                        : used_[i] + now;
        return {terminal_safe(game_.players[i].text),
                std::chrono::duration_cast<Milliseconds>(time)};
    }

    void draw() {
        xttt::draw(*terminal_, {.position = pos(),
                                .record = arbiter_->record(),
                                .sides = {shown(Side::X), shown(Side::O)},
                                .cursor = human_to_move() ? std::optional(cursor_) : std::nullopt,
                                .hint = hint_,
                                .bottom = bottom_text(),
                                .ascii = game_.ascii});
    }

    std::string bottom_text() const {
        if (!input_.empty()) return fmt::format("> {}_", input_);
        if (!message_.empty()) return message_;
        if (arbiter_->over()) return "Game over. u: take back, s: save, q: quit";
        if (!human_to_move()) return "Thinking...";
        const auto preview = preview_text(pos(), cursor_);
        return preview.empty()
                   ? move_text<V>(cursor_) + " is not legal: play in the highlighted board"
                   : preview;
    }

    const FullScreenGame& game_;
    std::array<std::unique_ptr<BackgroundPlayer>, 2> opponents_;  // none for a person
    std::unique_ptr<Player> adviser_;
    std::optional<Arbiter<V>> arbiter_;
    std::size_t opening_ = 0;
    Terminal* terminal_ = nullptr;
    std::array<Clock::duration, 2> used_{};
    Clock::time_point turn_began_{};
    bool asked_ = false;
    Move cursor_ = kNoMove;
    Move hint_ = kNoMove;
    std::string input_;
    std::string message_;
    bool confirming_ = false;
    bool leaving_ = false;
};

}  // namespace

Result<GameRecord> play_full_screen(const FullScreenGame& game) {
    std::array<std::unique_ptr<BackgroundPlayer>, 2> opponents;
    for (const Side side : {Side::X, Side::O}) {
        const auto i = static_cast<std::size_t>(index(side));
        if (is_human(game.players[i])) continue;
        TRY(opponents[i],
            BackgroundPlayer::start(game.players[i], {*game.setup.variant, side, game.setup.seed},
                                    game.environment, game.setup.start_limit));
    }
    return with_variant(game.setup.variant->name, [&]<const Variant & V>() -> Result<GameRecord> {
        return GameScreen<V>(game, std::move(opponents)).run();
    });
}

}  // namespace xttt
