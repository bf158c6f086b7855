#include "tournament/runner/protocol_log.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <numeric>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/text.h"
#include "record/game_record.h"
#include "record/jsonl_names.h"

namespace xttt {

// Writes the section of its game when the game has ended, after the players.
class ProtocolLog::Listener final : public GameListener {
public:
    Listener(ProtocolLog& log, std::uint64_t id) : log_(log), id_(id) {}
    void on_end(const PlayedGame& game, const AnyPosition&) override {
        const auto& forfeit = game.record.forfeit;
        const bool is_fault = forfeit && forfeit->reason != ForfeitReason::Resignation;
        log_.end(id_,
                 forfeit
                     ? fmt::format("{} forfeits by {}: {}", letter(forfeit->offender),
                                   name(forfeit->reason), forfeit->detail)
                     : fmt::format("{} by {}", result_name(game.ending.result), game.ending.reason),
                 is_fault);
    }

private:
    ProtocolLog& log_;
    std::uint64_t id_;
};

Result<std::unique_ptr<ProtocolLog>> ProtocolLog::open(std::string path, int games) {
    std::unique_ptr<ProtocolLog> log(new ProtocolLog(std::move(path), games));
    log->out_.open(log->path_, std::ios::binary | std::ios::trunc);
    if (!log->out_)
        return fail(Errc::Usage,
                    fmt::format("cannot write {}: {}", quote(log->path_), std::strerror(errno)));
    return log;
}

ProtocolLog::~ProtocolLog() {
    const std::lock_guard lock(mutex_);
    if (written_ && std::ssize(sections_) > games_) rewrite();
}

std::unique_ptr<GameListener> ProtocolLog::listen(const GameTask& task) {
    if (!task.setup.protocol) return nullptr;
    const std::lock_guard lock(mutex_);
    running_[task.id] = {
        fmt::format("== game {}, {:%Y-%m-%d %H:%M:%S}: x {}, o {}, seed {}\n", task.id + 1,
                    fmt::localtime(std::time(nullptr)), to_utf8(task.players[0]->name),
                    to_utf8(task.players[1]->name), task.setup.seed),
        task.setup.protocol};
    return std::make_unique<Listener>(*this, task.id);
}

void ProtocolLog::end(std::uint64_t id, std::string_view last_line, bool forfeit) {
    const std::lock_guard lock(mutex_);
    const auto found = running_.extract(id);
    if (found.empty()) return;
    const Running& game = found.mapped();
    const std::string section =
        fmt::format("{}{}== {}\n\n", game.title, game.protocol->take(), last_line);
    append(section);
    if (!forfeit) return;
    const std::filesystem::path file(path_);
    const auto own = file.parent_path() / fmt::format("{}-forfeit-{:04}{}", file.stem().string(),
                                                      id + 1, file.extension().string());
    std::ofstream out(own, std::ios::binary | std::ios::trunc);
    write(out, own.string(), section);
}

Result<void> ProtocolLog::written() {
    const std::lock_guard lock(mutex_);
    return written_;
}

void ProtocolLog::write(std::ofstream& out, const std::string& path, std::string_view text) {
    out << text << std::flush;
    if (!out && written_)
        written_ = fail(Errc::Io, fmt::format("cannot write {}: {}; the log is not complete",
                                              quote(path), std::strerror(errno)));
}

void ProtocolLog::add_unfinished() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, game] : running_)
        append(fmt::format("{}{}== unfinished\n\n", game.title, game.protocol->take()));
    running_.clear();
}

void ProtocolLog::append(const std::string& section) {
    if (!written_) return;
    write(out_, path_, section);
    sections_.push_back(section.size());
    // Not at each game, so that a long run copies each section once.
    if (written_ && std::ssize(sections_) >= 2 * games_) rewrite();
}

void ProtocolLog::rewrite() {
    out_.close();
    while (std::ssize(sections_) > games_) sections_.pop_front();
    const auto kept = std::accumulate(sections_.begin(), sections_.end(), std::size_t{0});
    std::string text(kept, '\0');
    {
        std::ifstream in(path_, std::ios::binary | std::ios::ate);
        in.seekg(-static_cast<std::streamoff>(kept), std::ios::end);
        in.read(text.data(), static_cast<std::streamsize>(kept));
        text.resize(static_cast<std::size_t>(in.gcount()));
    }
    out_.open(path_, std::ios::binary | std::ios::trunc);
    write(out_, path_, text);
}

}  // namespace xttt
