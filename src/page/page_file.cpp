#include "page/page_file.h"

#include <algorithm>
#include <array>

#include <zlib.h>

namespace xttt {

std::string PageFile::content() const {
    std::string plain;
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK) return plain;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
    stream.avail_in = static_cast<uInt>(gzip.size());
    std::array<char, 16 * 1024> piece{};
    int state = Z_OK;
    while (state == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = piece.size();
        state = inflate(&stream, Z_NO_FLUSH);
        plain.append(piece.data(), piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    return plain;
}

const PageFile* find_page_file(std::string_view path) {
    const auto files = page_files();
    const auto found = std::ranges::find(files, path, &PageFile::path);
    return found == files.end() ? nullptr : &*found;
}

}  // namespace xttt
