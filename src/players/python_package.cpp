#include "players/python_package.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"
#include "process/spawn.h"

namespace xttt {

std::string python_package_folder() {
    namespace fs = std::filesystem;
    std::error_code failed;
    const fs::path beside = fs::read_symlink("/proc/self/exe", failed).parent_path();
    const fs::path folder = fs::canonical(beside / "../share/xttt/python", failed);
    // A build of the program alone has an empty folder.
    return !failed && fs::exists(folder / "xttt/__init__.py", failed) ? folder.string() : "";
}

std::vector<std::string> environment_with_package() {
    std::vector<std::string> environment = current_environment();
    std::string path = python_package_folder();
    if (path.empty()) return environment;
    const char* given = std::getenv("PYTHONPATH");
    if (given != nullptr && *given != '\0') path = std::string(given) + ":" + path;
    std::erase_if(environment,
                  [](const std::string& entry) { return entry.starts_with("PYTHONPATH="); });
    environment.push_back("PYTHONPATH=" + path);
    return environment;
}

std::string missing_module_hint(std::string_view output) {
    constexpr std::string_view kMessage = "No module named '";
    const auto at = output.rfind(kMessage);
    if (at == std::string_view::npos) return {};
    output.remove_prefix(at + kMessage.size());
    const auto name = output.substr(0, output.find('\''));
    const auto fits = [](char c) {
        return c == '_' || is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z');
    };
    if (name == "xttt" || name.starts_with("xttt."))
        return "; install the Debian package python3-xttt, or in the sources of xttt run 'make "
               "python', or 'pip install .' for another interpreter";
    if (name.empty() || !std::ranges::all_of(name, fits)) return {};  // or a part of a package
    std::string package = to_lower(name);
    std::ranges::replace(package, '_', '-');
    return fmt::format(
        "; install it for the interpreter of the bot: in Debian often with the "
        "package python3-{}, otherwise with pip",
        package);
}

}  // namespace xttt
