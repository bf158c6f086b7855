#include "record/json_fields.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

bool nests_too_deeply(std::string_view json) {
    constexpr int kDeepest = 64;
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string && c == '\\')
            ++i;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '[' || c == '{') && ++depth > kDeepest)
            return true;
        else if (!in_string && (c == ']' || c == '}'))
            --depth;
    }
    return false;
}

JsonFields::JsonFields(std::string_view text, std::string where) : where_(std::move(where)) {
    if (nests_too_deeply(text)) {
        set_error("nested too deeply");
        return;
    }
    object_ = nlohmann::json::parse(text, nullptr, false);
    check_object();
}

JsonFields::JsonFields(nlohmann::json object, std::string where)
    : object_(std::move(object)), where_(std::move(where)) {
    check_object();
}

void JsonFields::check_object() {
    if (object_.is_discarded())
        set_error("not valid JSON");
    else if (!object_.is_object())
        set_error("expected a JSON object");
}

void JsonFields::set_error(std::string message) {
    if (!error_.empty()) return;
    error_ = where_.empty() ? std::move(message) : fmt::format("{}: {}", where_, message);
}

void JsonFields::expect(const char* name, std::string_view expected) {
    set_error(fmt::format("field '{}' must be {}", name, expected));
}

const nlohmann::json* JsonFields::find(const char* name, bool required) {
    read_.emplace_back(name);
    if (!ok()) return nullptr;
    const auto found = object_.find(name);
    if (found != object_.end()) return &*found;
    if (required) set_error(fmt::format("field '{}' is missing", name));
    return nullptr;
}

std::string JsonFields::text(const char* name, std::size_t max_bytes,
                             std::optional<std::string> fallback) {
    const auto* field = find(name, !fallback);
    if (field == nullptr) return fallback.value_or("");
    if (!field->is_string()) {
        expect(name, "a string");
        return "";
    }
    const auto& value = field->get_ref<const std::string&>();
    if (value.size() > max_bytes) {
        set_error(fmt::format("field '{}' is longer than {} bytes", name, max_bytes));
        return "";
    }
    return value;
}

std::int64_t JsonFields::integer(const char* name, std::int64_t least, std::int64_t most,
                                 std::optional<std::int64_t> fallback) {
    const auto* field = find(name, !fallback);
    if (field == nullptr) return fallback.value_or(least);
    // Numbers above the range of int64 are unsigned here and too large for any field.
    const bool fits = field->is_number_integer() &&
                      (!field->is_number_unsigned() || field->get<std::uint64_t>() <= INT64_MAX);
    const auto value = fits ? field->get<std::int64_t>() : 0;
    if (!fits || value < least || value > most) {
        expect(name, fmt::format("a whole number from {} to {}", least, most));
        return least;
    }
    return value;
}

std::uint64_t JsonFields::unsigned_integer(const char* name,
                                           std::optional<std::uint64_t> fallback) {
    const auto* field = find(name, !fallback);
    if (field == nullptr) return fallback.value_or(0);
    if (field->is_number_unsigned()) return field->get<std::uint64_t>();
    expect(name, "a whole number from 0");
    return 0;
}

double JsonFields::number(const char* name, double least, double most) {
    const auto* field = find(name, true);
    if (field == nullptr) return least;
    const auto value = field->is_number() ? field->get<double>() : least;
    if (field->is_number() && value >= least && value <= most) return value;
    expect(name, fmt::format("a number from {} to {}", least, most));
    return least;
}

bool JsonFields::boolean(const char* name, std::optional<bool> fallback) {
    const auto* field = find(name, !fallback);
    if (field == nullptr) return fallback.value_or(false);
    if (field->is_boolean()) return field->get<bool>();
    expect(name, "true or false");
    return false;
}

std::optional<JsonFields> JsonFields::object(const char* name) {
    const auto* field = find(name, false);
    if (field == nullptr || field->is_null()) return std::nullopt;
    if (!field->is_object()) {
        expect(name, "an object or null");
        return std::nullopt;
    }
    return JsonFields(*field);
}

nlohmann::json JsonFields::value(const char* name) {
    const auto* field = find(name, true);
    return field != nullptr ? *field : nlohmann::json();
}

Result<void> JsonFields::finish(UnknownFields unknown) {
    if (ok() && unknown == UnknownFields::Refuse) {
        for (const auto& [name, value] : object_.items())
            if (std::ranges::find(read_, name) == read_.end())
                set_error(fmt::format("unknown field {}", quote(name)));
    }
    if (!ok()) return fail(Errc::BadInput, error_);
    return {};
}

}  // namespace xttt
