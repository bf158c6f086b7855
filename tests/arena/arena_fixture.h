#pragma once

#include <memory>

#include <gtest/gtest.h>

#include "arena/arena_store.h"
#include "support/fresh_folder.h"

namespace xttt::test {

// A test with a new arena.
class ArenaFixture : public testing::Test {
protected:
    explicit ArenaFixture(const Variant& variant)
        : created_(
              ArenaStore::create(folder_ / "arena", {.name = "arena",
                                                     .variant = &variant,
                                                     .move_time = std::chrono::milliseconds(1000),
                                                     .deadline = std::nullopt})),
          store_(*ArenaStore::open(folder_ / "arena")) {}

    FreshFolder folder_;
    Result<Token> created_;
    std::unique_ptr<ArenaStore> store_;
};

}  // namespace xttt::test
