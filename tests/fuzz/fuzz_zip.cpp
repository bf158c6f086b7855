#include "arena/arena_store.h"
#include "arena/submission.h"
#include "arena/zip.h"
#include "fuzz.h"

// Bytes as an uploaded archive, as a list of teams and as a file name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const ArchiveLimits limits{.files = 100, .bytes = 1 << 20};
    if (const auto files = read_zip(bytes, limits)) {
        std::size_t total = 0;
        for (const ArchivedFile& file : *files) {
            total += file.content.size();
            fuzz::require(!file.name.empty() && file.name.front() != '/', "names are relative");
            fuzz::require(("/" + file.name + "/").find("/../") == std::string::npos,
                          "names stay in their folder");
        }
        fuzz::require(total <= limits.bytes && files->size() <= limits.files, "limits hold");
    } else {
        fuzz::require(!files.error().message.empty(), "an error has a message");
    }
    (void)parse_team_csv(bytes);
    const std::string name = safe_file_name(bytes);
    fuzz::require(!name.empty() && name.find('/') == std::string::npos && name.front() != '.',
                  "a file name is one name");
    return 0;
}
