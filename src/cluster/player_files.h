#pragma once

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cluster/object_store.h"
#include "cluster/order.h"
#include "players/bot_files.h"
#include "players/player_spec.h"

namespace xttt {

// Transfer of the files that players need from the coordinator to the workers. The object store
// keeps each file under the SHA-256 of its content. A bot's files form a list of names and SHA-256,
// which is stored as a file itself, so its SHA-256 identifies every byte of the bot.

// Engine options that name files.
inline constexpr std::array<std::string_view, 2> kFileOptions{"EvalFile", "BookFile"};

// Which files of its folder a bot needs.
enum class BotFiles {
    Named,  // those of files_of_bot
    All,    // all: the folder has the files of this bot only
};
// Uploads the files of a course bot, or with BotFiles::All of a program.
Result<BotPackage> upload_bot(const ObjectStore& store, const std::string& bot_file,
                              BotFiles files = BotFiles::Named);
// Uploads the files that an engine's options name, and the built-in network if the engine would use
// it.
Result<std::map<std::string, std::string>> upload_engine_files(const ObjectStore& store,
                                                               const EngineSetup& engine,
                                                               const Variant& variant);
// Uploads the network that a search would use; empty if it uses none.
Result<std::string> upload_network(const ObjectStore& store, const SearchOptions& search,
                                   const Variant& variant);

// Uploads a program, which must be one file, and returns its SHA-256.
Result<std::string> upload_program(const ObjectStore& store, const std::string& command);

// SHA-256 of files as they are now. Caches the hashes of unchanged files. Thread-safe.
class FileDigests {
public:
    Result<std::string> digest(const std::string& path) const;

private:
    // A program can set the time of modification, but not that of the last change.
    struct CachedDigest {
        std::uint64_t device = 0, inode = 0;
        std::int64_t size = 0, modified = 0, changed = 0;  // bytes, nanoseconds
        std::string digest;
    };
    mutable std::mutex mutex_;
    mutable std::map<std::string, CachedDigest> cache_;
};

// SHA-256 of a program and of the files among its arguments, as they are now; empty if the program
// is not on this machine. Thread-safe.
class ProgramDigests {
public:
    Result<std::string> digest(const std::vector<std::string>& argv) const;

private:
    FileDigests files_;
};

// Cache of downloaded files, verified before they are stored under their names; each bot has a
// folder named by its SHA-256. Files are verified again before each use, because programs of
// earlier games may have changed them. Several threads and processes may share a folder.
class FileCache {
public:
    FileCache(std::string folder, ObjectStore store)
        : folder_(std::move(folder)), store_(std::move(store)) {}
    // The path of the bot's main file. All files can be executed.
    Result<std::string> bot(const BotPackage& bot) const;
    // The player string of an engine with the paths of its files here.
    Result<std::string> engine(const OrderedPlayer& player, const Variant& variant) const;
    // The path of a program, which can be executed.
    Result<std::string> program(const std::string& digest) const;
    // The content of a file; not cached.
    Result<std::string> content(const std::string& digest) const { return store_.get(digest); }
    // The same for a network, which is not downloaded if it is the built-in one.
    Result<std::string> network(const std::string& digest, const Variant& variant) const;

private:
    Result<std::string> file(const std::string& digest, bool executable = false) const;
    Result<std::string> make_download_folder() const;
    // Whether that is the built-in network.
    bool is_builtin(const std::string& digest, const Variant& variant) const;

    std::string folder_;
    ObjectStore store_;
    FileDigests digests_;
    mutable std::mutex mutex_;
    mutable std::map<std::string_view, std::string> builtin_digests_;  // by variant
};

}  // namespace xttt
