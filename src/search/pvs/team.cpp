#include "search/pvs/team.h"

#include <thread>
#include <utility>

namespace xttt {

Team::Team(int threads) : agreement_(threads > 1) {
    for (int i = 0; i < threads; ++i) members_.push_back(std::make_unique<Member>());
}

unsigned Team::set_task(RootTask task) {
    unsigned number = 0;
    {
        const Lock lock(lock_);
        task_ = std::move(task);
        for (News& news : news_) news.node.store(0, std::memory_order_relaxed);
        number = task_number_.fetch_add(1) + 1;
    }
#if defined(__cpp_lib_jthread)
    task_number_.notify_all();
#endif
    for (int helper = 1; helper < size(); ++helper) call(helper);
    return number;
}

unsigned Team::get_task(RootTask& task) {
    const Lock lock(lock_);
    task = task_;
    return task_number();
}

void Team::await_task([[maybe_unused]] unsigned number) const {
#if defined(__cpp_lib_jthread)
    task_number_.wait(number);
#endif
}

void Team::Lock::give_way() {
#if defined(__cpp_lib_jthread)
    std::this_thread::yield();
#endif
}

bool Team::finish_task(unsigned number, RootResult result) {
    {
        const Lock lock(lock_);
        if (number != task_number() || task_finished()) return false;
        result_ = std::move(result);
        finished_.store(number);
    }
    call(0);
    return true;
}

void Team::tell(unsigned number, int ply, Key node, const TableEntry& found,
                std::vector<Move> line) {
    const Lock lock(lock_);
    if (number != task_number()) return;
    News& news = news_[static_cast<std::size_t>(ply)];
    const TableEntry& known = news.found;
    const bool same =
        news.node.load(std::memory_order_relaxed) == node && known.depth == found.depth;
    // Who began with a worse move must not make the others forget a better one.
    if (same && found.bound == Bound::Lower &&
        (known.bound == Bound::Exact ||
         (known.bound == Bound::Lower && known.score >= found.score)))
        return;
    news.found = found;
    news.line = std::move(line);
    news.node.store(node, std::memory_order_relaxed);
}

TableEntry Team::hear(unsigned number, int ply, Key node, std::vector<Move>& line) {
    const News& news = news_[static_cast<std::size_t>(ply)];
    const auto about_it = [&] { return news.node.load(std::memory_order_relaxed) == node; };
    if (!about_it()) return {};
    const Lock lock(lock_);
    if (!about_it() || number != task_number()) return {};
    line = news.line;
    return news.found;
}

RootResult Team::result() {
    const Lock lock(lock_);
    return std::move(result_);
}

}  // namespace xttt
