#include "players/bot_command.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"
#include "players/bot_files.h"
#include "players/python_package.h"
#include "process/spawn.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// Next to this executable, in the build tree and when installed.
Result<std::string> find_host() {
    std::error_code failed;
    const fs::path beside = fs::read_symlink("/proc/self/exe", failed).parent_path();
    const fs::path host = fs::canonical(beside / "../share/xttt/python/xttt_host", failed);
    if (!failed) return host.string();
    return fail(Errc::Unsupported,
                fmt::format("cannot find the host program for course bots at '{}'",
                            (beside / "../share/xttt/python/xttt_host").string()));
}

// Prefers the system interpreter to the first one in PATH: version managers put wrapper scripts
// there, which cannot run in the sandbox.
Result<std::string> find_interpreter(const std::string& wanted) {
    if (!wanted.empty()) return find_program(wanted);
    constexpr const char* kSystem = "/usr/bin/python3";
    if (::access(kSystem, X_OK) == 0) return kSystem;
    if (auto found = find_program("python3")) return found;
    return fail(Errc::Unsupported,
                "this machine has no python3; course bots need Python 3.8 or later");
}

// The first text line that a program prints; empty if it fails.
std::string first_text_line_of(const std::vector<std::string>& argv) {
    auto child = Child::start({.argv = argv});
    if (!child) return {};
    const OutputEvent event = child->await_text_line(after(std::chrono::seconds(10)));
    return event.kind == OutputEvent::Kind::TextLine ? std::string(event.text_line) : std::string();
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

// The words after "#!": interpreter and argument. Empty if the file is not a script.
std::vector<std::string> read_shebang(const std::string& file) {
    constexpr std::size_t kLongest = 256;  // the kernel's limit, BINPRM_BUF_SIZE
    std::ifstream in(file, std::ios::binary);
    std::string start(kLongest, '\0');
    in.read(start.data(), kLongest);
    start.resize(static_cast<std::size_t>(in.gcount()));
    if (!start.starts_with("#!")) return {};
    std::vector<std::string> words;
    for (const auto word : split_words(std::string_view(start).substr(2, start.find('\n') - 2)))
        words.emplace_back(word);
    return words;
}

// The interpreter in the "#!" line of a script. The line is untrusted: only system interpreters are
// accepted, so that it cannot make another folder of the host visible in the sandbox.
Result<std::string> find_system_interpreter(const std::string& name) {
    const std::string system = "/usr/bin/" + fs::path(name).filename().string();
    if (name.find('/') == std::string::npos && ::access(system.c_str(), X_OK) == 0) return system;
    TRY(const std::string found, find_program(name));
    std::error_code failed;
    const std::string real = fs::canonical(found, failed).string();
    if (real.starts_with("/usr/")) return found;
    if (::access(system.c_str(), X_OK) == 0) return system;
    return fail(Errc::Process, "the sandbox allows only interpreters below /usr");
}

// Whether a program was built by the Go compiler: it has a note of type 4 with the name "Go" near
// its start. A forged note only allows threads, which share one processor.
bool is_go_program(const std::string& file) {
    using namespace std::string_view_literals;
    std::ifstream in(file, std::ios::binary);
    std::string start(64 << 10, '\0');
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(in.gcount()));
    return start.starts_with("\177ELF") && start.contains("\4\0\0\0Go\0\0"sv);
}

// Allows threads to runtimes that need them, and configures these for one processor and little
// memory. For all other programs, starting a thread is a forfeit.
void suit_runtime(ChildOptions& options) {
    constexpr int kRuntimeThreads = 64;  // collectors, compilers and timers; most of them sleep
    constexpr std::uint64_t kStack = 64u << 20;  // bytes per thread
    SandboxConfig& sandbox = *options.sandbox;
    const std::string name = fs::path(options.argv[0]).filename().string();
    auto& argv = options.argv;
    if (name == "java") {
        // Java finds its libraries next to its executable. It needs /proc for that, and an
        // executable that is not a link.
        std::error_code failed;
        const fs::path real = fs::canonical(argv[0], failed);
        if (failed) return;
        argv[0] = real.string();
        options.environment = sandbox_environment();
        options.environment->push_back("LD_LIBRARY_PATH=" +
                                       (real.parent_path().parent_path() / "lib").string());
        // Performance data would be in shared writable memory, which the sandbox forbids.
        argv.insert(argv.begin() + 1,
                    {"-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ActiveProcessorCount=1",
                     "-XX:MaxRAM=1g", "-XX:MaxRAMPercentage=60", "-Xshare:auto"});
    } else if (name == "node" || name == "nodejs") {
        argv.insert(argv.begin() + 1, {"--v8-pool-size=1", "--max-old-space-size=700"});
    } else if (is_go_program(argv[0])) {
        options.environment = sandbox_environment();
        options.environment->push_back("GOMAXPROCS=1");
    } else {
        return;
    }
    sandbox.threads = kRuntimeThreads;
    sandbox.stack_limit = kStack;
}

void lend_package(ChildOptions& options) {
    if (!options.sandbox) {
        options.environment = environment_with_package();
        return;
    }
    const std::string folder = python_package_folder();
    if (folder.empty()) return;
    options.sandbox->readable.push_back(folder);
    options.environment = sandbox_environment();
    options.environment->push_back("PYTHONPATH=" + folder);
}

}  // namespace

Result<std::string> find_python2() {
    const auto own_name = [](const std::string& program) {
        const std::string said = first_text_line_of(
            {program, "-s", "-c",
             "import sys; sys.stdout.write('%d.%d %s\\n' % (sys.version_info[:2] + "
             "(sys.executable,)))"});
        return said.starts_with("2.7 /") ? said.substr(4) : std::string();
    };
    if (const char* named = std::getenv("XTTT_PYTHON2"); named != nullptr && *named != '\0') {
        const std::string found = own_name(named);
        if (!found.empty()) return found;
        return fail(Errc::Usage, fmt::format("{} is not a Python 2.7 interpreter", quote(named)));
    }
    // Computed once: the result does not change, and each check starts a process.
    static const std::string found = [&] {
        for (const char* name : {"/usr/bin/python2.7", "python2.7", "python2"})
            if (auto program = own_name(name); !program.empty()) return program;
        return std::string();
    }();
    return found;
}

Result<ChildOptions> course_bot_command(const CourseBot& bot, std::span<const std::string> others) {
    std::error_code failed;
    const fs::path file = fs::canonical(bot.file, failed);
    if (failed || !fs::is_regular_file(file))
        return fail(Errc::Process, fmt::format("no such bot file: '{}'", bot.file));
    TRY(const std::string host, find_host());
    std::string interpreter;
    if (bot.language == CourseBot::Language::Python2 && bot.interpreter.empty()) {
        TRY(interpreter, find_python2());
    }
    if (interpreter.empty()) {
        TRY(interpreter, find_interpreter(bot.interpreter));
    }

    ChildOptions options;
    options.argv = {interpreter, "-s", "-B", host, "--language", language_name(bot.language)};
    if (!bot.class_name.empty())
        options.argv.insert(options.argv.end(), {"--class", bot.class_name});
    options.argv.push_back(file.string());
    options.cwd = file.parent_path().string();
    TRY(auto readable, visible_files(file.string(), others));
    options.sandbox = SandboxConfig{.readable = std::move(readable)};
    options.sandbox->installed.push_back(host);
    // An interpreter set by the owner of the host has its own library.
    const fs::path real = fs::canonical(interpreter, failed);
    if (!real.string().starts_with("/usr/"))
        for (const char* part : {"bin", "lib"})
            options.sandbox->readable.push_back(real.parent_path().parent_path() / part);
    return options;
}

Result<ChildOptions> program_command(std::vector<std::string> argv, bool sandboxed,
                                     std::span<const std::string> others) {
    ChildOptions options{.argv = std::move(argv)};
    if (sandboxed) {
        options.cwd = fs::path(options.argv[0]).parent_path().string();
        TRY(auto readable, visible_files(options.argv[0], others));
        options.sandbox = SandboxConfig{.readable = std::move(readable)};
    }
    auto words = read_shebang(options.argv[0]);
    if (words.empty()) {
        if (sandboxed) suit_runtime(options);
        return options;
    }
    if (fs::path(words[0]).filename() == "env" && words.size() > 1) words.erase(words.begin());
    if (sandboxed) {
        const std::string script = options.argv[0];
        const auto interpreter = find_system_interpreter(words[0]);
        if (!interpreter)
            return fail(Errc::Process, fmt::format("{} names the interpreter {}: {}", quote(script),
                                                   quote(words[0]), interpreter.error().message));
        auto start = words;
        start[0] = *interpreter;
        options.argv.insert(options.argv.begin(), start.begin(), start.end());
        suit_runtime(options);
    }
    if (fs::path(words[0]).filename().string().starts_with("python")) lend_package(options);
    return options;
}

std::optional<HostForfeit> parse_forfeit(std::string_view text_line) {
    using Reason = HostForfeit::Reason;
    constexpr std::string_view kWord = "forfeit ";
    constexpr std::array<std::pair<std::string_view, Reason>, 6> kReasons = {{
        {"load", Reason::Load},
        {"crash", Reason::Crash},
        {"memory", Reason::Memory},
        {"move", Reason::Move},
        {"board", Reason::Board},
        {"host", Reason::Host},
    }};
    if (!text_line.starts_with(kWord)) return std::nullopt;
    text_line.remove_prefix(kWord.size());
    const auto space = text_line.find(' ');
    for (const auto& [name, reason] : kReasons)
        if (text_line.substr(0, space) == name)
            return HostForfeit{.reason = reason,
                               .evidence = std::string(space == std::string_view::npos
                                                           ? std::string_view()
                                                           : text_line.substr(space + 1))};
    return std::nullopt;
}

}  // namespace xttt
