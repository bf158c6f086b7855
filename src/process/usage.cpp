#include "process/usage.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <time.h>

namespace xttt {
namespace {

// The number at the start of text, after any blanks; 0 if there is none.
std::uint64_t leading_number(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The resident-memory high-water mark, from a file of lines such as "VmHWM:    1234 kB".
std::uint64_t peak_resident(pid_t pid) {
    constexpr std::string_view kKey = "VmHWM:";
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    for (std::string text_line; std::getline(file, text_line);)
        if (text_line.starts_with(kKey))
            return leading_number(std::string_view(text_line).substr(kKey.size())) * 1024;
    return 0;
}

// Whether the state in a file such as /proc/PID/stat is one of these letters, or the thread gone.
bool state_is(int file, std::string_view letters) {
    // "PID (NAME) STATE ...", where NAME may contain any characters.
    char text[128];
    const auto got = ::pread(file, text, sizeof text, 0);
    if (got <= 0) return true;
    const std::string_view stat(text, static_cast<std::size_t>(got));
    const auto name_end = stat.rfind(')');
    return name_end + 2 < stat.size() && letters.find(stat[name_end + 2]) != letters.npos;
}

}  // namespace

UsageReader::UsageReader(pid_t pid, bool may_have_threads)
    : pid_(pid),
      has_cpu_clock_(::clock_getcpuclockid(pid, &cpu_clock_) == 0),
      may_have_threads_(may_have_threads),
      statm_(::open(fmt::format("/proc/{}/statm", pid).c_str(), O_RDONLY | O_CLOEXEC)),
      stat_(::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC)) {}

std::chrono::nanoseconds UsageReader::cpu_time() {
    timespec time{};
    if (has_cpu_clock_ && ::clock_gettime(cpu_clock_, &time) == 0)
        last_.cpu = std::max<std::chrono::nanoseconds>(
            last_.cpu, std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
    return last_.cpu;
}

std::uint64_t UsageReader::resident_memory() {
    // "size resident shared ...", in pages.
    char text[128];
    const auto got = statm_ ? ::pread(statm_.get(), text, sizeof text, 0) : -1;
    if (got <= 0) return 0;
    std::string_view rest(text, static_cast<std::size_t>(got));
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
    static const auto page_size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t bytes = leading_number(rest) * page_size;
    last_.peak_memory = std::max(last_.peak_memory, bytes);
    return bytes;
}

bool UsageReader::states_are(std::string_view letters) {
    if (!stat_ || !state_is(stat_.get(), letters)) return !stat_;
    if (!may_have_threads_ || pid_ < 0) return true;
    std::error_code failed;
    for (const auto& thread :
         std::filesystem::directory_iterator(fmt::format("/proc/{}/task", pid_), failed)) {
        const UniqueFd stat(::open((thread.path() / "stat").c_str(), O_RDONLY | O_CLOEXEC));
        if (stat && !state_is(stat.get(), letters)) return false;
    }
    return true;
}

Usage UsageReader::read() {
    if (pid_ < 0) return last_;
    cpu_time();
    last_.peak_memory = std::max(last_.peak_memory, peak_resident(pid_));
    // Of the first thread.
    std::ifstream schedstat(fmt::format("/proc/{}/schedstat", pid_));
    std::int64_t ran = 0, waited = 0;
    if (schedstat >> ran >> waited)
        add_wait(std::chrono::nanoseconds(ran), std::chrono::nanoseconds(waited));
    return last_;
}

// Threads of one program share one processor: while the first thread waits, another of them may
// have it. The time in which they ran does not count as waiting for the host. Otherwise a program
// with many threads could blame the host for every loss on time.
void UsageReader::add_wait(std::chrono::nanoseconds ran, std::chrono::nanoseconds waited) {
    // Read after the times of the first thread, so that the others' is never too short.
    const auto others = may_have_threads_ ? std::max(cpu_time() - ran, others_ran_) : others_ran_;
    const auto held = (waited - first_waited_) - (others - others_ran_);
    last_.waited_for_cpu += std::max(held, std::chrono::nanoseconds(0));
    first_waited_ = waited;
    others_ran_ = others;
}

void UsageReader::finish(const rusage& total) {
    const auto span = [](const timeval& time) {
        return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    };
    last_.cpu =
        std::max<std::chrono::nanoseconds>(last_.cpu, span(total.ru_utime) + span(total.ru_stime));
    last_.peak_memory =
        std::max(last_.peak_memory, static_cast<std::uint64_t>(total.ru_maxrss) * 1024);
    pid_ = -1;  // the id may be reused from now on
    has_cpu_clock_ = false;
    statm_.reset();
    stat_.reset();
}

}  // namespace xttt
