#include "process/course_bot.h"

#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "process/spawn.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// Beside this executable, as built and as installed.
Result<std::string> find_host() {
    std::error_code failed;
    const fs::path beside = fs::read_symlink("/proc/self/exe", failed).parent_path();
    const fs::path host = fs::canonical(beside / "../share/xttt/python/xttt_host", failed);
    if (!failed) return host.string();
    return fail(Errc::Unsupported,
                fmt::format("the host for course bots is not at '{}'",
                            (beside / "../share/xttt/python/xttt_host").string()));
}

// The system's own comes before what PATH finds first: version managers put scripts there that
// cannot run inside a jail.
Result<std::string> find_interpreter(const std::string& wanted) {
    if (!wanted.empty()) return find_program(wanted);
    constexpr const char* kSystem = "/usr/bin/python3";
    if (::access(kSystem, X_OK) == 0) return kSystem;
    return find_program("python3");
}

const char* language_name(CourseBot::Language language) {
    switch (language) {
        case CourseBot::Language::Python2:
            return "2";
        case CourseBot::Language::Python3:
            return "3";
        case CourseBot::Language::Auto:
            break;
    }
    return "auto";
}

}  // namespace

Result<ChildOptions> course_bot_command(const CourseBot& bot) {
    std::error_code failed;
    const fs::path file = fs::canonical(bot.file, failed);
    if (failed || !fs::is_regular_file(file))
        return fail(Errc::Process, fmt::format("there is no bot file '{}'", bot.file));
    const auto host = find_host();
    if (!host) return std::unexpected(host.error());
    const auto interpreter = find_interpreter(bot.interpreter);
    if (!interpreter) return std::unexpected(interpreter.error());

    ChildOptions options;
    options.argv = {*interpreter, "-s", "-B", *host, "--language", language_name(bot.language)};
    if (!bot.class_name.empty())
        options.argv.insert(options.argv.end(), {"--class", bot.class_name});
    options.argv.push_back(file.string());
    options.cwd = file.parent_path().string();
    options.jail = JailOptions{.readable = {options.cwd, *host}};
    // An interpreter of its own brings its library along, in the folder above its bin.
    const fs::path real = fs::canonical(*interpreter, failed);
    if (!real.string().starts_with("/usr/"))
        options.jail->readable.push_back(real.parent_path().parent_path().string());
    return options;
}

std::optional<HostForfeit> parse_forfeit(std::string_view line) {
    using Reason = HostForfeit::Reason;
    constexpr std::string_view kWord = "forfeit ";
    constexpr std::array<std::pair<std::string_view, Reason>, 5> kReasons = {{
        {"load", Reason::Load},
        {"crash", Reason::Crash},
        {"memory", Reason::Memory},
        {"move", Reason::Move},
        {"board", Reason::Board},
    }};
    if (!line.starts_with(kWord)) return std::nullopt;
    line.remove_prefix(kWord.size());
    const auto space = line.find(' ');
    for (const auto& [name, reason] : kReasons)
        if (line.substr(0, space) == name)
            return HostForfeit{
                .reason = reason,
                .evidence = std::string(space == std::string_view::npos ? std::string_view()
                                                                        : line.substr(space + 1))};
    return std::nullopt;
}

}  // namespace xttt
