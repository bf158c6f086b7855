#include "tournament/store/run_id.h"

#include <random>

#include <fmt/format.h>

#include "tournament/store/database.h"

namespace xttt {

Result<std::string> run_id_of(const std::string& path) {
    TRY(const auto database, Database::open(path, Database::Access::ReadWrite));
    std::random_device random;
    const auto made = fmt::format("{:08x}{:04x}", random(), random() & 0xffff);
    TRY(auto insert,
        database->prepare("INSERT OR IGNORE INTO facts(name, value) VALUES('run-id', ?)"));
    TRY_VOID(insert.bind(made).run());
    TRY(auto row, database->prepare("SELECT value FROM facts WHERE name = 'run-id'"));
    TRY(const bool found, row.step());
    return found ? std::string(row.text(0)) : made;
}

}  // namespace xttt
