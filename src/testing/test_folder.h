#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "testing/test.h"

namespace xttt {

// The tests of a server on disk. FOLDER/tests/7/ has test.json, state.json, the games and, after a
// stop request, a file `stop`; FOLDER/files/ has programs named by their SHA-256. Processes share
// it without locks: each file is replaced as a whole, and only the coordinator writes states.
class TestFolder {
public:
    explicit TestFolder(std::string path) : path_(std::move(path)) {}

    const std::string& path() const { return path_; }
    // Usage error if there is no such test.
    Result<Test> test(int number) const;
    // Stores a new test and sets its number.
    Result<void> submit(Test& test) const;
    // Keeps a program under `digest`, ready to run; returns its path.
    Result<std::string> keep_program(const std::string& content, const std::string& digest) const;

    // The state, with a stop that the coordinator has not seen yet; queued if there is none.
    TestState state(int number) const;
    Result<void> set_state(int number, const TestState& state) const;
    bool stop_requested(int number) const;
    Result<void> request_stop(int number, bool stop) const;

    std::string tests_path() const { return path_ + "/tests"; }
    std::string file(int number, const char* name) const;
    // Writes a file of the folder so that readers see the old or the new one, as a whole and with
    // its permissions.
    static Result<void> replace(const std::string& path, std::string_view content,
                                bool executable = false);

private:
    std::string path_;
};

// Whether a coordinator is running the tests of a folder.
bool has_coordinator(const std::string& folder);
// What a coordinator locks: the path for StoreLock.
std::string coordinator_lock(const std::string& folder);

// A test with its state.
struct TestEntry {
    Test test;
    TestState state;
    bool stop_requested = false;
};
using TestEntries = std::vector<std::shared_ptr<const TestEntry>>;

// Reads the tests of a folder repeatedly; files that have not changed are not read again. For one
// thread.
class TestReader {
public:
    explicit TestReader(TestFolder folder) : folder_(std::move(folder)) {}
    // In the order of submission; an entry stays the same object until a file of it changes. A
    // damaged test is left out, with a message in `problems`.
    TestEntries read(std::vector<std::string>& problems);

private:
    // Identifies a version of a file.
    struct Stamp {
        std::uint64_t inode = 0;  // 0: the file is missing
        std::int64_t size = 0, changed = 0;
        bool operator==(const Stamp&) const = default;
    };
    struct CachedTest {
        Stamp test, state;
        std::shared_ptr<const TestEntry> entry;
        std::string problem;
    };
    static Stamp stamp_of(const std::string& path);

    TestFolder folder_;
    std::map<int, CachedTest> cache_;
};

// How many games of each test may be unfinished at a time, `slots` together: none for tests below
// the highest priority, and the rest by share, at least two for each. If a share is below two
// games, the total grows up to `most` to keep the proportions.
std::vector<std::size_t> slots_by_share(const std::vector<Test>& tests, std::size_t slots,
                                        std::size_t most);

// All tests, newest first, as JSON and as a page with plots. The parts of tests that have ended are
// made once. For one thread.
class TestPages {
public:
    std::string json(const TestEntries& tests, const std::vector<std::string>& problems);
    std::string page(const TestEntries& tests, const std::vector<std::string>& problems);

private:
    struct Parts {
        std::shared_ptr<const TestEntry> entry;
        std::string json, section;
    };
    Parts& parts_of(const std::shared_ptr<const TestEntry>& entry);

    std::map<int, Parts> parts_;
};

}  // namespace xttt
