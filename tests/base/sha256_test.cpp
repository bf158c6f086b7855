#include "base/sha256.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

TEST(Sha256, IsThatOfTheStandard) {
    EXPECT_EQ(sha256_hex("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_TRUE(is_sha256_hex(sha256_hex("")));
    EXPECT_FALSE(is_sha256_hex(std::string(64, 'G')));
    EXPECT_FALSE(is_sha256_hex("ba78"));
}

}  // namespace
}  // namespace xttt
