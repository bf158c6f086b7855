#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace xttt {

struct ArchiveLimits {
    std::size_t files = 1000;                   // and folders, including those only in paths
    std::size_t bytes = std::size_t{64} << 20;  // of all files, unpacked
    std::size_t name_bytes = 200;
};

struct ArchivedFile {
    std::string name;  // relative, with '/' between folders, never outside its folder
    std::string content;
    bool executable = false;
};

// The files of an untrusted ZIP archive (APPNOTE.TXT, version 6.3: stored and deflated files; no
// encryption, no ZIP64, no parts). Refuses links, devices, names that lead out of the folder, names
// that occur twice or as both a file and a folder, and archives over the limits before it unpacks
// them. Errors are Errc::BadInput.
Result<std::vector<ArchivedFile>> read_zip(std::string_view bytes,
                                           const ArchiveLimits& limits = {});

}  // namespace xttt
