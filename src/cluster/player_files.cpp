#include "cluster/player_files.h"

#include <filesystem>
#include <fstream>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/text.h"
#include "eval/nnue/network.h"
#include "process/spawn.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
constexpr std::uint64_t kMostBotBytes = std::uint64_t{256} << 20;

using Listing = std::map<std::string, std::string>;  // names to SHA-256

Result<Listing> parse_listing(const std::string& text) {
    const Json json = Json::parse(text, nullptr, false);
    const auto bad = [] { return fail(Errc::BadInput, "malformed list of a bot's files"); };
    if (!json.is_object() || json.size() > kMostBotFiles) return bad();
    Listing listing;
    for (const auto& [name, digest] : json.items()) {
        if (!is_portable_path(name) || !digest.is_string() ||
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

// Whether a search uses the built-in network, if there is one.
bool uses_builtin_network(const SearchOptions& search) {
    if (!search.eval_file.empty()) return false;
    return search.evaluation == "nnue" ||
           (search.evaluation == "best" && search.algorithm == "pvs");
}

// The file and all others in its folder and below.
Result<std::vector<std::string>> files_beside(const std::string& path) {
    std::error_code failed;
    const fs::path main = fs::canonical(path, failed);
    if (failed || !fs::is_regular_file(main, failed))
        return fail(Errc::Usage, fmt::format("no such bot file: {}", quote(path)));
    const fs::path base = main.parent_path();
    std::vector<std::string> names{main.filename().string()};
    for (fs::recursive_directory_iterator entry(base, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().lexically_relative(base).string();
        const auto type = entry->symlink_status(failed).type();
        if (type == fs::file_type::directory || name == names.front()) continue;
        if (type != fs::file_type::regular || !is_portable_path(name) ||
            names.size() >= kMostBotFiles)
            return fail(Errc::Usage,
                        fmt::format("the folder of the bot {} cannot be sent to workers, because "
                                    "of {}: a folder can have {} files with portable names, and no "
                                    "links",
                                    quote(path), quote(name), kMostBotFiles));
        names.push_back(name);
    }
    if (failed) return fail(Errc::Usage, fmt::format("cannot read {}", quote(base.string())));
    return names;
}

Result<std::string> upload_file(const ObjectStore& store, const std::string& path) {
    // Given by the user, so it may be a link.
    std::error_code failed;
    const auto real = fs::canonical(path, failed).string();
    if (failed) return fail(Errc::Usage, fmt::format("no such file: {}", quote(path)));
    TRY(const auto content, read_plain_file(real));
    return store.put(content);
}

}  // namespace

Result<BotPackage> upload_bot(const ObjectStore& store, const std::string& bot_file,
                              BotFiles files) {
    TRY(const auto names, files == BotFiles::All ? files_beside(bot_file) : files_of_bot(bot_file));
    const fs::path base = fs::canonical(bot_file).parent_path();
    Json listing = Json::object();
    std::uint64_t bytes = 0;
    for (const auto& name : names) {
        TRY(const auto content, read_plain_file((base / name).string()));
        if ((bytes += content.size()) > kMostBotBytes)
            return fail(Errc::Usage, fmt::format("the files of bot {} exceed the limit of {} MiB",
                                                 quote(bot_file), kMostBotBytes >> 20));
        TRY(listing[name], store.put(content));
    }
    TRY(const auto set, store.put(listing.dump()));
    return BotPackage{.main = names.front(), .set = set};
}

Result<std::map<std::string, std::string>> upload_engine_files(const ObjectStore& store,
                                                               const EngineSetup& engine,
                                                               const Variant& variant) {
    std::map<std::string, std::string> files;
    TRY(const auto network, upload_network(store, engine.options.search(), variant));
    if (!network.empty()) files["EvalFile"] = network;
    if (!engine.options.book_file.empty()) {
        TRY(const auto book, upload_file(store, engine.options.book_file));
        files["BookFile"] = book;
    }
    return files;
}

Result<std::string> upload_network(const ObjectStore& store, const SearchOptions& search,
                                   const Variant& variant) {
    if (!search.eval_file.empty()) return upload_file(store, search.eval_file);
    const auto builtin = builtin_network(variant);
    if (!uses_builtin_network(search) || builtin.empty()) return std::string();
    return store.put(builtin);
}

Result<std::string> upload_program(const ObjectStore& store, const std::string& command) {
    TRY(const auto program, find_program(command));
    return upload_file(store, program);
}

Result<std::string> FileDigests::digest(const std::string& path) const {
    struct stat about{};
    if (::stat(path.c_str(), &about) != 0)
        return fail(Errc::Usage, fmt::format("cannot read {}", quote(path)));
    const auto nanoseconds = [](const timespec& time) {
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    };
    CachedDigest now{about.st_dev,
                     about.st_ino,
                     about.st_size,
                     nanoseconds(about.st_mtim),
                     nanoseconds(about.st_ctim),
                     {}};
    {
        const std::lock_guard lock(mutex_);
        const auto known = cache_.find(path);
        const auto facts = [](const CachedDigest& of) {
            return std::tie(of.device, of.inode, of.size, of.modified, of.changed);
        };
        if (known != cache_.end() && facts(known->second) == facts(now))
            return known->second.digest;
    }
    std::error_code failed;
    TRY(const auto content, read_plain_file(fs::canonical(path, failed).string()));
    now.digest = sha256_hex(content);
    const std::lock_guard lock(mutex_);
    return (cache_[path] = std::move(now)).digest;
}

Result<std::string> ProgramDigests::digest(const std::vector<std::string>& argv) const {
    const auto program = find_program(argv[0]);
    if (!program) return std::string();
    TRY(std::string all, files_.digest(*program));
    std::error_code failed;
    for (std::size_t i = 1; i < argv.size(); ++i) {
        if (!fs::is_regular_file(argv[i], failed)) continue;
        TRY(const auto digest, files_.digest(argv[i]));
        all += fmt::format(" {}:{}", i, digest);
    }
    return sha256_hex(all);
}

bool FileCache::is_builtin(const std::string& digest, const Variant& variant) const {
    const std::lock_guard lock(mutex_);
    auto& known = builtin_digests_[variant.name];
    if (known.empty()) known = sha256_hex(builtin_network(variant));
    return known == digest;
}

Result<std::string> FileCache::make_download_folder() const {
    std::error_code failed;
    fs::create_directories(folder_, failed);
    std::string pattern = (fs::path(folder_) / "download-XXXXXX").string();
    if (failed || ::mkdtemp(pattern.data()) == nullptr)
        return fail(Errc::Io, fmt::format("cannot write to folder {}", quote(folder_)));
    return pattern;
}

Result<std::string> FileCache::bot(const BotPackage& bot) const {
    const fs::path target = fs::path(folder_) / bot.set;
    const auto main_file = [&]() -> Result<std::string> {
        std::error_code failed;
        const auto main = target / bot.main;
        if (fs::is_regular_file(fs::symlink_status(main, failed))) return main.string();
        return fail(Errc::BadInput,
                    fmt::format("the bot's main file {} is missing from its list of files",
                                quote(bot.main)));
    };
    if (is_folder(target)) return main_file();
    TRY(const auto text, store_.get(bot.set));
    TRY(const auto listing, parse_listing(text));
    const auto arriving = make_download_folder();
    if (!arriving) return arriving;
    std::error_code failed;
    for (const auto& [name, digest] : listing) {
        const auto content = store_.get(digest);
        const fs::path file = fs::path(*arriving) / name;
        const auto written =
            content ? write_file(file, *content) : Result<void>(std::unexpected(content.error()));
        // The main file may be a program.
        fs::permissions(file, fs::perms(0755), failed);
        if (written) continue;
        fs::remove_all(*arriving, failed);
        return std::unexpected(written.error());
    }
    // The sandbox reads it as another user.
    fs::permissions(*arriving, fs::perms(0755), failed);
    fs::rename(*arriving, target, failed);
    // Another thread may have stored the same files first.
    const bool there = !failed || is_folder(target);
    fs::remove_all(*arriving, failed);
    if (!there) return fail(Errc::Io, fmt::format("cannot write to {}", quote(folder_)));
    return main_file();
}

Result<std::string> FileCache::program(const std::string& digest) const {
    return file(digest, true);
}

Result<std::string> FileCache::file(const std::string& digest, bool executable) const {
    const fs::path target = fs::path(folder_) / (digest + (executable ? ".program" : ".file"));
    std::error_code failed;
    if (fs::is_regular_file(fs::symlink_status(target, failed)) &&
        digests_.digest(target.string()) == digest &&
        (!executable || ::access(target.c_str(), X_OK) == 0))
        return target.string();
    TRY(const auto content, store_.get(digest));
    const auto arriving = make_download_folder();
    if (!arriving) return arriving;
    const auto written = write_file(fs::path(*arriving) / "file", content);
    if (written && executable)
        fs::permissions(fs::path(*arriving) / "file", fs::perms(0755), failed);
    std::error_code ignored;
    if (written) fs::rename(fs::path(*arriving) / "file", target, failed);
    fs::remove_all(*arriving, ignored);
    if (!written) return std::unexpected(written.error());
    if (failed) return fail(Errc::Io, fmt::format("cannot write {}", quote(target.string())));
    return target.string();
}

Result<std::string> FileCache::engine(const OrderedPlayer& player, const Variant& variant) const {
    std::string text = player.text;
    for (const auto& [option, digest] : player.files) {
        const bool named = to_lower(player.text).find(to_lower(option) + "=") != std::string::npos;
        if (option == "EvalFile" && !named && is_builtin(digest, variant)) continue;
        const auto path = file(digest);
        if (!path) return path;
        if (path->find(',') != path->npos)
            return fail(Errc::Unsupported,
                        fmt::format("the path of the cache folder {} contains ',', which engine "
                                    "options cannot express; choose another folder with --cache",
                                    quote(folder_)));
        // The last value of an option takes effect.
        text += fmt::format("{}{}={}", text.find(':') == text.npos ? ":" : ",", option, *path);
    }
    return text;
}

Result<std::string> FileCache::network(const std::string& digest, const Variant& variant) const {
    if (is_builtin(digest, variant)) return std::string(builtin_network(variant));
    return store_.get(digest);
}

}  // namespace xttt
