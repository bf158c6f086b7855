#pragma once

#include <string>
#include <tuple>
#include <type_traits>
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
template <bool Wanted, const Variant& V>
using CaseIf = std::conditional_t<Wanted, std::tuple<VariantCase<V>>, std::tuple<>>;

template <class... Cases>
::testing::Types<Cases...> types_of(std::tuple<Cases...>);

template <bool OnlyBonus, std::size_t... I>
auto cases_of(std::index_sequence<I...>) -> decltype(types_of(
    std::tuple_cat(CaseIf<!OnlyBonus || kVariants[I]->bonus_move, *kVariants[I]>{}...)));

using Indices = std::make_index_sequence<kVariants.size()>;
}  // namespace detail

using EveryVariant = decltype(detail::cases_of<false>(detail::Indices{}));
using EveryVariantWithBonus = decltype(detail::cases_of<true>(detail::Indices{}));

// Names the instances of a typed suite after their variants.
struct VariantNames {
    template <class Case>
    static std::string GetName(int) {
        return Case::name();
    }
};

}  // namespace xttt::test

// A suite whose tests run for each variant of a list, and one test of it; the body knows the
// variant as V.
#define VARIANT_SUITE_OF(suite, variants)    \
    template <class Case>                    \
    class suite : public ::testing::Test {}; \
    TYPED_TEST_SUITE(suite, variants, ::xttt::test::VariantNames)
#define VARIANT_SUITE(suite) VARIANT_SUITE_OF(suite, ::xttt::test::EveryVariant)

#define VARIANT_TEST(suite, name)                                                         \
    template <const ::xttt::Variant& V>                                                   \
    void suite##_##name##_body();                                                         \
    TYPED_TEST(suite, name) {                                                             \
        TypeParam::call([]<const ::xttt::Variant & V>() { suite##_##name##_body<V>(); }); \
    }                                                                                     \
    template <const ::xttt::Variant& V>                                                   \
    void suite##_##name##_body()
