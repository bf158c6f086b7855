#include "cluster/travel.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cluster/digest.h"
#include "cluster/strict_json.h"
#include "eval/nnue/builtin.h"
#include "players/bot_files.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
constexpr std::uint64_t kMostBotBytes = std::uint64_t{256} << 20;

using Listing = std::map<std::string, std::string>;  // names to SHA-256

Result<Listing> parse_listing(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    const auto bad = [] { return fail(Errc::BadInput, "a bot's listing of files is malformed"); };
    if (!json.is_object() || json.size() > kMostBotFiles) return bad();
    Listing listing;
    for (const auto& [name, digest] : json.items()) {
        if (!is_travelling_name(name) || !digest.is_string() ||
            !is_sha256_hex(digest.get_ref<const std::string&>()))
            return bad();
        listing.emplace(name, digest.get<std::string>());
    }
    return listing;
}

bool is_folder(const fs::path& path) {
    std::error_code failed;
    return fs::symlink_status(path, failed).type() == fs::file_type::directory;
}

Result<void> write_file(const fs::path& path, const std::string& content) {
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    std::ofstream out(path, std::ios::binary);
    out << content;
    out.close();
    if (!out) return fail(Errc::Io, fmt::format("cannot write {}", quote(path.string())));
    return {};
}

std::string_view builtin_network(const Variant& variant) {
    const auto bytes = nnue::builtin_network(variant.name);
    return {bytes.data(), bytes.size()};
}

// Whether a search asks for the network that comes with the program, as far as there is one.
bool uses_builtin_network(const SearchOptions& search) {
    if (!search.eval_file.empty()) return false;
    return search.evaluation == "nnue" ||
           (search.evaluation == "best" && search.algorithm == "pvs");
}

Result<std::string> send_file(const ObjectStore& store, const std::string& path) {
    // Named by whoever starts the run, so it may be a link.
    std::error_code failed;
    const auto real = fs::canonical(path, failed).string();
    if (failed) return fail(Errc::Usage, fmt::format("there is no file {}", quote(path)));
    const auto content = read_plain_file(real);
    if (!content) return std::unexpected(content.error());
    return store.put(*content);
}

}  // namespace

Result<TravellingBot> send_bot(const ObjectStore& store, const std::string& bot_file) {
    const auto names = files_of_bot(bot_file);
    if (!names) return std::unexpected(names.error());
    const fs::path base = fs::canonical(bot_file).parent_path();
    Json listing = Json::object();
    std::uint64_t bytes = 0;
    for (const auto& name : *names) {
        const auto content = read_plain_file((base / name).string());
        if (!content) return std::unexpected(content.error());
        if ((bytes += content->size()) > kMostBotBytes)
            return fail(Errc::Usage, fmt::format("the files of the bot {} are more than the {} MiB "
                                                 "that may travel",
                                                 quote(bot_file), kMostBotBytes >> 20));
        const auto digest = store.put(*content);
        if (!digest) return std::unexpected(digest.error());
        listing[name] = *digest;
    }
    const auto set = store.put(listing.dump());
    if (!set) return std::unexpected(set.error());
    return TravellingBot{.main = names->front(), .set = *set};
}

Result<std::map<std::string, std::string>> send_engine_files(const ObjectStore& store,
                                                             const EngineSetup& engine,
                                                             const Variant& variant) {
    std::map<std::string, std::string> files;
    const auto network = send_network(store, engine.options.search(), variant);
    if (!network) return std::unexpected(network.error());
    if (!network->empty()) files["EvalFile"] = *network;
    if (!engine.options.book_file.empty()) {
        const auto book = send_file(store, engine.options.book_file);
        if (!book) return std::unexpected(book.error());
        files["BookFile"] = *book;
    }
    return files;
}

Result<std::string> send_network(const ObjectStore& store, const SearchOptions& search,
                                 const Variant& variant) {
    if (!search.eval_file.empty()) return send_file(store, search.eval_file);
    const auto builtin = builtin_network(variant);
    if (!uses_builtin_network(search) || builtin.empty()) return std::string();
    return store.put(builtin);
}

bool TravelCache::is_builtin(const std::string& digest, const Variant& variant) const {
    const std::lock_guard lock(mutex_);
    auto& known = builtin_digests_[variant.name];
    if (known.empty()) known = sha256_hex(builtin_network(variant));
    return known == digest;
}

Result<std::string> TravelCache::arriving_folder() const {
    std::error_code failed;
    fs::create_directories(folder_, failed);
    std::string pattern = (fs::path(folder_) / "arriving-XXXXXX").string();
    if (failed || ::mkdtemp(pattern.data()) == nullptr)
        return fail(Errc::Io, fmt::format("cannot write to the folder {}", quote(folder_)));
    return pattern;
}

Result<std::string> TravelCache::bot(const TravellingBot& bot) const {
    const fs::path target = fs::path(folder_) / bot.set;
    const auto main_file = [&]() -> Result<std::string> {
        std::error_code failed;
        const auto main = target / bot.main;
        if (fs::is_regular_file(fs::symlink_status(main, failed))) return main.string();
        return fail(Errc::BadInput,
                    fmt::format("the bot's own file {} is not among its files", quote(bot.main)));
    };
    if (is_folder(target)) return main_file();
    const auto text = store_.get(bot.set);
    if (!text) return std::unexpected(text.error());
    const auto listing = parse_listing(*text);
    if (!listing) return std::unexpected(listing.error());
    const auto arriving = arriving_folder();
    if (!arriving) return arriving;
    std::error_code failed;
    for (const auto& [name, digest] : *listing) {
        const auto content = store_.get(digest);
        const auto written = content ? write_file(fs::path(*arriving) / name, *content)
                                     : Result<void>(std::unexpected(content.error()));
        if (written) continue;
        fs::remove_all(*arriving, failed);
        return std::unexpected(written.error());
    }
    // The sandbox reads it with other rights than ours.
    fs::permissions(*arriving, fs::perms(0755), failed);
    fs::rename(*arriving, target, failed);
    // Another thread may have been first with the same files.
    const bool there = !failed || is_folder(target);
    fs::remove_all(*arriving, failed);
    if (!there) return fail(Errc::Io, fmt::format("cannot write to {}", quote(folder_)));
    return main_file();
}

Result<std::string> TravelCache::file(const std::string& digest) const {
    const fs::path target = fs::path(folder_) / (digest + ".file");
    std::error_code failed;
    if (fs::is_regular_file(fs::symlink_status(target, failed))) return target.string();
    const auto content = store_.get(digest);
    if (!content) return std::unexpected(content.error());
    const auto arriving = arriving_folder();
    if (!arriving) return arriving;
    const auto written = write_file(fs::path(*arriving) / "file", *content);
    if (written) fs::rename(fs::path(*arriving) / "file", target, failed);
    fs::remove_all(*arriving, failed);
    if (!written) return std::unexpected(written.error());
    return target.string();
}

Result<std::string> TravelCache::engine(const OrderedPlayer& player, const Variant& variant) const {
    std::string text = player.text;
    for (const auto& [option, digest] : player.files) {
        const bool named = to_lower(player.text).find(to_lower(option) + "=") != std::string::npos;
        if (option == "EvalFile" && !named && is_builtin(digest, variant)) continue;
        const auto path = file(digest);
        if (!path) return path;
        if (path->find(',') != path->npos)
            return fail(Errc::Unsupported,
                        fmt::format("the worker's folder {} has a ',' in its name, so engines "
                                    "cannot be told of files in it; --cache names another",
                                    quote(folder_)));
        // What is said last counts.
        text += fmt::format("{}{}={}", text.find(':') == text.npos ? ":" : ",", option, *path);
    }
    return text;
}

Result<std::string> TravelCache::network(const std::string& digest, const Variant& variant) const {
    if (is_builtin(digest, variant)) return std::string(builtin_network(variant));
    return store_.get(digest);
}

}  // namespace xttt
