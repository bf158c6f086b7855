#include "tournament/schedule/matching.h"

#include <cstddef>
#include <numeric>
#include <queue>

namespace xttt {
namespace {

class Search {
public:
    Search(std::vector<int>& mate, const std::function<bool(int, int)>& may_meet)
        : n_(static_cast<int>(mate.size())), mate_(mate), may_meet_(may_meet) {}

    // Finds an alternating path from root to another single vertex and swaps along it.
    void augment(int root) {
        int end = find(root);
        while (end != -1) {
            const int before = parent_[at(end)], next = mate_[at(before)];
            mate_[at(end)] = before;
            mate_[at(before)] = end;
            end = next;
        }
    }

private:
    static std::size_t at(int v) { return static_cast<std::size_t>(v); }

    int find(int root) {
        parent_.assign(at(n_), -1);
        reached_.assign(at(n_), false);
        base_.resize(at(n_));
        std::iota(base_.begin(), base_.end(), 0);
        std::queue<int> queue({root});
        reached_[at(root)] = true;
        while (!queue.empty()) {
            const int v = queue.front();
            queue.pop();
            for (int to = 0; to < n_; ++to) {
                if (to == v || base_[at(v)] == base_[at(to)] || mate_[at(v)] == to) continue;
                if (!may_meet_(v, to)) continue;
                const bool outer =
                    to == root || (mate_[at(to)] != -1 && parent_[at(mate_[at(to)])] != -1);
                if (outer) {
                    shrink(v, to, queue);
                } else if (parent_[at(to)] == -1) {
                    parent_[at(to)] = v;
                    if (mate_[at(to)] == -1) return to;
                    reached_[at(mate_[at(to)])] = true;
                    queue.push(mate_[at(to)]);
                }
            }
        }
        return -1;
    }

    // An odd cycle closes between v and to: all of it becomes its base.
    void shrink(int v, int to, std::queue<int>& queue) {
        const int base = common_base(v, to);
        std::vector<bool> in_cycle(at(n_), false);
        mark(v, base, to, in_cycle);
        mark(to, base, v, in_cycle);
        for (int i = 0; i < n_; ++i) {
            if (!in_cycle[at(base_[at(i)])]) continue;
            base_[at(i)] = base;
            if (reached_[at(i)]) continue;
            reached_[at(i)] = true;
            queue.push(i);
        }
    }

    int common_base(int a, int b) const {
        std::vector<bool> seen(at(n_), false);
        for (;;) {
            a = base_[at(a)];
            seen[at(a)] = true;
            if (mate_[at(a)] == -1) break;  // the root
            a = parent_[at(mate_[at(a)])];
        }
        for (;;) {
            b = base_[at(b)];
            if (seen[at(b)]) return b;
            b = parent_[at(mate_[at(b)])];
        }
    }

    void mark(int v, int base, int child, std::vector<bool>& in_cycle) {
        while (base_[at(v)] != base) {
            in_cycle[at(base_[at(v)])] = in_cycle[at(base_[at(mate_[at(v)])])] = true;
            parent_[at(v)] = child;
            child = mate_[at(v)];
            v = parent_[at(child)];
        }
    }

    int n_;
    std::vector<int>& mate_;
    const std::function<bool(int, int)>& may_meet_;
    std::vector<int> parent_;  // of inner vertices: who reached them
    std::vector<int> base_;
    std::vector<bool> reached_;
};

}  // namespace

void complete_matching(std::vector<int>& mate, const std::function<bool(int, int)>& may_meet) {
    Search search(mate, may_meet);
    for (int v = 0; v < static_cast<int>(mate.size()); ++v)
        if (mate[static_cast<std::size_t>(v)] == -1) search.augment(v);
}

}  // namespace xttt
