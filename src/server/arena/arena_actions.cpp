#include <algorithm>

#include "arena/submission.h"
#include "base/text.h"
#include "record/json_fields.h"
#include "server/arena/arena_responses.h"
#include "server/arena/arena_service.h"

// The routes that change something.
namespace xttt {
namespace {

constexpr int kMaxUnchecked = 3;   // of a team
constexpr int kMaxVersions = 200;  // of a team
constexpr std::size_t kMaxNotes = 200, kMaxReason = 500, kMaxName = 60, kMaxAnnouncement = 2000;
constexpr std::size_t kMaxEncodedName = 800;               // a name has at most 255 bytes
constexpr std::int64_t kLatestTime = 253'402'300'799'999;  // the end of 9999, in ms

HttpResponse bad_body(const Error& error) {
    return error_response(400, "bad-request", error.message);
}

// What encodeURIComponent() of browsers and quote() of Python leave, and escapes.
bool is_percent_encoded(std::string_view text, std::size_t max_bytes) {
    static constexpr std::string_view kOther = "-._~!*'()/%";
    return text.size() <= max_bytes && std::ranges::all_of(text, [](char c) {
               return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
                      kOther.contains(c);
           });
}

HttpResponse token_response(const Team& team, const Token& token, int status) {
    return arena_response({{"team", team.id}, {"name", team.name}, {"token", token.text()}},
                          status);
}

}  // namespace

HttpResponse ArenaService::login(const Call& call) {
    JsonFields fields(std::string_view(call.request.body));
    const auto token = Token::parse(fields.text("token", 100));
    if (const auto end = fields.finish(); !end) return bad_body(end.error());
    const auto identity = token ? store_->identify(*token) : Identity{};
    if (!identity) return arena_error(identity.error());
    // A whole class may log in from one address, so only wrong tokens count.
    if (identity->role == Identity::Role::Visitor &&
        !logins_.allow(call.request.address, Clock::now()))
        return error_response(429, "too-many-logins", "too many logins; try again in a minute");
    if (identity->role == Identity::Role::Visitor)
        return error_response(401, "bad-token", "invalid token; ask the staff for a new link");
    auto response = arena_response(you_json(*identity));
    response.headers.emplace_back(
        "Set-Cookie",
        fmt::format("{}={}; Path=/api/arena; Max-Age=31536000; HttpOnly; SameSite=Strict{}",
                    kArenaCookie, token->text(), options_.secure_cookies ? "; Secure" : ""));
    return response;
}

HttpResponse ArenaService::logout(const Call&) {
    auto response = arena_response({{"role", "visitor"}});
    response.headers.emplace_back(
        "Set-Cookie", fmt::format("{}=; Path=/api/arena; Max-Age=0; HttpOnly; SameSite=Strict{}",
                                  kArenaCookie, options_.secure_cookies ? "; Secure" : ""));
    return response;
}

HttpResponse ArenaService::upload(const Call& call) {
    const auto team = directory_.teams.find(call.number);
    if (team == directory_.teams.end()) return not_found("team");
    const auto file_name = percent_decoded(call.request.file_name);
    const auto notes = percent_decoded(call.request.notes);
    if (!is_percent_encoded(call.request.file_name, kMaxEncodedName) ||
        !is_percent_encoded(call.request.notes, 3 * kMaxNotes) || !file_name ||
        file_name->empty() || !notes || notes->size() > kMaxNotes || !is_terminal_safe(*notes))
        return error_response(400, "bad-request",
                              "send the header X-File-Name, and X-Notes of at most 200 bytes, "
                              "both percent-encoded");
    if (call.request.body.empty()) return error_response(400, "bad-request", "the file is empty");
    if (!directory_.settings.accepts_uploads(system_now()) && !call.identity.is_staff())
        return error_response(409, "closed", "the deadline has passed");
    int all = 0, unchecked = 0;
    for (const auto& [id, version] : directory_.versions) {
        if (version.team != call.number) continue;
        ++all;
        unchecked += version.state == VersionState::Checking;
    }
    if (unchecked >= kMaxUnchecked)
        return error_response(429, "too-many-uploads",
                              "wait until your last uploads have been checked");
    if (all >= kMaxVersions)
        return error_response(
            409, "not-possible",
            fmt::format("this team has reached the limit of {} versions", kMaxVersions));
    const auto version =
        store_->add_version(call.number, safe_file_name(*file_name), *notes, call.request.body);
    if (!version) return arena_error(version.error());
    checker_->wake();
    return arena_response(version_json(*version), 201);
}

HttpResponse ArenaService::activate(const Call& call) {
    if (!directory_.versions.contains(call.number)) return not_found("version");
    if (!directory_.settings.accepts_uploads(system_now()) && !call.identity.is_staff())
        return error_response(409, "closed", "the deadline has passed");
    if (!may_call_often(call.identity)) return too_many_calls();
    if (const auto done = store_->activate(call.number, who(call.identity)); !done)
        return arena_error(done.error());
    if (const auto fresh = refresh_directory(); !fresh) return arena_error(fresh.error());
    return arena_response(version_json(directory_.versions.at(call.number)));
}

HttpResponse ArenaService::add_team(const Call& call) {
    JsonFields fields(std::string_view(call.request.body));
    const auto name = fields.text("name", kMaxName);
    const auto alias = fields.text("alias", kMaxName, "");
    if (const auto end = fields.finish(); !end) return bad_body(end.error());
    const auto added = store_->add_team(name, alias, "staff");
    if (!added) return arena_error(added.error());
    return token_response(added->first, added->second, 201);
}

HttpResponse ArenaService::import_teams(const Call& call) {
    const auto rows = parse_team_csv(call.request.body);
    if (!rows) return bad_body(rows.error());
    Json added = Json::array(), problems = Json::array();
    for (const TeamRow& row : *rows) {
        const auto known = std::ranges::any_of(
            directory_.teams, [&](const auto& entry) { return entry.second.name == row.name; });
        if (known) continue;
        const auto team = store_->add_team(row.name, row.alias, "staff");
        if (team)
            added.push_back({{"team", team->first.id},
                             {"name", team->first.name},
                             {"token", team->second.text()}});
        else
            problems.push_back(team.error().message);
    }
    return arena_response({{"added", std::move(added)}, {"problems", std::move(problems)}});
}

HttpResponse ArenaService::change_team(const Call& call) {
    const auto found = directory_.teams.find(call.number);
    if (found == directory_.teams.end()) return not_found("team");
    xttt::Team team = found->second;
    JsonFields fields(std::string_view(call.request.body));
    team.name = fields.text("name", kMaxName, team.name);
    team.alias = fields.text("alias", kMaxName, team.alias);
    if (fields.has("disabled")) team.disabled = fields.boolean("disabled");
    if (const auto end = fields.finish(); !end) return bad_body(end.error());
    if (const auto done = store_->change_team(team, "staff"); !done)
        return arena_error(done.error());
    return arena_response({{"team", team.id},
                           {"name", team.name},
                           {"alias", team.alias},
                           {"disabled", team.disabled}});
}

HttpResponse ArenaService::new_token(const Call& call) {
    const auto team = directory_.teams.find(call.number);
    if (team == directory_.teams.end()) return not_found("team");
    const auto token = store_->new_token(call.number, "staff");
    if (!token) return arena_error(token.error());
    return token_response(team->second, *token, 200);
}

HttpResponse ArenaService::settings(const Call& call) {
    ArenaSettings settings = directory_.settings;
    JsonFields fields(std::string_view(call.request.body));
    if (fields.has("deadline_ms")) {
        const auto value = fields.value("deadline_ms");
        settings.deadline.reset();
        if (!value.is_null())
            settings.deadline = SystemTime(
                std::chrono::milliseconds(fields.integer("deadline_ms", 0, kLatestTime)));
    }
    const auto choice = [&](const char* name, bool now, std::string_view off, std::string_view on) {
        if (!fields.has(name)) return now;
        const std::string text = fields.text(name, 20);
        if (text != on && text != off) fields.expect(name, fmt::format("{} or {}", off, on));
        return text == on;
    };
    settings.accepts_late = choice("late", settings.accepts_late, "refuse", "accept");
    settings.is_paused = choice("ladder", settings.is_paused, "on", "paused");
    settings.announcement = fields.text("announcement", kMaxAnnouncement, settings.announcement);
    if (fields.has("cup_at_deadline")) settings.plays_cup = fields.boolean("cup_at_deadline");
    if (fields.has("aliases")) settings.shows_aliases = fields.boolean("aliases");
    settings.max_upload =
        fields.integer("max_upload_bytes", 1024, kLargestUpload, settings.max_upload);
    if (const auto end = fields.finish(); !end) return bad_body(end.error());
    return change_settings(settings, call);
}

HttpResponse ArenaService::change_settings(ArenaSettings settings, const Call& call) {
    if (const auto done = store_->set_settings(settings, "staff"); !done)
        return arena_error(done.error());
    if (const auto fresh = refresh_directory(); !fresh) return arena_error(fresh.error());
    return arena_response(info_json(call.identity));
}

HttpResponse ArenaService::start_cup(const Call& call) {
    JsonFields fields(std::string_view(call.request.body));
    if (const auto end = fields.finish(); !end) return bad_body(end.error());
    if (const auto done = cup_->start("staff"); !done) return arena_error(done.error());
    if (const auto fresh = refresh_directory(); !fresh) return arena_error(fresh.error());
    return arena_response(info_json(call.identity), 202);
}

HttpResponse ArenaService::hold(const Call& call) {
    if (!directory_.versions.contains(call.number)) return not_found("version");
    JsonFields fields(std::string_view(call.request.body));
    const auto reason = fields.text("reason", kMaxReason);
    if (const auto end = fields.finish(); !end) return bad_body(end.error());
    if (const auto done = store_->hold(call.number, reason, "staff"); !done)
        return arena_error(done.error());
    if (const auto fresh = refresh_directory(); !fresh) return arena_error(fresh.error());
    return arena_response(version_json(directory_.versions.at(call.number)));
}

HttpResponse ArenaService::release(const Call& call) {
    if (!directory_.versions.contains(call.number)) return not_found("version");
    if (const auto done = ladder_->release(call.number, "staff"); !done)
        return arena_error(done.error());
    if (const auto fresh = refresh_directory(); !fresh) return arena_error(fresh.error());
    return arena_response(version_json(directory_.versions.at(call.number)));
}

HttpResponse ArenaService::discount(const Call& call) {
    if (const auto done = ladder_->discount(call.number, "staff"); !done)
        return done.error().code == Errc::Usage ? not_found("game") : arena_error(done.error());
    return arena_response({{"game", call.number}, {"counts", false}});
}

HttpResponse ArenaService::replay(const Call& call) {
    const auto found = games_->game(call.number);
    if (!found) return storage_error(found.error());
    if (!*found) return not_found("game");
    if (const auto done = ladder_->replay(call.number, "staff"); !done)
        return arena_error(done.error());
    return arena_response({{"game", call.number}, {"counts", false}}, 202);
}

}  // namespace xttt
