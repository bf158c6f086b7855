#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace xttt {

class Database;

// A prepared statement. Values stay bound until they are bound again; texts and blobs must outlive
// its execution.
class Statement {
public:
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&& other) noexcept;
    ~Statement();

    // Binds the parameters of the statement in order.
    template <class... Values>
    Statement& bind(const Values&... values) {
        int at = 0;
        (put(++at, values), ...);
        return *this;
    }
    // Executes a step; returns whether there is a row.
    Result<bool> step();
    // Executes the statement to its end and resets it; calls on_row() for each row.
    template <class F>
    Result<void> each(F&& on_row) {
        for (;;) {
            TRY(const auto row, step());
            if (!row) break;
            on_row();
        }
        reset();
        return {};
    }
    Result<void> run() {
        return each([] {});
    }
    void reset();

    // Columns of the current row, from 0.
    std::int64_t integer(int column) const;
    std::string_view text(int column) const;  // valid until the next step; empty for NULL
    bool is_null(int column) const;
    bool is_integer(int column) const;  // a column of a damaged file may hold anything

private:
    friend class Database;
    Statement(Database& database, sqlite3_stmt* handle) : database_(&database), handle_(handle) {}
    void put(int at, std::int64_t value);
    void put(int at, int value) { put(at, std::int64_t{value}); }
    void put(int at, std::string_view text);
    void put(int at, const std::string& text) { put(at, std::string_view(text)); }
    void put_blob(int at, std::string_view bytes);
    void put(int at, std::nullopt_t);
    template <class T>
    void put(int at, const std::optional<T>& value) {
        value ? put(at, *value) : put(at, std::nullopt);
    }
    struct Blob {
        std::string_view bytes;
    };
    void put(int at, const Blob& blob) { put_blob(at, blob.bytes); }

    Database* database_;
    sqlite3_stmt* handle_;

public:
    static Blob blob(std::string_view bytes) { return {bytes}; }
};

// A connection to a SQLite file, with errors as Result and readable messages. Not movable, because
// statements refer to it.
class Database {
public:
    enum class Access { ReadOnly, ReadWrite, Create };
    static Result<std::unique_ptr<Database>> open(const std::string& path, Access access);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::string& path() const { return path_; }
    // Executes one or more commands without parameters and rows.
    Result<void> execute(const std::string& commands);
    Result<Statement> prepare(std::string_view command);
    // One command with parameters, once.
    template <class... Values>
    Result<void> run(std::string_view command, const Values&... values) {
        TRY(auto statement, prepare(command));
        return statement.bind(values...).run();
    }
    // The single number that a query returns.
    Result<std::int64_t> number(std::string_view command);
    std::int64_t last_row() const;

private:
    friend class Statement;
    Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}
    // The message for the last error.
    Error error(int code) const;

    static int is_past_deadline(void* database);

    std::string path_;
    sqlite3* handle_;
    Deadline deadline_{};  // start of the current step
};

// A transaction: rolls back unless commit() is called.
class Transaction {
public:
    static Result<Transaction> begin(Database& database);
    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();
    Result<void> commit();

private:
    explicit Transaction(Database& database) : database_(&database) {}
    Database* database_;  // null once it is over
};

}  // namespace xttt
