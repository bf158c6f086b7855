#include "players/ugi_process.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "players/bot_command.h"
#include "ugi/answer.h"

namespace xttt {
namespace {

using Kind = OutputEvent::Kind;

constexpr std::string_view kInfo = "info ";
// Time for a program to exit after "quit" before it is killed.
constexpr auto kQuitGrace = std::chrono::milliseconds(200);
// Bytes of standard error that are kept as evidence.
constexpr std::size_t kShownErrorBytes = 400;
constexpr std::size_t kMaxNameBytes = 200;

bool starts_with_word(std::string_view text_line, std::string_view word) {
    return text_line.starts_with(word) &&
           (text_line.size() == word.size() || text_line[word.size()] == ' ');
}

std::string_view first_word(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text.substr(0, text.find(' '));
}

long milliseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

// The end of its standard error on one text line, safe to print.
std::string shown_errors(std::string_view text) {
    if (text.size() > kShownErrorBytes) {
        text.remove_prefix(text.size() - kShownErrorBytes);
        text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
    }
    std::string shown;
    for (const auto text_line : split(text, '\n')) {
        if (text_line.empty()) continue;
        if (!shown.empty()) shown += " | ";
        for (const char c : text_line) shown += c >= ' ' && c <= '~' ? c : '?';
    }
    return shown.empty() ? shown : "; standard error: " + shown;
}

ForfeitReason reason_of(Violation::Kind kind) {
    switch (kind) {
        case Violation::Kind::ProcessOrThread:
            return ForfeitReason::StartedProcess;
        case Violation::Kind::SystemCall:
            return ForfeitReason::ForbiddenCall;
        case Violation::Kind::Memory:
            return ForfeitReason::MemoryLimit;
        case Violation::Kind::OpponentTime:
            return ForfeitReason::TimeLimit;
    }
    std::unreachable();
}

ForfeitReason reason_of(HostForfeit::Reason reason) {
    switch (reason) {
        case HostForfeit::Reason::Load:
        case HostForfeit::Reason::Crash:
        case HostForfeit::Reason::Host:
            return ForfeitReason::Crash;
        case HostForfeit::Reason::Memory:
            return ForfeitReason::MemoryLimit;
        case HostForfeit::Reason::Move:
            return ForfeitReason::IllegalMove;
        case HostForfeit::Reason::Board:
            return ForfeitReason::ChangedBoard;
    }
    std::unreachable();
}

MoveNote note_of(std::string_view info_text) {
    MoveNote note;
    if (info_text.empty()) return note;
    const auto answer = ugi::parse_answer(info_text);
    if (!answer || !std::holds_alternative<ugi::Info>(*answer)) return note;
    const auto& info = std::get<ugi::Info>(*answer);
    note.depth = info.depth;
    note.seldepth = info.seldepth;
    note.nodes = info.nodes;
    note.hashfull = info.hashfull;
    note.pv = fmt::format("{}", fmt::join(info.pv, " "));
    if (info.score)
        note.score = is_line_score(*info.score)
                         ? NoteScore{NoteScore::Kind::Win, moves_to_line(*info.score)}
                         : NoteScore{NoteScore::Kind::Points, *info.score};
    return note;
}

}  // namespace

std::expected<UgiProcess, Failure> UgiProcess::start(const ChildOptions& options,
                                                     const Variant& variant, Deadline until,
                                                     bool hosted,
                                                     std::span<const UgiOption> settings,
                                                     const ProtocolSide& protocol) {
    auto child = Child::start(options);
    if (!child)
        return std::unexpected(Failure{ForfeitReason::Crash, child.error().message,
                                       child.error().code == Errc::Unsupported});
    UgiProcess process(std::move(*child), options, hosted);
    process.set_protocol(protocol);
    process.send("ugi\n");
    if (auto greeting = process.await("ugiok", until); greeting.failure) {
        Failure& failure = *greeting.failure;
        if (hosted && !process.host_started_ && !failure.of_host) {
            failure.of_host = true;
            failure.evidence = fmt::format("{} does not run the host of course bots: {}",
                                           options.argv.front(), failure.evidence);
        }
        return std::unexpected(std::move(failure));
    }
    if (process.edition_ != 0 && process.edition_ != variant.big_boards)
        process.notes_.push_back(
            fmt::format("it is written for the {} edition ({}): play it with --variant {}",
                        process.edition_ == 2 ? 2019 : 2018, process.edition_evidence_,
                        process.edition_ == 2 ? kDouble.name : kExtreme.name));
    process.send(fmt::format("setoption name Variant value {}\n", variant.name));
    for (const UgiOption& option : settings) {
        if (auto why = process.missing_option(option); !why.empty())
            return std::unexpected(Failure{ForfeitReason::Crash, std::move(why)});
        // A button has no value.
        process.send(option.value.empty()
                         ? fmt::format("setoption name {}\n", option.name)
                         : fmt::format("setoption name {} value {}\n", option.name, option.value));
    }
    return process;
}

std::string UgiProcess::missing_option(const UgiOption& option) const {
    const auto same = [&](const std::string& name) {
        return to_lower(name) == to_lower(option.name);
    };
    if (std::ranges::any_of(option_names_, same)) return {};
    const std::vector<std::string_view> known(option_names_.begin(), option_names_.end());
    return fmt::format("the program has no option {}{}", quote(option.name),
                       known.empty() ? std::string() : known_words_hint(option.name, known));
}

std::optional<Failure> UgiProcess::new_game(Deadline until) {
    resume();
    send("uginewgame\nisready\n");
    auto ready = await("readyok", until);
    if (!ready.failure) {
        pause();
        cpu_before_ = child_.cpu_time_of_turns();
    }
    return std::move(ready.failure);
}

Reply UgiProcess::ask(std::string_view text, Deadline until) {
    // Discards earlier output, which is not an answer to this command.
    child_.discard_received();
    last_info_.clear();
    last_other_.clear();
    call_site_.clear();
    resume();
    send(text);
    auto answer = await("bestmove", until);
    if (answer.failure)
        return {.answer = std::move(*answer.failure), .cpu = child_.cpu_time() - cpu_before_};
    Reply reply{.answer = std::string(first_word(answer.rest)), .at = answer.at};
    pause();
    const auto memory = notes_memory_ ? child_.memory_of_turn() : 0;
    const auto cpu = child_.cpu_time_of_turns();
    reply.cpu = cpu - std::exchange(cpu_before_, cpu);
    reply.note = note_of(last_info_);
    if (memory > 0) reply.note.memory = memory / 1024;
    return reply;
}

void UgiProcess::quit() {
    resume();
    send("quit\n");
    child_.stop(after(kQuitGrace));
}

UgiProcess::Awaited UgiProcess::await(std::string_view word, Deadline until) {
    const auto since = Clock::now();
    for (;;) {
        const OutputEvent event = child_.await_text_line(until);
        if (event.kind != Kind::TextLine)
            return {{}, event.at, without_folder(failure_of(event, since))};
        if (protocol_.log) protocol_.log->received(protocol_.side, event.text_line, event.at);
        if (starts_with_word(event.text_line, word))
            return {event.text_line.substr(word.size()), event.at, std::nullopt};
        if (const auto forfeit = hosted_ ? parse_forfeit(event.text_line) : std::nullopt) {
            Failure failure{reason_of(forfeit->reason), forfeit->evidence};
            // After the host's first message, a bot may imitate the host.
            failure.of_host = forfeit->reason == HostForfeit::Reason::Host && !host_started_;
            const auto at = event.at;
            child_.kill();
            return {{}, at, without_folder(std::move(failure))};
        }
        take_note(event.text_line);
        // Checks the deadline here too, for a program that never stops writing.
        if (event.at >= until)
            return {
                {}, event.at, without_folder(failure_of({Kind::TimedOut, {}, event.at}, since))};
    }
}

void UgiProcess::take_note(std::string_view text_line) {
    if (text_line.starts_with("id name "))
        name_ = to_utf8(text_line.substr(8, kMaxNameBytes));
    else if (text_line.starts_with(kInfo)) {
        constexpr std::string_view kString = "info string ";
        if (text_line.starts_with(kString))
            take_host_text(text_line.substr(kString.size()));
        else
            last_info_.assign(text_line);
    } else if (text_line.starts_with("option ")) {
        constexpr std::size_t kMostOptions = 1000;
        const auto answer = ugi::parse_answer(text_line);
        if (answer && std::holds_alternative<ugi::OptionInfo>(*answer) &&
            option_names_.size() < kMostOptions)
            option_names_.push_back(std::get<ugi::OptionInfo>(*answer).name);
    } else if (!text_line.starts_with("id "))
        last_other_.assign(text_line.substr(0, 200));
}

void UgiProcess::take_host_text(std::string_view text) {
    constexpr std::string_view kNote = "note ", kEdition = "edition ", kAt = "at ";
    constexpr std::size_t kMostNotes = 20;
    host_started_ = host_started_ || text.starts_with("host ");
    if (text.starts_with(kAt)) {
        call_site_ = to_utf8(text.substr(kAt.size(), 200));
    } else if (text.starts_with(kNote) && notes_.size() < kMostNotes) {
        notes_.push_back(to_utf8(text.substr(kNote.size(), 500)));
    } else if (text.starts_with(kEdition) && text.size() > kEdition.size() + 2) {
        edition_ = text[kEdition.size()] == '2' ? 2 : 1;
        edition_evidence_ = to_utf8(text.substr(kEdition.size() + 2, 200));
    }
}

Failure UgiProcess::without_folder(Failure failure) const {
    if (folder_.size() < 2) return failure;
    const std::string folder = folder_ + "/";
    for (auto at = failure.evidence.find(folder); at != std::string::npos;
         at = failure.evidence.find(folder, at))
        failure.evidence.erase(at, folder.size());
    return failure;
}

Failure UgiProcess::violation_failure() {
    Failure failure{reason_of(child_.violation()->kind), child_.violation()->evidence};
    const bool is_call = failure.reason == ForfeitReason::ForbiddenCall ||
                         failure.reason == ForfeitReason::StartedProcess;
    if (is_call && !call_site_.empty()) failure.evidence += fmt::format(" ({})", call_site_);
    return failure;
}

Failure UgiProcess::failure_of(const OutputEvent& event, Clock::time_point since) {
    switch (event.kind) {
        case Kind::TimedOut: {
            const Usage usage = child_.usage();
            child_.kill();
            auto evidence = fmt::format(
                "no answer within {} ms: {} ms of CPU time used for this move, {} ms of waiting "
                "for "
                "a CPU since the program's start",
                milliseconds(event.at - since), milliseconds(usage.cpu - cpu_before_),
                milliseconds(usage.waited_for_cpu));
            if (!last_other_.empty())
                evidence += fmt::format("; its output: {}", quote(last_other_));
            return {ForfeitReason::TimeLimit, evidence + shown_errors(child_.error_tail())};
        }
        case Kind::Closed: {
            const ExitStatus status = child_.kill();
            // A violation may be detected only while the process ends.
            if (child_.violation()) return violation_failure();
            return {ForfeitReason::Crash,
                    "ended with " + to_text(status) + shown_errors(child_.error_tail())};
        }
        case Kind::TooLong: {
            auto evidence = fmt::format("sent {} bytes without a line end: {}",
                                        event.text_line.size(), quote(event.text_line));
            child_.kill();
            return {ForfeitReason::IllegalMove, std::move(evidence)};
        }
        case Kind::Violated:
            return violation_failure();
        case Kind::TextLine:
            break;
    }
    std::unreachable();
}

}  // namespace xttt
