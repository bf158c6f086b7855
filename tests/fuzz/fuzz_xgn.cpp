#include "fuzz_records.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    xttt::fuzz::check_records(xttt::RecordFormat::Xgn, data, size);
    return 0;
}
