#include "fuzz.h"
#include "players/python_source.h"

// Bytes as the Python source of a bot, which programs scan outside the sandbox.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto is_inside = [&](std::string_view part) {
        return part.empty() || (part.data() >= text.data() &&
                                part.data() + part.size() <= text.data() + text.size());
    };
    for (const auto& found : {imported_modules(text), quoted_texts(text), classes_with_move(text)})
        for (const std::string_view part : found) {
            fuzz::require(is_inside(part), "what it finds is in the text");
            fuzz::require(part.find('\n') == std::string_view::npos, "names are on one line");
        }
    (void)has_class_of_team(text);
    return 0;
}
