#pragma once

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "rules/variant.h"

namespace xttt::test {

// A variant as a type, for typed test suites.
template <const Variant& V>
struct VariantCase {
    static std::string name() { return std::string(V.name); }
    template <class F>
    static void call(F f) {
        f.template operator()<V>();
    }
};

namespace detail {
template <std::size_t... I>
::testing::Types<VariantCase<*kVariants[I]>...> cases_of(std::index_sequence<I...>);
}  // namespace detail

using EveryVariant = decltype(detail::cases_of(std::make_index_sequence<kVariants.size()>()));

// Names the instances of a typed suite after their variants.
struct VariantNames {
    template <class Case>
    static std::string GetName(int) {
        return Case::name();
    }
};

}  // namespace xttt::test

// A suite whose tests run for every variant, and one test of it; the body knows the variant as V.
#define VARIANT_SUITE(suite)                 \
    template <class Case>                    \
    class suite : public ::testing::Test {}; \
    TYPED_TEST_SUITE(suite, ::xttt::test::EveryVariant, ::xttt::test::VariantNames)

#define VARIANT_TEST(suite, name)                                                         \
    template <const ::xttt::Variant& V>                                                   \
    void suite##_##name##_body();                                                         \
    TYPED_TEST(suite, name) {                                                             \
        TypeParam::call([]<const ::xttt::Variant & V>() { suite##_##name##_body<V>(); }); \
    }                                                                                     \
    template <const ::xttt::Variant& V>                                                   \
    void suite##_##name##_body()
