#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace xttt {

// A new folder for temporary files, removed by the destructor. The path is empty if it cannot be
// created.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::error_code failed;
        std::string name = (std::filesystem::temp_directory_path(failed) / "xttt-XXXXXX").string();
        if (!failed && ::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace xttt
