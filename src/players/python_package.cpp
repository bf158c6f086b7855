#include "players/python_package.h"

#include <cstdlib>
#include <filesystem>

#include "process/spawn.h"

namespace xttt {

std::string python_package_folder() {
    namespace fs = std::filesystem;
    std::error_code failed;
    const fs::path beside = fs::read_symlink("/proc/self/exe", failed).parent_path();
    const fs::path folder = fs::canonical(beside / "../share/xttt/python", failed);
    return !failed && fs::exists(folder / "xttt", failed) ? folder.string() : "";
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

}  // namespace xttt
