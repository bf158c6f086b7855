#include "arena/similarity.h"

#include <algorithm>
#include <array>

#include "base/random.h"
#include "base/text.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxLines = 100;  // of a pair

struct SourceToken {
    std::uint64_t kind;
    int line;
};

bool is_name_letter(char c) {
    const char lower = to_lower(c);
    return (lower >= 'a' && lower <= 'z') || c == '_' || is_digit(c) ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_keyword(std::string_view word) {
    static constexpr std::array<std::string_view, 40> kKeywords{
        "and",    "auto",   "break",  "case",     "catch",   "class",  "const", "continue",
        "def",    "del",    "do",     "elif",     "else",    "except", "false", "finally",
        "for",    "from",   "global", "if",       "import",  "in",     "is",    "lambda",
        "new",    "not",    "or",     "pass",     "private", "public", "raise", "return",
        "static", "struct", "switch", "template", "try",     "void",   "while", "yield"};
    return std::ranges::find(kKeywords, word) != kKeywords.end();
}

std::uint64_t hash_of_word(std::string_view word) {
    std::uint64_t hash = 0;
    for (const char c : word) hash = mix64(hash ^ static_cast<unsigned char>(c));
    return hash;
}

class Tokenizer {
public:
    Tokenizer(std::string_view text, bool is_python) : text_(text), is_python_(is_python) {}

    std::vector<SourceToken> run() {
        while (!text_.empty()) step();
        return std::move(tokens_);
    }

private:
    void take(std::size_t size) {
        size = std::min(size, text_.size());
        line_ += static_cast<int>(std::ranges::count(text_.substr(0, size), '\n'));
        text_.remove_prefix(size);
    }
    void take_until(std::string_view end) {
        const auto at = text_.find(end);
        take(at == std::string_view::npos ? text_.size() : at + end.size());
    }
    void add(std::string_view kind) { tokens_.push_back({hash_of_word(kind), line_}); }

    void step() {
        const char c = text_.front();
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n') return take(1);
        if (is_python_ ? c == '#' : text_.starts_with("//")) return take_until("\n");
        if (!is_python_ && text_.starts_with("/*")) return take_until("*/");
        if (c == '"' || c == '\'') return take_string();
        if (is_name_letter(c)) return take_word();
        add(text_.substr(0, 1));
        take(1);
    }
    void take_word() {
        const auto end = std::ranges::find_if_not(text_, is_name_letter);
        const auto size = static_cast<std::size_t>(end - text_.begin());
        const std::string_view word = text_.substr(0, size);
        add(is_digit(word.front()) ? "0" : is_keyword(word) ? word : "name");
        take(size);
    }
    void take_string() {
        add("text");
        const std::string_view quote = text_.substr(0, 1);
        const bool is_long =
            is_python_ && text_.size() >= 3 && text_[1] == quote[0] && text_[2] == quote[0];
        if (is_long) {
            const std::string end(3, quote[0]);
            take(3);
            return take_until(end);
        }
        take(1);
        while (!text_.empty() && text_.front() != quote[0] && text_.front() != '\n')
            take(text_.front() == '\\' ? 2 : 1);
        take(1);
    }

    std::string_view text_;
    bool is_python_;
    int line_ = 1;
    std::vector<SourceToken> tokens_;
};

}  // namespace

Fingerprints fingerprints(std::string_view text, bool is_python) {
    const auto tokens = Tokenizer(text, is_python).run();
    Fingerprints kept;
    if (tokens.size() < kGram) return kept;
    std::vector<std::uint64_t> hashes;
    for (std::size_t i = 0; i + kGram <= tokens.size(); ++i) {
        std::uint64_t hash = 0;
        for (std::size_t j = i; j < i + kGram; ++j) hash = mix64(hash ^ tokens[j].kind);
        hashes.push_back(hash);
    }
    const std::size_t window = std::min(kWindow, hashes.size());
    for (std::size_t i = 0; i + window <= hashes.size(); ++i) {
        // The last of equal ones, so that runs of equal code give few fingerprints.
        std::size_t least = i;
        for (std::size_t j = i; j < i + window; ++j)
            if (hashes[j] <= hashes[least]) least = j;
        kept.emplace(hashes[least], tokens[least].line);
    }
    return kept;
}

std::vector<SimilarPair> similar_pairs(std::span<const Fingerprints> programs, std::size_t limit) {
    std::map<std::uint64_t, std::size_t> spread;
    for (const Fingerprints& program : programs)
        for (const auto& [hash, line] : program) ++spread[hash];
    const auto counts = [&](std::uint64_t hash) {
        return spread[hash] <= std::max<std::size_t>(2, programs.size() / 2);
    };
    std::vector<std::size_t> sizes;
    for (const Fingerprints& program : programs)
        sizes.push_back(static_cast<std::size_t>(std::ranges::count_if(
            program, [&](const auto& entry) { return counts(entry.first); })));
    std::vector<SimilarPair> pairs;
    for (std::size_t i = 0; i < programs.size(); ++i)
        for (std::size_t j = i + 1; j < programs.size(); ++j) {
            SimilarPair pair{.first = i, .second = j};
            for (const auto& [hash, line] : programs[i]) {
                const auto other = programs[j].find(hash);
                if (other == programs[j].end() || !counts(hash)) continue;
                ++pair.common;
                pair.lines.emplace_back(line, other->second);
            }
            if (pair.common == 0) continue;
            pair.share = static_cast<double>(pair.common) /
                         static_cast<double>(std::min(sizes[i], sizes[j]));
            std::ranges::sort(pair.lines);
            pair.lines.resize(std::min(pair.lines.size(), kMaxLines));
            pairs.push_back(std::move(pair));
        }
    std::ranges::stable_sort(pairs, std::greater{}, &SimilarPair::share);
    pairs.resize(std::min(pairs.size(), limit));
    return pairs;
}

}  // namespace xttt
