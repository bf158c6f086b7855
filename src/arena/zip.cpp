#include "arena/zip.h"

#include <cstdint>
#include <set>

#include <fmt/format.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/text.h"
#include "players/bot_files.h"

namespace xttt {
namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50,
                        kEndOfDirectory = 0x06054b50;
constexpr std::size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22, kLongestComment = 65535;
constexpr int kStored = 0, kDeflated = 8, kMadeByUnix = 3;
constexpr unsigned kEncrypted = 1;

std::unexpected<Error> bad_archive(std::string_view why) {
    return fail(Errc::BadInput, fmt::format("the ZIP archive {}", why));
}

// Little-endian numbers. Requires that the bytes are there.
std::uint32_t number(std::string_view bytes, std::size_t at, int size) {
    std::uint32_t value = 0;
    for (int i = size - 1; i >= 0; --i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
    return value;
}

struct Entry {
    std::string_view name;
    unsigned flags, method, made_by;
    std::uint32_t crc, packed, unpacked, attributes, offset;

    bool is_folder() const { return name.ends_with('/'); }
    std::uint32_t mode() const { return made_by == kMadeByUnix ? attributes >> 16 : 0; }
};

Result<std::vector<Entry>> read_directory(std::string_view bytes, const ArchiveLimits& limits) {
    if (bytes.size() < kEndBytes) return bad_archive("is too short");
    std::size_t end = bytes.size() - kEndBytes;
    const std::size_t first = end > kLongestComment ? end - kLongestComment : 0;
    while (number(bytes, end, 4) != kEndOfDirectory) {
        if (end == first) return bad_archive("has no list of files; is it a ZIP file?");
        --end;
    }
    const auto count = number(bytes, end + 10, 2);
    if (number(bytes, end + 4, 2) != 0 || number(bytes, end + 8, 2) != count || count == 0xffff)
        return bad_archive("has several parts or too many files");
    if (count > limits.files)
        return bad_archive(fmt::format("has {} files; the maximum is {}", count, limits.files));
    std::size_t at = number(bytes, end + 16, 4);
    std::vector<Entry> entries;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (at > end || end - at < kCentralBytes || number(bytes, at, 4) != kCentralHeader)
            return bad_archive("is damaged: its list of files is incomplete");
        const std::size_t name = number(bytes, at + 28, 2);
        const std::size_t rest = number(bytes, at + 30, 2) + number(bytes, at + 32, 2);
        if (end - at - kCentralBytes < name + rest)
            return bad_archive("is damaged: its list of files is incomplete");
        entries.push_back({.name = bytes.substr(at + kCentralBytes, name),
                           .flags = number(bytes, at + 8, 2),
                           .method = number(bytes, at + 10, 2),
                           .made_by = number(bytes, at + 5, 1),
                           .crc = number(bytes, at + 16, 4),
                           .packed = number(bytes, at + 20, 4),
                           .unpacked = number(bytes, at + 24, 4),
                           .attributes = number(bytes, at + 38, 4),
                           .offset = number(bytes, at + 42, 4)});
        at += kCentralBytes + name + rest;
    }
    return entries;
}

Result<void> check_entry(const Entry& entry, const ArchiveLimits& limits) {
    const auto wrong = [&](std::string_view why) {
        return fail(Errc::BadInput,
                    fmt::format("the file {} of the ZIP archive {}", quote(entry.name), why));
    };
    std::string_view name = entry.name;
    if (entry.is_folder()) name.remove_suffix(1);
    if (name.size() > limits.name_bytes || !is_terminal_safe(name) || name.contains('\\') ||
        !is_portable_path(name))
        return wrong(
            "has a path that is too long, leads outside the archive, or does not have '/' between "
            "folders");
    const auto kind = entry.mode() & S_IFMT;
    if (kind != 0 && kind != S_IFREG && kind != S_IFDIR)
        return wrong("is a link or a device; only files and folders are allowed");
    if ((entry.flags & kEncrypted) != 0) return wrong("is encrypted");
    if (entry.method != kStored && entry.method != kDeflated)
        return wrong("uses an unknown compression; use deflate");
    return {};
}

// The content, which has at most as many bytes as the entry says.
Result<std::string> unpack(std::string_view bytes, const Entry& entry) {
    const auto damaged = [&] {
        return fail(Errc::BadInput,
                    fmt::format("the file {} of the ZIP archive is damaged", quote(entry.name)));
    };
    const std::size_t at = entry.offset;
    if (at > bytes.size() || bytes.size() - at < kLocalBytes ||
        number(bytes, at, 4) != kLocalHeader)
        return damaged();
    const std::size_t skip = kLocalBytes + number(bytes, at + 26, 2) + number(bytes, at + 28, 2);
    if (bytes.size() - at < skip || bytes.size() - at - skip < entry.packed) return damaged();
    const std::string_view packed = bytes.substr(at + skip, entry.packed);
    std::string content;
    if (entry.method == kStored) {
        if (entry.packed != entry.unpacked) return damaged();
        content = packed;
    } else {
        content.resize(entry.unpacked);
        z_stream stream{};
        if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK) return damaged();
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
        stream.avail_in = static_cast<uInt>(packed.size());
        // A byte more than stated: a longer content must not look complete.
        content.push_back('\0');
        stream.next_out = reinterpret_cast<Bytef*>(content.data());
        stream.avail_out = static_cast<uInt>(content.size());
        const int code = ::inflate(&stream, Z_FINISH);
        const auto written = stream.total_out;
        ::inflateEnd(&stream);
        if (code != Z_STREAM_END || written != entry.unpacked) return damaged();
        content.pop_back();
    }
    const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(content.data()),
                             static_cast<uInt>(content.size()));
    if (crc != entry.crc) return damaged();
    return content;
}

// A name occurs once, and no file has the name of a folder. Folders count too: each one takes an
// inode and a block, and a name of 200 bytes can have 99 of them.
Result<void> check_names(const std::vector<Entry>& entries, const ArchiveLimits& limits) {
    std::set<std::string_view> names, files, folders;
    for (const Entry& entry : entries) {
        if (!names.insert(entry.name).second)
            return bad_archive(fmt::format("has the file {} twice", quote(entry.name)));
        if (!entry.is_folder()) files.insert(entry.name);
    }
    for (const Entry& entry : entries)
        for (auto at = entry.name.find('/'); at != entry.name.npos;
             at = entry.name.find('/', at + 1)) {
            const auto folder = entry.name.substr(0, at);
            if (files.contains(folder))
                return bad_archive(
                    fmt::format("has {} both as a file and as a folder", quote(folder)));
            folders.insert(folder);
            if (files.size() + folders.size() > limits.files)
                return bad_archive(fmt::format("has more than {} files and folders", limits.files));
        }
    return {};
}

}  // namespace

Result<std::vector<ArchivedFile>> read_zip(std::string_view bytes, const ArchiveLimits& limits) {
    TRY(const auto entries, read_directory(bytes, limits));
    std::size_t total = 0;
    for (const Entry& entry : entries) {
        TRY_VOID(check_entry(entry, limits));
        total += entry.unpacked;
        if (total > limits.bytes)
            return bad_archive(fmt::format("unpacks to more than {} MiB", limits.bytes >> 20));
    }
    TRY_VOID(check_names(entries, limits));
    std::vector<ArchivedFile> files;
    for (const Entry& entry : entries) {
        if (entry.is_folder()) continue;
        TRY(auto content, unpack(bytes, entry));
        files.push_back({std::string(entry.name), std::move(content), (entry.mode() & 0111) != 0});
    }
    return files;
}

}  // namespace xttt
