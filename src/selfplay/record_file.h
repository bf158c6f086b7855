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

// The header of a file of records of V. Long names are truncated.
template <const Variant& V>
RecordHeader record_header(std::string_view evaluation, std::uint64_t nodes, std::uint64_t recipe);

// Reads the header of a file of any variant. Fails for other files and other format versions.
Result<RecordHeader> read_record_header(const std::string& path);
std::string_view variant_of(const RecordHeader& header);
std::string_view evaluation_of(const RecordHeader& header);

// Reads a file in chunks of a few thousand records and passes each to f. Fails for files of another
// variant and files that end in the middle of a record.
template <const Variant& V>
Result<void> for_each_record(const std::string& path,
                             const std::function<void(std::span<const TrainingRecord<V>>)>& f);
template <const Variant& V>
Result<std::vector<TrainingRecord<V>>> read_records(const std::string& path);
// Writes a new file.
template <const Variant& V>
Result<void> write_records(const std::string& path, const RecordHeader& header,
                           std::span<const TrainingRecord<V>> records);

// A file to which games are appended.
template <const Variant& V>
class RecordWriter {
public:
    // Creates a file, or continues one with the same header: truncates it after its last complete
    // game.
    static Result<RecordWriter> open(const std::string& path, const RecordHeader& header);

    std::uint32_t games() const { return games_; }  // number of games already in the file
    std::uint64_t records() const { return records_; }
    Result<void> add_game(std::span<const TrainingRecord<V>> records);

private:
    std::string path_;
    std::ofstream out_;
    std::uint32_t games_ = 0;
    std::uint64_t records_ = 0;
};

}  // namespace xttt
