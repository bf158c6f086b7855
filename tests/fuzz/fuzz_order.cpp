#include "cluster/order.h"
#include "fuzz.h"

// Orders and reports come over a network: whatever arrives is refused, or read as something that is
// written the same way again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto order = xttt::parse_order(text)) {
        const auto written = xttt::order_text(*order);
        xttt::fuzz::require(written.has_value(), "what was read can be written");
        const auto again = xttt::parse_order(*written);
        xttt::fuzz::require(again.has_value(), "what was written can be read");
        xttt::fuzz::require(xttt::order_text(*again) == written, "it is the same again");
    }
    if (const auto report = xttt::parse_report(text)) {
        const auto written = xttt::report_text(*report);
        xttt::fuzz::require(written.has_value(), "what was read can be written");
        const auto again = xttt::parse_report(*written);
        xttt::fuzz::require(again.has_value(), "what was written can be read");
        xttt::fuzz::require(xttt::report_text(*again) == written, "it is the same again");
    }
    return 0;
}
