#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "page/page_file.h"
#include "tournament/report/markup.h"
#include "tournament/report/sample_report.h"
#include "tournament/report/summary.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// What stands between two texts, the first time they occur.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const auto begin = text.find(from);
    if (begin == std::string::npos) return {};
    const auto end = text.find(to, begin + from.size());
    return text.substr(begin + from.size(), end - begin - from.size());
}

nlohmann::json data_of(const std::string& html) {
    return nlohmann::json::parse(
        between(html, "<script type=\"application/json\" id=\"data\">", "</script>"));
}

// Every element that is opened is closed in turn; attributes are quoted. Enough to find a missing
// escape or end tag.
void expect_well_formed(std::string html) {
    // What scripts and styles contain is no markup.
    for (const std::string element : {"script", "style"}) {
        std::size_t at = 0;
        while ((at = html.find("<" + element, at)) != std::string::npos) {
            const auto inside = html.find('>', at) + 1;
            const auto end = html.find("</" + element, inside);
            ASSERT_NE(end, std::string::npos);
            html.erase(inside, end - inside);
            at = inside;
        }
    }
    std::vector<std::string> open;
    std::size_t at = 0;
    while ((at = html.find('<', at)) != std::string::npos) {
        const auto end = html.find('>', at);
        ASSERT_NE(end, std::string::npos);
        const std::string tag = html.substr(at + 1, end - at - 1);
        at = end + 1;
        if (tag.starts_with("!")) continue;
        ASSERT_EQ(std::count(tag.begin(), tag.end(), '"') % 2, 0) << tag;
        const std::string name =
            tag.substr(tag.starts_with("/"), tag.find_first_of(" \n/", 1) - tag.starts_with("/"));
        if (tag.starts_with("/")) {
            ASSERT_FALSE(open.empty()) << tag;
            ASSERT_EQ("/" + open.back(), tag);
            open.pop_back();
        } else if (!tag.ends_with("/") && name != "meta") {
            open.push_back(name);
        }
    }
    EXPECT_TRUE(open.empty()) << open.back();
}

TEST(Report, IsOneWellFormedFileForEveryVariant) {
    expect_well_formed(test::plain_report(test::sample_report<kExtreme>(6, 3)));
    expect_well_formed(test::plain_report(test::sample_report<kDouble>(6, 3)));
    expect_well_formed(test::plain_report(test::sample_report<kDiagonal>(6, 3)));
    expect_well_formed(test::plain_report(test::sample_report<kUltimate>(6, 3)));
}

TEST(Report, NeedsNothingFromOutside) {
    const auto html = test::plain_report(test::sample_report<kUltimate>(6, 3));
    EXPECT_THAT(html, HasSubstr("default-src 'none'"));
    for (const auto* outside : {"src=", "@import", "url(", "<link"})
        EXPECT_THAT(html, Not(HasSubstr(outside)));
    // Only the names of vocabularies may look like addresses.
    for (auto at = html.find("://"); at != std::string::npos; at = html.find("://", at + 1))
        EXPECT_THAT(html.substr(at, 20), HasSubstr("://www.w3.org/")) << html.substr(at - 20, 60);
}

TEST(Report, HasEveryPart) {
    const auto html = test::plain_report(test::sample_report<kUltimate>(8, 4));
    for (const auto* part : {"standings", "stages", "cross-table", "ratings", "points", "endings",
                             "time", "forfeits", "games"})
        EXPECT_THAT(html, HasSubstr(fmt::format("<section id=\"{}\"", part)));
    EXPECT_THAT(html, HasSubstr("Spring course tournament"));
    EXPECT_THAT(html, HasSubstr("team08"));
    EXPECT_THAT(html, HasSubstr(test::kPlainBundle.script));
    EXPECT_THAT(html, HasSubstr(test::kPlainBundle.style));
}

TEST(Report, HasEveryGameForTheScript) {
    const auto data = test::sample_report<kUltimate>(8, 4);
    const auto json = data_of(test::plain_report(data));
    ASSERT_EQ(json["games"].size(), data.games.size());
    EXPECT_EQ(json["bots"].size(), 8u);
    EXPECT_EQ(json["bots"][3]["name"], "team04");
    EXPECT_EQ(json["variants"],
              nlohmann::json::parse(R"([{"name": "ultimate", "rules": "cnVsZXM="}])"));
    for (std::size_t i = 0; i < data.games.size(); ++i) {
        EXPECT_EQ(json["games"][i][0], data.games[i].number);
        EXPECT_EQ(json["games"][i][15], data.games[i].moves);
    }
}

TEST(Report, ShowsHostileNamesAsText) {
    const std::string hostile =
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>&\"'";
    auto data = test::sample_report<kUltimate>(4, 2);
    data.title = hostile;
    data.facts.emplace_back(hostile, hostile);
    data.stages[0].name = hostile;
    data.stages[0].groups[0].name = hostile;
    data.bots[0] = {hostile, hostile};
    data.bots[1] = {"broken \xff\xfe bytes \x01", ""};
    data.games[0].forfeit = Forfeit{Side::X, ForfeitReason::Crash, hostile};
    const auto html = test::plain_report(data);
    EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
    EXPECT_THAT(html, Not(HasSubstr("<img")));
    expect_well_formed(html);
    EXPECT_EQ(data_of(html)["bots"][0]["name"], hostile);  // the script gets it whole, as a string
    EXPECT_THAT(html, HasSubstr("&lt;img src=x onerror=alert(2)&gt;&amp;&quot;&#39;"));
}

TEST(Report, SaysWhenGamesAreLeftOut) {
    auto data = test::sample_report<kUltimate>(6, 3);
    EXPECT_THAT(test::plain_report(data), Not(HasSubstr("forfeits first, then the latest")));
    for (std::size_t i = 1; i < data.games.size(); ++i) data.games[i].in_file = false;
    EXPECT_THAT(test::plain_report(data), HasSubstr("1 of 24 games are in this file"));
    EXPECT_EQ(data_of(test::plain_report(data))["games"].size(), 1u);
}

TEST(Report, OfNothingStillIsAPage) {
    expect_well_formed(test::plain_report(ReportData{.title = "Empty"}));
    ReportData waiting{.title = "Not begun", .bots = {{"a", ""}, {"b", ""}}};
    waiting.stages = {{"League", {{"All", {0, 1}}}}};
    expect_well_formed(test::plain_report(waiting));
}

TEST(Report, OfACourseStaysSmall) {
    // 40 bots in pools of 8: 470 games. Tables and charts, and 600 bytes a game.
    const auto data = test::sample_report<kExtreme>(40, 8);
    EXPECT_LT(test::plain_report(data).size(), 250'000 + 600 * data.games.size());
}

TEST(GamesToReplay, AreForfeitsFirstThenTheLatest) {
    std::vector<ReportGame> games(6);
    games[1].forfeit = Forfeit{Side::X, ForfeitReason::Crash, ""};
    EXPECT_EQ(games_to_replay(games, 3), (std::vector<std::size_t>{1, 4, 5}));
    EXPECT_EQ(games_to_replay(games, 100).size(), 6u);
    EXPECT_TRUE(games_to_replay(games, 0).empty());
}

TEST(Report, CarriesThePageItIsBuiltFrom) {
    const auto bundle = embedded_report_bundle();
    if (!find_page_file("/report/report.js")) {
        ASSERT_FALSE(bundle);
        EXPECT_THAT(bundle.error().message, HasSubstr("make build"));
        GTEST_SKIP() << "there is no web/dist; `make web` builds it";
    }
    ASSERT_TRUE(bundle);
    for (const auto& text : {bundle->script, bundle->style}) {
        EXPECT_FALSE(text.empty());
        for (const auto* outside : {"</script", "</style", "<!--", "@import", "url("})
            EXPECT_THAT(text, Not(HasSubstr(outside)));
    }
    for (const Variant* variant : kVariants)
        EXPECT_EQ(bundle->rules.at(variant->name).substr(0, 2), "\x1f\x8b") << variant->name;
}

TEST(Report, KeepsThePositionAGameBeganWith) {
    auto data = test::sample_report<kUltimate>(4, 2);
    data.games[1].start_fen = "a <fen>";
    EXPECT_EQ(data_of(test::plain_report(data))["games"][1].back(), "a <fen>");
}

TEST(MovesCode, HoldsCellsAndTimesToAFewPercent) {
    GameRecord record;
    record.variant = &kUltimate;
    for (const Move move : {Move::at(4, 4), Move::at(4, 0), Move::at(0, 4)})
        record.moves.push_back({move, {}});
    record.moves[0].note.time = std::chrono::milliseconds(1500);
    record.moves[1].note.time = std::chrono::milliseconds(0);
    const char bytes[] = {4 * 9 + 4, static_cast<char>(169), 4 * 9, 0, 4, static_cast<char>(255)};
    EXPECT_EQ(moves_code(record).value(), base64({bytes, sizeof bytes}));
    EXPECT_NEAR(std::exp2(169 / 16.0) - 1, 1500, 40);
}

TEST(MovesCode, RejectsMovesThatAreNotAGame) {
    GameRecord record;
    record.variant = &kUltimate;
    record.moves = {{Move::at(4, 4), {}}, {Move::at(4, 4), {}}};
    EXPECT_FALSE(moves_code(record));
}

TEST(Summary, PutsWhoCameFurtherFirst) {
    const auto data = test::sample_report<kUltimate>(6, 3);
    const auto summary = summarise(data);
    ASSERT_EQ(summary.order.size(), 6u);
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(summary.bots[summary.order[i]].last_stage, i < 4 ? 1 : 0) << i;
    long games = 0;
    for (const auto& [ending, count] : summary.endings) games += count;
    EXPECT_EQ(games, static_cast<long>(data.games.size()));
}

TEST(Summary, TakesTheTablesTheTournamentHas) {
    auto data = test::sample_report<kUltimate>(6, 3);
    // A bye for the last of the final, who thereby comes first.
    auto& final_league = data.stages[1].groups[0];
    int rank = 0;
    for (auto it = final_league.bots.rbegin(); it != final_league.bots.rend(); ++it)
        final_league.table.push_back({.player = *it, .rank = ++rank});
    const auto summary = summarise(data);
    EXPECT_EQ(summary.order[0], final_league.bots.back());
    EXPECT_EQ(summary.bots[final_league.bots.back()].rank, 1);
}

TEST(Markup, ShortensByCharacters) {
    EXPECT_EQ(shorten("abc", 3), "abc");
    EXPECT_EQ(shorten("abcd", 3), "ab…");
    EXPECT_EQ(shorten("ääää", 3), "ää…");
    EXPECT_EQ(with_commas(-1234567), "-1,234,567");
    EXPECT_EQ(with_commas(999), "999");
    EXPECT_EQ(duration_text(0.015), "15 µs");
    EXPECT_EQ(duration_text(0.42), "0.42 ms");
    EXPECT_EQ(duration_text(125'000), "2:05 min");
}

}  // namespace
}  // namespace xttt
