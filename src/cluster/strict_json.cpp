#include "cluster/strict_json.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {
namespace {
const nlohmann::json kMissing;
}  // namespace

StrictObject::StrictObject(const nlohmann::json& json, std::string where)
    : json_(json), where_(std::move(where)) {
    if (!json_.is_object()) wrong_ = fmt::format("{}: not a JSON object", where_);
}

void StrictObject::complain(const char* name, std::string_view expected) {
    if (!wrong_) wrong_ = fmt::format("{}: '{}' is not {}", where_, name, expected);
}

const nlohmann::json& StrictObject::member(const char* name) {
    if (!has(name)) {
        if (!wrong_) wrong_ = fmt::format("{}: '{}' is missing", where_, name);
        return kMissing;
    }
    ++asked_;
    return json_.at(name);
}

std::string StrictObject::text(const char* name, std::size_t longest) {
    const auto& value = member(name);
    if (value.is_string() && value.get_ref<const std::string&>().size() <= longest)
        return value.get<std::string>();
    complain(name, fmt::format("text of up to {} bytes", longest));
    return {};
}

std::int64_t StrictObject::whole(const char* name, std::int64_t low, std::int64_t high) {
    const auto& value = member(name);
    const bool fits =
        !value.is_number_unsigned() || std::in_range<std::int64_t>(value.get<std::uint64_t>());
    if (value.is_number_integer() && fits) {
        const auto number = value.get<std::int64_t>();
        if (number >= low && number <= high) return number;
    }
    complain(name, fmt::format("a whole number from {} to {}", low, high));
    return low;
}

std::uint64_t StrictObject::unsigned_whole(const char* name) {
    const auto& value = member(name);
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    complain(name, "a whole number from 0");
    return 0;
}

double StrictObject::real(const char* name, double low, double high) {
    const auto& value = member(name);
    if (value.is_number()) {
        const auto number = value.get<double>();
        if (number >= low && number <= high) return number;
    }
    complain(name, fmt::format("a number from {} to {}", low, high));
    return low;
}

Result<void> StrictObject::finish() const {
    if (wrong_) return fail(Errc::BadInput, *wrong_);
    if (asked_ == json_.size()) return {};
    return fail(Errc::BadInput, fmt::format("{}: has members that do not belong there", where_));
}

}  // namespace xttt
