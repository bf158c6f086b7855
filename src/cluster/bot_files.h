#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cluster/object_store.h"
#include "cluster/order.h"

namespace xttt {

inline constexpr std::size_t kMostBotFiles = 256;

// A path of one or more names with '/' between, that stays inside the folder it is used in.
bool is_bot_file_name(std::string_view name);

// The names, within the bot's folder, of its file and of the modules there that it imports,
// directly or not. Symbolic links are left out: what they lead to is not the bot's.
Result<std::vector<std::string>> imported_files(const std::string& bot_file);

// Puts a bot's files on the server.
Result<BotFiles> send_bot(const ObjectStore& store, const std::string& bot_file);

// Bots that arrived, each in a folder named by what is in it, checked before it gets that name.
// Folders stay for the next time. For any number of threads and processes.
class BotCache {
public:
    BotCache(std::string folder, ObjectStore store)
        : folder_(std::move(folder)), store_(std::move(store)) {}
    // Where the bot's main file is now.
    Result<std::string> fetch(const BotFiles& bot) const;

private:
    std::string folder_;
    ObjectStore store_;
};

}  // namespace xttt
