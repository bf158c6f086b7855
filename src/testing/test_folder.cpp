#include "testing/test_folder.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "tournament/store/store_lock.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

// The number of a test's folder; empty for other folders, also for numbers that no test gets.
std::optional<int> test_number(const fs::path& folder) {
    constexpr int kHighest = 1'000'000'000;
    const auto number = to_number<int>(folder.filename().string());
    return number && *number >= 1 && *number <= kHighest ? number : std::nullopt;
}

}  // namespace

std::string coordinator_lock(const std::string& folder) {
    return folder + "/coordinator";
}
bool has_coordinator(const std::string& folder) {
    return StoreLock::is_taken(coordinator_lock(folder));
}

std::string TestFolder::file(int number, const char* name) const {
    return fmt::format("{}/{}/{}", tests_path(), number, name);
}

Result<void> TestFolder::replace(const std::string& path, std::string_view content,
                                 bool executable) {
    // Several processes and threads may write the same file.
    static std::atomic<unsigned> count = 0;
    const std::string fresh = fmt::format("{}.{}-{}.new", path, ::getpid(), count++);
    return replace_file(path, fresh, content, executable);
}

Result<Test> TestFolder::test(int number) const {
    std::error_code failed;
    const std::string path = file(number, "test.json");
    if (!fs::exists(path, failed))
        return fail(Errc::Usage, fmt::format("there is no test {} in {}", number, quote(path_)));
    TRY(const auto text, read_input_file(path, kMostBytes));
    auto test = parse_test(text, number);
    if (!test) return fail(test.error().code, fmt::format("{}: {}", path, test.error().message));
    test->config.store = file(number, "games.db");
    return test;
}

Result<void> TestFolder::submit(Test& test) const {
    std::error_code failed;
    fs::create_directories(tests_path(), failed);
    int number = 1;
    for (const auto& entry : fs::directory_iterator(tests_path(), failed))
        if (const auto taken = test_number(entry.path())) number = std::max(number, *taken + 1);
    // Another submission may take the number first.
    for (int tries = 0; !failed && tries < 1000; ++tries, ++number) {
        if (!fs::create_directory(fs::path(tests_path()) / std::to_string(number), failed))
            continue;
        test.number = number;
        test.config.store = file(number, "games.db");
        return replace(file(number, "test.json"), test_text(test));
    }
    return fail(Errc::Io, fmt::format("cannot write to folder {}", quote(path_)));
}

Result<std::string> TestFolder::keep_program(const std::string& content,
                                             const std::string& digest) const {
    std::error_code failed;
    const fs::path folder = fs::path(path_) / "files";
    fs::create_directories(folder, failed);
    const std::string path = fs::absolute(folder / digest, failed).string();
    // What is there may be incomplete, or not executable, after a crash of the machine.
    const auto there = read_input_file(path);
    if (!there || *there != content || ::access(path.c_str(), X_OK) != 0)
        TRY_VOID(replace(path, content, true));
    return path;
}

TestState TestFolder::state(int number) const {
    TestState state;
    if (const auto text = read_input_file(file(number, "state.json"), kMostBytes))
        state = parse_state(*text).value_or(state);
    if (!state.ended() && stop_requested(number)) state.status = TestStatus::Stopped;
    return state;
}

Result<void> TestFolder::set_state(int number, const TestState& state) const {
    return replace(file(number, "state.json"), state_text(state));
}

bool TestFolder::stop_requested(int number) const {
    std::error_code failed;
    return fs::exists(file(number, "stop"), failed);
}

Result<void> TestFolder::request_stop(int number, bool stop) const {
    if (stop) return replace(file(number, "stop"), "");
    std::error_code failed;
    fs::remove(file(number, "stop"), failed);
    if (failed) return fail(Errc::Io, fmt::format("cannot write to {}", quote(path_)));
    return {};
}

TestReader::Stamp TestReader::stamp_of(const std::string& path) {
    struct stat about{};
    if (::stat(path.c_str(), &about) != 0) return {};
    const auto changed = std::int64_t{about.st_mtim.tv_sec} * 1'000'000'000 + about.st_mtim.tv_nsec;
    return {about.st_ino, about.st_size, changed};
}

TestEntries TestReader::read(std::vector<std::string>& problems) {
    TestEntries found;
    std::map<int, CachedTest> fresh;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder_.tests_path(), failed)) {
        const auto number = test_number(entry.path());
        if (!number) continue;
        const Stamp test = stamp_of(folder_.file(*number, "test.json"));
        if (test.inode == 0) continue;  // it is being submitted
        CachedTest& one = fresh[*number] = std::move(cache_[*number]);
        if (one.test != test) {
            one = {.test = test, .state = {}, .entry = nullptr, .problem = {}};
            if (auto read = folder_.test(*number))
                one.entry = std::make_shared<const TestEntry>(std::move(*read));
            else
                one.problem = read.error().message;
        }
        if (!one.entry) continue;
        const Stamp state = stamp_of(folder_.file(*number, "state.json"));
        const bool ended = one.entry->state.ended() && state == one.state;
        const bool stop = !ended && folder_.stop_requested(*number);
        if (!ended && (state != one.state || stop != one.entry->stop_requested)) {
            one.state = state;
            one.entry =
                std::make_shared<const TestEntry>(one.entry->test, folder_.state(*number), stop);
        }
    }
    for (const auto& [number, one] : fresh) {
        if (one.entry) found.push_back(one.entry);
        if (!one.problem.empty()) problems.push_back(one.problem);
    }
    cache_ = std::move(fresh);
    return found;
}

std::vector<std::size_t> slots_by_share(const std::vector<Test>& tests, std::size_t slots,
                                        std::size_t most) {
    int highest = 0;
    for (const Test& test : tests)
        highest = &test == tests.data() ? test.priority : std::max(highest, test.priority);
    double sum = 0, smallest = 0;
    for (const Test& test : tests) {
        if (test.priority != highest) continue;
        smallest = sum == 0 ? test.share : std::min<double>(smallest, test.share);
        sum += test.share;
    }
    const double each =
        std::max(static_cast<double>(slots) / sum,
                 std::min(2 / smallest, static_cast<double>(std::max(slots, most)) / sum));
    std::vector<std::size_t> found;
    for (const Test& test : tests)
        found.push_back(test.priority == highest
                            ? static_cast<std::size_t>(std::max(2L, std::lround(each * test.share)))
                            : 0);
    return found;
}

}  // namespace xttt
