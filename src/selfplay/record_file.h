#pragma once

#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "selfplay/training_record.h"

namespace xttt {

// The header of a file of V's records. Long names are cut.
template <const Variant& V>
RecordHeader record_header(std::string_view evaluation, std::uint64_t nodes, std::uint64_t recipe);

// What a file says of itself, whatever its variant. Refuses what is no file of records of this
// version.
Result<RecordHeader> read_record_header(const std::string& path);
std::string_view variant_of(const RecordHeader& header);
std::string_view evaluation_of(const RecordHeader& header);

// Reads a file piece by piece: f gets a few thousand records at a time. Refuses files of another
// variant and files that end inside a record.
template <const Variant& V>
Result<void> for_each_record(const std::string& path,
                             const std::function<void(std::span<const TrainingRecord<V>>)>& f);
template <const Variant& V>
Result<std::vector<TrainingRecord<V>>> read_records(const std::string& path);
// Writes a whole new file.
template <const Variant& V>
Result<void> write_records(const std::string& path, const RecordHeader& header,
                           std::span<const TrainingRecord<V>> records);

// A file that grows game by game.
template <const Variant& V>
class RecordWriter {
public:
    // A new file, or the continuation of one with the same header: what follows its last complete
    // game is cut off.
    static Result<RecordWriter> open(const std::string& path, const RecordHeader& header);

    std::uint32_t games() const { return games_; }  // in the file already
    std::uint64_t records() const { return records_; }
    Result<void> add_game(std::span<const TrainingRecord<V>> records);

private:
    std::string path_;
    std::ofstream out_;
    std::uint32_t games_ = 0;
    std::uint64_t records_ = 0;
};

}  // namespace xttt
