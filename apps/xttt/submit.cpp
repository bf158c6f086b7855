#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "base/token.h"
#include "commands.h"
#include "common_options.h"
#include "process/child.h"
#include "process/spawn.h"
#include "temporary_folder.h"

namespace xttt {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::seconds kRequestTime{180};
constexpr std::chrono::seconds kPollInterval{1};
constexpr std::size_t kMaxAnswer = std::size_t{16} << 20;

struct ArenaSubmitOptions {
    std::string file;
    std::string server = "http://127.0.0.1:8080";
    std::string token;  // empty: XTTT_TOKEN
    std::string notes;
    std::chrono::minutes wait{10};
};

std::string percent_encoded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const char lower = to_lower(c);
        const bool plain =
            (lower >= 'a' && lower <= 'z') || is_digit(c) || c == '.' || c == '-' || c == '_';
        out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

// Sends requests with curl, which supports TLS and proxies. The token is in a private file: other
// users of the machine can read the arguments of a process.
class ArenaClient {
public:
    static Result<std::unique_ptr<ArenaClient>> make(const ArenaSubmitOptions& options) {
        const char* variable = std::getenv("XTTT_TOKEN");
        std::string token = options.token;
        if (token.empty() && variable != nullptr) token = variable;
        // A personal link is also accepted.
        if (const auto at = token.rfind("token="); at != token.npos) token.erase(0, at + 6);
        if (!Token::parse(token))
            return fail(Errc::Usage,
                        "no valid token; give the team's token or personal link with --token "
                        "or the environment variable XTTT_TOKEN");
        TRY_VOID(check_server_url(options.server));
        auto curl = find_program("curl");
        if (!curl)
            return fail(Errc::Unsupported,
                        "this command needs the program curl; on Debian 'apt install curl'");
        return std::unique_ptr<ArenaClient>(new ArenaClient(*curl, options.server, token));
    }

    Result<Json> request(const std::string& path, std::vector<std::string> more = {}) {
        if (secret_.empty()) {
            // Before anything is written: without its own folder, the file would be in the root.
            if (folder_.path().empty()) return fail(Errc::Io, "cannot create a temporary folder");
            const std::string name = folder_.path() + "/curl.conf";
            std::ofstream file(name);
            file << "header = \"Authorization: Bearer " << token_ << "\"\n";
            file.close();
            if (!file) return fail(Errc::Io, "cannot write a temporary file");
            secret_ = name;
        }
        std::vector<std::string> argv{curl_,
                                      "--silent",
                                      "--show-error",
                                      "--config",
                                      secret_,
                                      "--url",
                                      server_ + "/api/arena" + path};
        std::ranges::move(more, std::back_inserter(argv));
        TRY(auto child, Child::start({.argv = argv, .text_line_limit = kMaxAnswer}));
        const OutputEvent event = child.await_text_line(after(kRequestTime));
        const bool answered = event.kind == OutputEvent::Kind::TextLine;
        Json json = answered ? Json::parse(event.text_line, nullptr, false) : Json();
        if (!json.is_object()) {
            std::string why = child.error_tail();
            while (why.ends_with('\n')) why.pop_back();
            return fail(Errc::Io, fmt::format("{}: {}", server_,
                                              why.empty() ? "the answer is not from an arena"
                                                          : terminal_safe(why)));
        }
        if (json.contains("error"))
            return fail(Errc::BadInput, terminal_safe(json["error"].value("message", "refused")));
        return json;
    }

private:
    ArenaClient(std::string curl, std::string server, std::string token)
        : curl_(std::move(curl)), server_(std::move(server)), token_(std::move(token)) {
        while (server_.ends_with('/')) server_.pop_back();
    }

    std::string curl_, server_, token_, secret_;
    TemporaryFolder folder_;  // of the file `secret_`
};

Result<void> run_arena_submit(const ArenaSubmitOptions& options, std::ostream& out) {
    TRY(const auto bytes, read_input_file(options.file));  // a clear error before the upload
    TRY(const auto client, ArenaClient::make(options));
    TRY(const Json arena, client->request(""));
    const Json you = arena.value("you", Json::object());
    const std::string role = you.value("role", "");
    if (role == "staff")
        return fail(Errc::Usage, "this is the token of the staff; use the token of a team");
    if (role != "team")
        return fail(Errc::Usage,
                    "the server does not accept this token; ask the staff for a new link");
    const auto limit = arena.value("max_upload_bytes", std::size_t{0});
    if (limit > 0 && bytes.size() > limit)
        return fail(Errc::BadInput, fmt::format("{} has {} bytes; the arena accepts at most {}",
                                                quote(options.file), bytes.size(), limit));
    const std::string versions = fmt::format("/teams/{}/versions", you.value("team", 0));
    const std::string name = std::filesystem::path(options.file).filename().string();
    TRY(const Json added,
        client->request(versions, {"--data-binary", "@" + options.file, "--header",
                                   "Content-Type: application/octet-stream", "--header",
                                   "X-File-Name: " + percent_encoded(name), "--header",
                                   "X-Notes: " + percent_encoded(options.notes)}));
    const int id = added.value("version", -1);
    out << fmt::format("Uploaded {} as version {} ({} bytes).\n", terminal_safe(name),
                       added.value("number", 0), bytes.size())
        << std::flush;
    for (const Deadline until = after(options.wait); Clock::now() < until;) {
        TRY(const Json list, client->request(versions));
        for (const Json& version : list.value("versions", Json::array())) {
            if (version.value("version", -1) != id || version.value("state", "") == "checking")
                continue;
            for (const Json& check : version.value("checks", Json::array()))
                out << fmt::format("{:<4}  {:<14}  {}\n", check.value("verdict", ""),
                                   terminal_safe(check.value("name", "")),
                                   terminal_safe(check.value("text", ""), LineBreaks::Keep));
            TRY_VOID(check_written(out, "standard output"));
            if (version.value("state", "") == "ready") return {};
            return fail(Errc::BadInput, "the version was rejected");
        }
        std::this_thread::sleep_for(kPollInterval);
    }
    return fail(Errc::Io,
                "the version is stored, but its check has not finished yet; see "
                "the team's page, or use a longer --wait");
}

}  // namespace

void add_submit(Command& app) {
    auto& command =
        app.add("submit", "Upload a bot to an arena and wait for the result of its check.",
                {"xttt submit mybot.py --server https://xttt.example.org --token TOKEN",
                 "xttt submit mybot.zip --notes 'deeper search'"});
    auto options = std::make_shared<ArenaSubmitOptions>();
    command.option("FILE", options->file, "Python file, C++ source, program or ZIP archive")
        .required();
    command.group("Arena");
    command.option("--server URL", options->server, "Address of the server");
    command.option("--token TOKEN", options->token, "Token or personal link of the team")
        .default_text("the environment variable XTTT_TOKEN");
    command.option("--notes TEXT", options->notes, "Notes for the list of versions");
    command.option("--wait MINUTES", options->wait, "Maximum time to wait for the check")
        .range(1, 1440);
    command.run([options](Streams io) { return run_arena_submit(*options, io.out); });
}

}  // namespace xttt
