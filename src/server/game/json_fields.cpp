#include "server/game/json_fields.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

JsonFields::JsonFields(std::string_view text)
    : object_(nlohmann::json::parse(text, nullptr, false)) {
    if (object_.is_discarded())
        fail_with("not JSON");
    else if (!object_.is_object())
        fail_with("a JSON object is wanted");
}

void JsonFields::fail_with(std::string message) {
    if (fault_.empty()) fault_ = std::move(message);
}

const nlohmann::json* JsonFields::find(const char* name, bool required) {
    asked_.emplace_back(name);
    if (!good()) return nullptr;
    const auto found = object_.find(name);
    if (found != object_.end()) return &*found;
    if (required) fail_with(fmt::format("the field '{}' is missing", name));
    return nullptr;
}

std::string JsonFields::text(const char* name, std::size_t longest,
                             std::optional<std::string> fallback) {
    const auto* field = find(name, !fallback);
    if (field == nullptr) return fallback.value_or("");
    if (!field->is_string()) {
        fail_with(fmt::format("the field '{}' must be text", name));
        return "";
    }
    const auto& value = field->get_ref<const std::string&>();
    if (value.size() > longest) {
        fail_with(fmt::format("the field '{}' is longer than {} bytes", name, longest));
        return "";
    }
    return value;
}

std::int64_t JsonFields::integer(const char* name, std::int64_t least, std::int64_t most,
                                 std::optional<std::int64_t> fallback) {
    const auto* field = find(name, !fallback);
    if (field == nullptr) return fallback.value_or(least);
    // Numbers above the range of int64 are unsigned here, and too large for any field.
    const bool fits = field->is_number_integer() &&
                      (!field->is_number_unsigned() || field->get<std::uint64_t>() <= INT64_MAX);
    const auto value = fits ? field->get<std::int64_t>() : 0;
    if (!fits || value < least || value > most) {
        fail_with(
            fmt::format("the field '{}' must be a whole number from {} to {}", name, least, most));
        return least;
    }
    return value;
}

std::optional<JsonFields> JsonFields::object(const char* name) {
    const auto* field = find(name, false);
    if (field == nullptr || field->is_null()) return std::nullopt;
    if (!field->is_object()) {
        fail_with(fmt::format("the field '{}' must be an object or null", name));
        return std::nullopt;
    }
    return JsonFields(*field);
}

Result<void> JsonFields::finish() {
    if (good()) {
        for (const auto& [name, value] : object_.items())
            if (std::ranges::find(asked_, name) == asked_.end())
                fail_with(fmt::format("there is no field {} here", quote(name)));
    }
    if (!good()) return fail(Errc::BadInput, fault_);
    return {};
}

}  // namespace xttt
