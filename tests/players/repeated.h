#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include <time.h>

namespace xttt::test {

// A text of this size that repeats a part.
inline std::string repeated(std::string_view part, std::size_t size) {
    std::string text;
    while (text.size() < size) text += part;
    text.resize(size);
    return text;
}

// Measures the CPU time of this thread, which does not depend on what else the host does.
class ThreadTime {
public:
    std::chrono::nanoseconds used() const { return now() - start_; }

private:
    static std::chrono::nanoseconds now() {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }
    std::chrono::nanoseconds start_ = now();
};

}  // namespace xttt::test
