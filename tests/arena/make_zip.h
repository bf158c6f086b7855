#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

namespace xttt::test {

struct ZipEntry {
    std::string name;
    std::string content;
    std::uint32_t mode = 0100644;  // of Unix
    bool deflated = true;
    std::uint32_t stated_size = 0;  // 0: the true size
};

// A ZIP archive, honest or not.
inline std::string make_zip(const std::vector<ZipEntry>& entries) {
    const auto number = [](std::uint32_t value, int size) {
        std::string bytes;
        for (int i = 0; i < size; ++i, value >>= 8) bytes += static_cast<char>(value & 0xff);
        return bytes;
    };
    std::string archive, directory;
    for (const ZipEntry& entry : entries) {
        std::string packed = entry.content;
        if (entry.deflated) {
            z_stream stream{};
            deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
            packed.resize(deflateBound(&stream, entry.content.size()));
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(entry.content.data()));
            stream.avail_in = static_cast<uInt>(entry.content.size());
            stream.next_out = reinterpret_cast<Bytef*>(packed.data());
            stream.avail_out = static_cast<uInt>(packed.size());
            deflate(&stream, Z_FINISH);
            packed.resize(stream.total_out);
            deflateEnd(&stream);
        }
        const auto size = entry.stated_size != 0 ? entry.stated_size
                                                 : static_cast<std::uint32_t>(entry.content.size());
        const auto crc = crc32(0, reinterpret_cast<const Bytef*>(entry.content.data()),
                               static_cast<uInt>(entry.content.size()));
        const std::string common =
            number(0, 2) + number(entry.deflated ? 8 : 0, 2) + number(0, 4) +
            number(static_cast<std::uint32_t>(crc), 4) +
            number(static_cast<std::uint32_t>(packed.size()), 4) + number(size, 4) +
            number(static_cast<std::uint32_t>(entry.name.size()), 2) + number(0, 2);
        directory += "PK\1\2" + number(0x0314, 2) + number(20, 2) + common + number(0, 2) +
                     number(0, 2) + number(0, 2) + number(entry.mode << 16, 4) +
                     number(static_cast<std::uint32_t>(archive.size()), 4) + entry.name;
        archive += "PK\3\4" + number(20, 2) + common + entry.name + packed;
    }
    const auto count = number(static_cast<std::uint32_t>(entries.size()), 2);
    const auto at = static_cast<std::uint32_t>(archive.size());
    return archive + directory + "PK\5\6" + number(0, 4) + count + count +
           number(static_cast<std::uint32_t>(directory.size()), 4) + number(at, 4) + number(0, 2);
}

}  // namespace xttt::test
