// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kenv::resolvers {

/// A set of the states that one package can be in. A package with n candidates has n + 1 states: candidate 0 (the best)
/// to candidate n - 1 is installed, or, the last state, the package is absent.
///
/// With "absent" as a state of its own, PubGrub's positive and negative terms become the same thing and its term
/// algebra becomes that of sets: "numpy >=2" is {candidates from 2 on}, "not numpy >=2" is the complement, absence
/// included.
class StateSet {
 public:
  StateSet() = default;
  static StateSet none(std::size_t states) { return StateSet(states, 0); }
  static StateSet all(std::size_t states) {
    StateSet set(states, ~std::uint64_t{0});
    set.clear_beyond_end();
    return set;
  }
  static StateSet one(std::size_t states, std::size_t state) {
    StateSet set = none(states);
    set.insert(state);
    return set;
  }

  std::size_t states() const { return states_; }
  std::size_t absent() const { return states_ - 1; }

  void insert(std::size_t state) { words_[state / 64] |= std::uint64_t{1} << (state % 64); }
  void remove(std::size_t state) { words_[state / 64] &= ~(std::uint64_t{1} << (state % 64)); }
  bool contains(std::size_t state) const { return (words_[state / 64] >> (state % 64)) & 1; }

  bool empty() const {
    for (std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  std::size_t count() const {
    std::size_t sum = 0;
    for (std::uint64_t word : words_) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  }
  bool full() const { return count() == states_; }
  /// The lowest state: the best candidate, or absent() if no candidate is in the set. states() if the set is empty.
  std::size_t first() const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (words_[i] != 0) return i * 64 + static_cast<std::size_t>(std::countr_zero(words_[i]));
    return states_;
  }
  /// The lowest state above `state`; states() if there is none.
  std::size_t next(std::size_t state) const {
    for (std::size_t i = state + 1; i < states_; ++i)
      if (contains(i)) return i;
    return states_;
  }

  StateSet& operator&=(const StateSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  StateSet& operator|=(const StateSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  friend StateSet operator&(StateSet left, const StateSet& right) { return left &= right; }
  friend StateSet operator|(StateSet left, const StateSet& right) { return left |= right; }
  StateSet complement() const {
    StateSet result = *this;
    for (std::uint64_t& word : result.words_) word = ~word;
    result.clear_beyond_end();
    return result;
  }

  bool subset_of(const StateSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & ~other.words_[i]) != 0) return false;
    return true;
  }
  bool disjoint(const StateSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0) return false;
    return true;
  }
  auto operator<=>(const StateSet&) const = default;

 private:
  StateSet(std::size_t states, std::uint64_t fill) : states_(states), words_((states + 63) / 64, fill) {}
  void clear_beyond_end() {
    if (states_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (states_ % 64)) - 1;
  }

  std::size_t states_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace kenv::resolvers
