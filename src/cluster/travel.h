#pragma once

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cluster/object_store.h"
#include "cluster/order.h"
#include "players/bot_files.h"
#include "players/player_spec.h"

namespace xttt {

// How the files that players need get from the coordinator to the workers: each under the SHA-256
// of its content in the object store, and a bot's files together as a listing of names and SHA-256,
// which is such a file itself. Whoever knows the SHA-256 of the listing knows every byte.

// Options of an engine that name files.
inline constexpr std::array<std::string_view, 2> kFileOptions{"EvalFile", "BookFile"};

// Puts a bot's files on the server.
Result<TravellingBot> send_bot(const ObjectStore& store, const std::string& bot_file);
// Puts the files an engine's options name on the server, and the network that comes with this
// program, where the engine would use that.
Result<std::map<std::string, std::string>> send_engine_files(const ObjectStore& store,
                                                             const EngineSetup& engine,
                                                             const Variant& variant);
// The network a search would use, put on the server; empty if it uses none.
Result<std::string> send_network(const ObjectStore& store, const SearchOptions& search,
                                 const Variant& variant);

// Files that arrived, checked before they get their names: bots each in a folder named by its set.
// They stay for the next time. For any number of threads and processes.
class TravelCache {
public:
    TravelCache(std::string folder, ObjectStore store)
        : folder_(std::move(folder)), store_(std::move(store)) {}
    // Where the bot's main file is now.
    Result<std::string> bot(const TravellingBot& bot) const;
    // The player string of an engine with its files as they are named here.
    Result<std::string> engine(const OrderedPlayer& player, const Variant& variant) const;
    // What is in a file; not kept.
    Result<std::string> content(const std::string& digest) const { return store_.get(digest); }
    // The same for a network, which need not travel if it came with this program.
    Result<std::string> network(const std::string& digest, const Variant& variant) const;

private:
    Result<std::string> file(const std::string& digest) const;
    Result<std::string> arriving_folder() const;
    // Whether that is the network that comes with this program.
    bool is_builtin(const std::string& digest, const Variant& variant) const;

    std::string folder_;
    ObjectStore store_;
    mutable std::mutex mutex_;
    mutable std::map<std::string_view, std::string> builtin_digests_;  // by variant
};

}  // namespace xttt
