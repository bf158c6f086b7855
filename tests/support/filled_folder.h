#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/fresh_folder.h"

namespace xttt::test {

// A folder of a test's own that the test fills with files.
class FilledFolder : public FreshFolder {
public:
    // Writes a file, also in a folder below this one, and returns its path.
    std::string write(const std::string& name, const std::string& content) const {
        const std::filesystem::path file = *this / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << content;
        return file.string();
    }
};

}  // namespace xttt::test
