#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace xttt::test {

// A folder of a test's own, gone with it.
class FreshFolder {
public:
    FreshFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "xttt-XXXXXX").string();
        path_ = ::mkdtemp(name.data()) == nullptr ? "" : name;
    }
    ~FreshFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    FreshFolder(const FreshFolder&) = delete;
    FreshFolder& operator=(const FreshFolder&) = delete;

    std::string operator/(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace xttt::test
