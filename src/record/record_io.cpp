#include "record/record_io.h"

namespace xttt {

std::optional<RecordFormat> record_format(std::string_view path) {
    if (path.ends_with(".xgn")) return RecordFormat::Xgn;
    if (path.ends_with(".jsonl")) return RecordFormat::Jsonl;
    return std::nullopt;
}

std::unique_ptr<RecordReader> make_reader(RecordFormat format, std::istream& in) {
    return format == RecordFormat::Xgn ? make_xgn_reader(in) : make_jsonl_reader(in);
}

Result<std::string> record_text(RecordFormat format, const GameRecord& record) {
    return format == RecordFormat::Xgn ? xgn_text(record) : jsonl_text(record);
}

}  // namespace xttt
