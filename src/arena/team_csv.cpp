#include <algorithm>

#include <fmt/format.h>

#include "arena/arena_store.h"
#include "base/text.h"

namespace xttt {
namespace {

constexpr std::size_t kMostTeams = 1000;

// Reads rows as RFC 4180 describes them: fields in quotes may contain commas, quotes (doubled) and
// line ends.
class CsvReader {
public:
    explicit CsvReader(std::string_view text) : text_(text) {
        if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);  // of spreadsheets
    }

    // Empty at the end.
    Result<std::vector<std::string>> next() {
        std::vector<std::string> row;
        if (text_.empty()) return row;
        ++number_;
        for (;;) {
            TRY(auto field, next_field());
            row.push_back(std::move(field));
            if (text_.empty()) return row;
            const char separator = text_.front();
            text_.remove_prefix(1);
            if (separator == ',') continue;
            if (separator == '\r' && text_.starts_with('\n')) text_.remove_prefix(1);
            return row;
        }
    }
    int number() const { return number_; }

private:
    Result<std::string> next_field() {
        std::string field;
        if (!text_.starts_with('"')) {
            const auto end = std::min(text_.find_first_of(",\r\n"), text_.size());
            field = text_.substr(0, end);
            text_.remove_prefix(end);
            return field;
        }
        text_.remove_prefix(1);
        for (;;) {
            const auto end = text_.find('"');
            if (end == std::string_view::npos)
                return fail(Errc::Usage, fmt::format("row {}: a quote is not closed", number_));
            field += text_.substr(0, end);
            text_.remove_prefix(end + 1);
            if (!text_.starts_with('"')) break;
            field += '"';
            text_.remove_prefix(1);
        }
        if (!text_.empty() && !std::string_view(",\r\n").contains(text_.front()))
            return fail(Errc::Usage, fmt::format("row {}: text after a closing quote", number_));
        return field;
    }

    std::string_view text_;
    int number_ = 0;
};

}  // namespace

Result<std::vector<TeamRow>> parse_team_csv(std::string_view text) {
    if (!is_utf8(text)) return fail(Errc::Usage, "the list of teams is not UTF-8 text");
    CsvReader reader(text);
    TRY(auto header, reader.next());
    for (std::string& title : header) title = to_lower(title);
    const auto column = [&](std::string_view title) {
        return static_cast<std::size_t>(std::ranges::find(header, title) - header.begin());
    };
    const std::size_t name = column("name"), alias = column("alias");
    if (name == header.size())
        return fail(Errc::Usage, "the first row must be a header with the column 'name'");
    std::vector<TeamRow> rows;
    for (;;) {
        TRY(const auto row, reader.next());
        if (row.empty()) return rows;
        if (row.size() == 1 && row[0].empty()) continue;  // an empty row
        if (row.size() <= name)
            return fail(Errc::Usage, fmt::format("row {}: the name is missing", reader.number()));
        if (rows.size() == kMostTeams)
            return fail(Errc::Usage, fmt::format("more than {} teams", kMostTeams));
        rows.push_back({row[name], alias < row.size() ? row[alias] : ""});
    }
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

}  // namespace xttt
