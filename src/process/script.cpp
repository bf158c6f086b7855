#include "process/script.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"
#include "process/spawn.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// The words after "#!": interpreter and argument. Empty if the file is no script.
std::vector<std::string> interpreter_line(const std::string& file) {
    constexpr std::size_t kLongest = 256;  // of the kernel, BINPRM_BUF_SIZE
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

// "#!/usr/bin/env python3" asks for the first python3 in PATH. The system's own comes before: what
// version managers put into PATH cannot run inside a jail.
Result<std::string> find_by_name(const std::string& name) {
    const std::string system = "/usr/bin/" + name;
    if (name.find('/') == std::string::npos && ::access(system.c_str(), X_OK) == 0) return system;
    return find_program(name);
}

// Of the package for Python, beside this executable, as built and as installed; empty without it.
std::string package_folder() {
    std::error_code failed;
    const fs::path beside = fs::read_symlink("/proc/self/exe", failed).parent_path();
    const fs::path folder = fs::canonical(beside / "../share/xttt/python", failed);
    return !failed && fs::exists(folder / "xttt", failed) ? folder.string() : "";
}

std::vector<std::string> own_environment() {
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
    return all;
}

void lend_package(ChildOptions& options) {
    const std::string folder = package_folder();
    if (folder.empty()) return;
    std::string path = folder;
    if (options.jail) {
        options.jail->readable.push_back(folder);
        options.environment = jail_environment();
    } else {
        const char* given = std::getenv("PYTHONPATH");
        if (given != nullptr && *given != '\0') path = std::string(given) + ":" + folder;
        options.environment = own_environment();
        std::erase_if(*options.environment,
                      [](const std::string& entry) { return entry.starts_with("PYTHONPATH="); });
    }
    options.environment->push_back("PYTHONPATH=" + path);
}

}  // namespace

Result<ChildOptions> program_command(std::vector<std::string> argv, bool jailed) {
    ChildOptions options{.argv = std::move(argv)};
    if (jailed) options.jail = JailOptions{};
    auto words = interpreter_line(options.argv[0]);
    if (words.empty()) return options;
    if (fs::path(words[0]).filename() == "env" && words.size() > 1) words.erase(words.begin());
    if (jailed) {
        const std::string script = options.argv[0];
        const auto interpreter = find_by_name(words[0]);
        if (!interpreter)
            return fail(Errc::Process,
                        fmt::format("{} asks for the interpreter {}: {}", quote(script),
                                    quote(words[0]), interpreter.error().message));
        auto start = words;
        start[0] = *interpreter;
        options.argv.insert(options.argv.begin(), start.begin(), start.end());
        options.cwd = fs::path(script).parent_path().string();
        options.jail->readable = {options.cwd};
        // An interpreter of its own brings its library along, in the folder above its bin.
        std::error_code failed;
        const fs::path real = fs::canonical(*interpreter, failed);
        if (!real.string().starts_with("/usr/"))
            options.jail->readable.push_back(real.parent_path().parent_path().string());
    }
    if (fs::path(words[0]).filename().string().starts_with("python")) lend_package(options);
    return options;
}

}  // namespace xttt
