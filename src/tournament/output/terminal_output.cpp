#include <deque>

#include <fmt/format.h>

#include "base/count_text.h"
#include "base/text.h"
#include "referee/game_setup.h"
#include "tournament/output/forecast.h"
#include "tournament/output/outputs.h"
#include "tournament/output/standings_text.h"

namespace xttt {
namespace {

constexpr auto kBetweenDrawings = std::chrono::milliseconds(250);
// The standings of very large tournaments take long to compute: drawing is limited to a small share
// of the time.
constexpr int kDrawingShare = 50;
constexpr std::size_t kMaxResults = 5;
constexpr std::size_t kMaxForfeits = 3;

void add_newest(std::deque<std::string>& rows, std::string row, std::size_t most) {
    rows.push_front(std::move(row));
    if (rows.size() > most) rows.pop_back();
}

class TerminalOutput final : public TournamentListener {
public:
    TerminalOutput(std::ostream& out, std::string title, std::vector<std::string> names,
                   std::function<TerminalSize()> size)
        : out_(out),
          title_(std::move(title)),
          names_(terminal_safe_names(std::move(names))),
          size_(std::move(size)) {}

    void on_begin(const Progress& progress) override {
        rate_.add(0);
        draw(progress);
    }
    void on_games(std::span<const StoredGame> games, const Progress&) override {
        rate_.add(static_cast<long>(games.size()));
        // Only the last of many simultaneous results fit on the screen.
        const std::size_t skipped = games.size() > kMaxResults ? games.size() - kMaxResults : 0;
        for (const StoredGame& game : games.subspan(skipped))
            add_newest(results_, fmt::format("{:>7}  {}", game.id, game_text(game, names_)),
                       kMaxResults);
        for (const StoredGame& game : games) {
            busy_ += game.host.too_busy;
            if (!game.has_fault()) continue;
            ++forfeits_seen_;
            add_newest(forfeits_, fmt::format("{:>7}  {}", game.id, forfeit_text(game, names_)),
                       kMaxForfeits);
        }
    }
    void on_pause(bool paused) override { paused_ = paused; }
    void on_warning(const std::string& text) override {
        constexpr std::size_t kMostWarnings = 20;
        warning_ = "warning: " + terminal_safe(text);
        // Shows only the last warning of each kind, recognised by its beginning.
        std::erase_if(warnings_, [&](const std::string& old) {
            return old.substr(0, 30) == warning_.substr(0, 30);
        });
        if (warnings_.size() < kMostWarnings) warnings_.push_back(warning_);
    }
    void on_stopping(std::size_t games) override { stopping_ = stopping_text(games); }
    void on_end(const Progress& progress) override {
        if (rows_drawn_ > 0) out_ << fmt::format("\x1b[{}A\r\x1b[J", rows_drawn_);
        rows_drawn_ = 0;
        text_output(out_, names_, true)->on_end(progress);
        // Prints the warnings again after the display has been removed.
        for (const std::string& warning : warnings_) out_ << warning << '\n';
        if (const std::string text = busy_text(busy_); !text.empty()) out_ << text << '\n';
        out_ << std::flush;
    }
    void on_tick(const Progress& progress) override {
        if (Clock::now() >= next_drawing_) draw(progress);
    }

private:
    void draw(const Progress& progress) {
        const auto began = Clock::now();
        const TerminalSize size = size_();
        std::string text;
        // Moves the cursor to the first row of the last drawing; each row is cleared as it is
        // written.
        if (rows_drawn_ > 0) text += fmt::format("\x1b[{}A\r", rows_drawn_);
        const auto rows = picture(progress, size);
        const std::size_t most = static_cast<std::size_t>(std::max(size.rows - 1, 1));
        rows_drawn_ = 0;
        for (const std::string& row : rows) {
            if (rows_drawn_ == most) break;
            std::string shown =
                fitted(row, static_cast<std::size_t>(std::max(size.columns - 1, 1)));
            shown.erase(shown.find_last_not_of(' ') + 1);
            text += shown + "\x1b[K\n";
            ++rows_drawn_;
        }
        out_ << text + "\x1b[J" << std::flush;
        const auto now = Clock::now();
        next_drawing_ =
            now + std::max<Clock::duration>(kBetweenDrawings, (now - began) * kDrawingShare);
    }
    std::vector<std::string> picture(const Progress& progress, TerminalSize size) const {
        const StagePlan& plan = progress.plans()[static_cast<std::size_t>(progress.stage())];
        const long left = progress.games_left(), played = progress.games_recorded();
        std::vector<std::string> rows{title_};
        rows.push_back(fmt::format("stage {} of {}, {} ({})", progress.stage() + 1,
                                   progress.plans().size(), plan.name, name(plan.format)));
        std::string state = fmt::format(
            "{} played, {} left ({:.0f}%)", count_text(played, "game"), left,
            100.0 * static_cast<double>(played) / static_cast<double>(std::max(played + left, 1L)));
        if (const auto time = rate_.time_for(left))
            state += fmt::format(", about {} to go, {:.3g} games/s", duration_text(*time),
                                 rate_.games_per_second());
        if (forfeits_seen_ > 0) state += ", " + count_text(forfeits_seen_, "forfeit");
        rows.push_back(state);
        if (paused_) rows.push_back("PAUSED. Resume with: xttt tournament resume STORE");
        if (!stopping_.empty()) rows.push_back(stopping_);
        if (!warning_.empty()) rows.push_back(warning_);

        std::vector<std::string> below;
        if (!results_.empty()) below.push_back("last results");
        below.insert(below.end(), results_.begin(), results_.end());
        if (!forfeits_.empty()) below.push_back("last forfeits");
        below.insert(below.end(), forfeits_.begin(), forfeits_.end());

        // The standings use the remaining rows.
        const int free = size.rows - 2 - static_cast<int>(rows.size() + below.size());
        const int per_pool = std::max(1, free / std::max(plan.pools, 1) - 3);
        const std::string table = standings_text(progress, progress.stage(), names_, per_pool);
        int used = 0;
        for (const auto row : split(table, '\n'))
            if (!row.empty() && used++ < free) rows.emplace_back(row);
        rows.insert(rows.end(), below.begin(), below.end());
        return rows;
    }

    std::ostream& out_;
    std::string title_;
    std::vector<std::string> names_;
    std::function<TerminalSize()> size_;
    GameRate rate_;
    std::deque<std::string> results_, forfeits_;  // the newest first
    std::string warning_, stopping_;
    long forfeits_seen_ = 0;
    long busy_ = 0;                      // games of this run whose host was too busy
    std::vector<std::string> warnings_;  // each once, for the end
    bool paused_ = false;
    Clock::time_point next_drawing_{};
    std::size_t rows_drawn_ = 0;
};

}  // namespace

std::unique_ptr<TournamentListener> terminal_output(std::ostream& out, std::string title,
                                                    std::vector<std::string> names,
                                                    std::function<TerminalSize()> size) {
    return std::make_unique<TerminalOutput>(out, std::move(title), std::move(names),
                                            std::move(size));
}

}  // namespace xttt
