#include "selfplay/record_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/variant.h"

namespace xttt {
namespace {

constexpr std::size_t kPiece = 4096;

void put_name(std::array<char, 16>& field, std::string_view name) {
    std::copy_n(name.begin(), std::min(name.size(), field.size()), field.begin());
}
std::string_view name_in(const std::array<char, 16>& field) {
    return {field.data(), strnlen(field.data(), field.size())};
}

template <const Variant& V>
Result<RecordHeader> header_for(const std::string& path) {
    const auto header = read_record_header(path);
    if (!header) return header;
    if (variant_of(*header) != V.name)
        return fail(Errc::BadInput, fmt::format("{} has records of variant {}, not {}", quote(path),
                                                variant_of(*header), V.name));
    if (header->record_size != sizeof(TrainingRecord<V>))
        return fail(
            Errc::BadInput,
            fmt::format("{} has records of {} bytes; records of {} have {} bytes", quote(path),
                        header->record_size, V.name, sizeof(TrainingRecord<V>)));
    return header;
}

}  // namespace

template <const Variant& V>
RecordHeader record_header(std::string_view evaluation, std::uint64_t nodes, std::uint64_t recipe) {
    RecordHeader header;
    header.record_size = sizeof(TrainingRecord<V>);
    put_name(header.variant, V.name);
    put_name(header.evaluation, evaluation);
    header.nodes = nodes;
    header.recipe = recipe;
    return header;
}

std::string_view variant_of(const RecordHeader& header) {
    return name_in(header.variant);
}
std::string_view evaluation_of(const RecordHeader& header) {
    return name_in(header.evaluation);
}

Result<RecordHeader> read_record_header(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return fail(Errc::Io, fmt::format("cannot read {}", quote(path)));
    RecordHeader header;
    in.read(reinterpret_cast<char*>(&header), sizeof header);
    if (!in || header.magic != RecordHeader{}.magic)
        return fail(Errc::BadInput,
                    fmt::format("{} is not a file of training records", quote(path)));
    if (header.version != kRecordVersion)
        return fail(Errc::BadInput,
                    fmt::format("{} has format version {}; this program supports version {}",
                                quote(path), header.version, kRecordVersion));
    return header;
}

template <const Variant& V>
Result<void> for_each_record(const std::string& path,
                             const std::function<void(std::span<const TrainingRecord<V>>)>& f) {
    TRY_VOID(header_for<V>(path));
    std::ifstream in(path, std::ios::binary);
    in.seekg(sizeof(RecordHeader));
    std::vector<TrainingRecord<V>> piece(kPiece);
    for (;;) {
        in.read(reinterpret_cast<char*>(piece.data()),
                static_cast<std::streamsize>(piece.size() * sizeof piece[0]));
        const auto bytes = static_cast<std::size_t>(in.gcount());
        if (bytes % sizeof piece[0] != 0)
            return fail(Errc::BadInput,
                        fmt::format("{} ends in the middle of a record", quote(path)));
        if (bytes == 0) return {};
        f(std::span(piece).first(bytes / sizeof piece[0]));
    }
}

template <const Variant& V>
Result<std::vector<TrainingRecord<V>>> read_records(const std::string& path) {
    std::vector<TrainingRecord<V>> all;
    TRY_VOID(for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
        all.insert(all.end(), piece.begin(), piece.end());
    }));
    return all;
}

template <const Variant& V>
Result<void> write_records(const std::string& path, const RecordHeader& header,
                           std::span<const TrainingRecord<V>> records) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    out.write(reinterpret_cast<const char*>(records.data()),
              static_cast<std::streamsize>(records.size_bytes()));
    out.flush();
    if (!out) return fail(Errc::Io, fmt::format("cannot write {}", quote(path)));
    return {};
}

template <const Variant& V>
Result<RecordWriter<V>> RecordWriter<V>::open(const std::string& path, const RecordHeader& header) {
    RecordWriter writer;
    writer.path_ = path;
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) {
        TRY(const auto found, header_for<V>(path));
        if (found != header)
            return fail(Errc::Usage,
                        fmt::format("{} was written with other settings (evaluation {}, {} nodes "
                                    "per move); use the same settings to continue it",
                                    quote(path), evaluation_of(found), found.nodes));
        // A killed program may have left an incomplete game or record at the end.
        const auto size = std::filesystem::file_size(path, failed);
        if (failed) return fail(Errc::Io, fmt::format("cannot read {}", quote(path)));
        const auto whole = (size - sizeof header) / sizeof(TrainingRecord<V>);
        std::ifstream in(path, std::ios::binary);
        for (auto at = whole; at > 0 && writer.records_ == 0; --at) {
            TrainingRecord<V> record;
            in.seekg(static_cast<std::streamoff>(sizeof header + (at - 1) * sizeof record));
            in.read(reinterpret_cast<char*>(&record), sizeof record);
            if (!in) return fail(Errc::Io, fmt::format("cannot read {}", quote(path)));
            if (record.ends_game == 0) continue;
            writer.records_ = at;
            writer.games_ = record.game + 1;
        }
        std::filesystem::resize_file(
            path, sizeof header + writer.records_ * sizeof(TrainingRecord<V>), failed);
        if (failed) return fail(Errc::Io, fmt::format("cannot write {}", quote(path)));
    } else if (auto made = write_records<V>(path, header, {}); !made) {
        return std::unexpected(made.error());
    }
    writer.out_.open(path, std::ios::binary | std::ios::app);
    return writer;
}

template <const Variant& V>
Result<void> RecordWriter<V>::add_game(std::span<const TrainingRecord<V>> records) {
    out_.write(reinterpret_cast<const char*>(records.data()),
               static_cast<std::streamsize>(records.size_bytes()));
    out_.flush();
    if (!out_) return fail(Errc::Io, fmt::format("cannot write {}", quote(path_)));
    ++games_;
    records_ += records.size();
    return {};
}

#define XTTT_INSTANTIATE(V)                                                                  \
    template RecordHeader record_header<V>(std::string_view, std::uint64_t, std::uint64_t);  \
    template Result<void> for_each_record<V>(                                                \
        const std::string&, const std::function<void(std::span<const TrainingRecord<V>>)>&); \
    template Result<std::vector<TrainingRecord<V>>> read_records<V>(const std::string&);     \
    template Result<void> write_records<V>(const std::string&, const RecordHeader&,          \
                                           std::span<const TrainingRecord<V>>);              \
    template class RecordWriter<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
