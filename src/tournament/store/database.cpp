#include "tournament/store/database.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

namespace xttt {
namespace {

// How long to wait for another connection's short lock (a reader's snapshot, a checkpoint).
constexpr int kBusyMilliseconds = 10'000;
constexpr int kMaxValueBytes = 64 << 20;
// A single step of a statement that takes longer is interrupted.
constexpr auto kMaxStep = std::chrono::seconds(60);
constexpr int kOpsBetweenChecks = 1'000'000;

// Opens the file without the side files of the write-ahead log if no process can be writing it,
// because they cannot be created in a read-only folder.
bool must_not_touch_folder(const std::string& path) {
    std::error_code ignored;
    const auto folder = std::filesystem::absolute(path, ignored).parent_path();
    return ::access(folder.c_str(), W_OK) != 0 && !std::filesystem::exists(path + "-wal", ignored);
}

// The path as a file: URI, with escapes.
std::string uri_of(const std::string& path, std::string_view query) {
    std::string uri = "file:";
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '_' || c == '-';
        if (plain)
            uri += c;
        else
            uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
    return uri + std::string(query);
}

}  // namespace

Statement::Statement(Statement&& other) noexcept
    : database_(other.database_), handle_(std::exchange(other.handle_, nullptr)) {}

Statement& Statement::operator=(Statement&& other) noexcept {
    std::swap(database_, other.database_);
    std::swap(handle_, other.handle_);
    return *this;
}

Statement::~Statement() {
    sqlite3_finalize(handle_);
}

Result<bool> Statement::step() {
    database_->deadline_ = after(kMaxStep);
    const int code = sqlite3_step(handle_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    const Error error = database_->error(code);
    sqlite3_reset(handle_);
    return std::unexpected(error);
}

void Statement::reset() {
    sqlite3_reset(handle_);
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(handle_, column);
}

std::string_view Statement::text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

bool Statement::is_integer(int column) const {
    return sqlite3_column_type(handle_, column) == SQLITE_INTEGER;
}

void Statement::put(int at, std::int64_t value) {
    sqlite3_bind_int64(handle_, at, value);
}

void Statement::put(int at, std::string_view text) {
    sqlite3_bind_text64(handle_, at, text.data() == nullptr ? "" : text.data(), text.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::put_blob(int at, std::string_view bytes) {
    sqlite3_bind_blob64(handle_, at, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                        SQLITE_STATIC);
}

void Statement::put(int at, std::nullopt_t) {
    sqlite3_bind_null(handle_, at);
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Access access) {
    // SQLite would wait for the other end of a pipe, and write to a device.
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
        return fail(Errc::Usage, fmt::format("store {} is not a file", path));
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI;
    if (access == Access::ReadOnly) flags |= SQLITE_OPEN_READONLY;
    if (access == Access::ReadWrite) flags |= SQLITE_OPEN_READWRITE;
    if (access == Access::Create) flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const bool alone = access == Access::ReadOnly && must_not_touch_folder(path);
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(uri_of(path, alone ? "?immutable=1" : "").c_str(), &handle, flags, nullptr);
    std::unique_ptr<Database> database(new Database(path, handle));
    if (code != SQLITE_OK) return std::unexpected(database->error(code));
    sqlite3_busy_timeout(handle, kBusyMilliseconds);
    // The file may be untrusted: no code in its schema, no oversized values, no endless query.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
    sqlite3_progress_handler(handle, kOpsBetweenChecks, is_past_deadline, database.get());
    return database;
}

int Database::is_past_deadline(void* database) {
    return Clock::now() > static_cast<Database*>(database)->deadline_ ? 1 : 0;
}

Database::~Database() {
    sqlite3_close_v2(handle_);
}

Result<void> Database::execute(const std::string& commands) {
    deadline_ = after(kMaxStep);
    const int code = sqlite3_exec(handle_, commands.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return std::unexpected(error(code));
    return {};
}

Result<Statement> Database::prepare(std::string_view command) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(handle_, command.data(), static_cast<int>(command.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) return std::unexpected(error(code));
    return Statement(*this, statement);
}

Result<std::int64_t> Database::number(std::string_view command) {
    TRY(auto statement, prepare(command));
    TRY(const auto row, statement.step());
    return row ? statement.integer(0) : 0;
}

std::int64_t Database::last_row() const {
    return sqlite3_last_insert_rowid(handle_);
}

Error Database::error(int code) const {
    const auto say = [&](std::string_view what) {
        return Error{Errc::Io, fmt::format("store {}: {}", path_, what)};
    };
    switch (code & 0xff) {
        case SQLITE_FULL:
            return say(
                "the disk is full; data written earlier is safe; free some space and try again");
        case SQLITE_READONLY:
            return say("cannot write: the file or its folder is read-only");
        case SQLITE_CANTOPEN:
            return say(
                "cannot open the file; check that the file and its folder exist and are "
                "accessible");
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return say("the file is locked: another process is writing to it");
        case SQLITE_NOTADB:
            return Error{Errc::BadInput, fmt::format("{} is not an xttt database", path_)};
        case SQLITE_INTERRUPT:
            return say("a query took more than a minute and was interrupted");
        case SQLITE_CORRUPT:
            return say("the file is damaged; restore it from a backup");
        case SQLITE_IOERR:
            return say(fmt::format("reading or writing failed ({}); earlier games are safe",
                                   sqlite3_errmsg(handle_)));
        default:
            return say(handle_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(handle_));
    }
}

Result<Transaction> Transaction::begin(Database& database) {
    // IMMEDIATE: takes the write lock now, so that a conflict shows before the first change.
    TRY_VOID(database.execute("BEGIN IMMEDIATE"));
    return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
    // SQLite may already have rolled back, for example when the disk is full.
    if (database_ != nullptr) (void)database_->execute("ROLLBACK");
}

Result<void> Transaction::commit() {
    auto done = database_->execute("COMMIT");
    if (done) database_ = nullptr;
    return done;
}

}  // namespace xttt
