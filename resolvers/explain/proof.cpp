// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "resolvers/explain/readable_proof.hpp"

namespace kenv::resolvers {
namespace {

using Cause = Incompatibility::Cause;

/// A proof that nobody can read explains nothing: of a longer one the last lines, which name the conclusion.
constexpr std::size_t kLongestProof = 16;

class Sentences {
 public:
  explicit Sentences(const CandidateNames& names) : names_(names) {}

  /// A fact in words; of what it says about many candidates only those that matter beside the `other` premise.
  std::string fact(const Incompatibility& one, const Incompatibility* other = nullptr) const {
    if (one.cause == Cause::Request) return "the request has to be met";
    const Term subject{one.terms.front().package, subject_beside(one, other)};
    switch (one.cause) {
      case Cause::Unavailable: {
        const std::string objection = names_.objection(subject.package, subject.states);
        return fmt::format("{} cannot be used: {}", name(subject), objection.empty() ? one.text : objection);
      }
      case Cause::Bound:
        if (one.terms.size() == 1 || subject.package == 0) return fmt::format("{} applies", one.text);
        return fmt::format("{} goes only with {}", name(subject), one.text);
      default:
        break;
    }
    if (subject.package == 0) return fmt::format("you ask for {}", one.text);
    return fmt::format("{} depends on {}", name(subject), one.text);
  }

  std::string conclusion(const Incompatibility& one) const {
    std::vector<std::string> present, missing;
    for (const Term& term : one.terms) {
      if (term.package == 0) continue;
      if (term.states.contains(term.states.absent()))
        missing.push_back(names_.describe(term.package, term.states.complement()));
      else
        present.push_back(name(term));
    }
    if (present.empty() && missing.empty()) return "the request cannot be met";
    if (present.empty()) return fmt::format("{} is needed", enumerate(missing, "or"));
    const std::string subjects = enumerate(present, "and");
    if (!missing.empty())
      return fmt::format("{} {} {}", subjects, present.size() == 1 ? "needs" : "together need",
                         enumerate(missing, "or"));
    return subjects + (present.size() == 1 ? " cannot be used" : " cannot go together");
  }

 private:
  std::string name(const Term& term) const { return names_.describe(term.package, term.states); }

  static std::string enumerate(std::span<const std::string> parts, std::string_view last) {
    if (parts.size() == 1) return parts.front();
    return fmt::format("{} {} {}", text::join(parts.first(parts.size() - 1), ", "), last, parts.back());
  }

  const CandidateNames& names_;
};

}  // namespace

StateSet subject_beside(const Incompatibility& fact, const Incompatibility* other) {
  const Term& subject = fact.terms.front();
  if (fact.cause != Cause::Unavailable || other == nullptr) return subject.states;
  StateSet states = subject.states;
  for (const Term& term : other->terms)
    if (term.package == subject.package && !(states & term.states.complement()).empty())
      states &= term.states.complement();
  return states;
}

std::vector<std::size_t> proof_of(const Solver& solver, std::size_t incompatibility) {
  // Post-order without recursion: a proof may be thousands of steps deep.
  std::vector<std::size_t> order, stack{incompatibility};
  std::map<std::size_t, int> visits;
  while (!stack.empty()) {
    const std::size_t index = stack.back();
    const auto& one = solver.incompatibility(index);
    if (visits[index]++ == 0 && one.cause == Cause::Derived) {
      if (visits[one.right] == 0) stack.push_back(one.right);
      if (visits[one.left] == 0) stack.push_back(one.left);
      continue;
    }
    stack.pop_back();
    if (std::exchange(visits[index], 1000) < 1000) order.push_back(index);
  }
  return order;
}

std::string explain(const Solver& solver, std::size_t incompatibility, const CandidateNames& names) {
  const Sentences sentences(names);
  const auto proof = readable_proof(solver, incompatibility, names).lines;
  const auto& last = proof.back();
  if (last.cause == Cause::Unavailable) return sentences.fact(last) + ".";
  if (last.cause != Cause::Derived)
    return fmt::format("Because {}, {}.", sentences.fact(last), sentences.conclusion(last));

  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < proof.size(); ++i)
    if (proof[i].cause == Cause::Derived) steps.push_back(i);
  std::map<std::size_t, std::size_t> number_of;
  const auto reason = [&](std::size_t cause, std::size_t beside) {
    const auto& premise = proof[cause];
    if (premise.cause != Cause::Derived) return sentences.fact(premise, &proof[beside]);
    return fmt::format("{} ({})", sentences.conclusion(premise), number_of[cause]);
  };
  const std::size_t left_out = steps.size() > kLongestProof ? steps.size() - kLongestProof : 0;
  std::vector<std::string> lines;
  if (left_out > 0) lines.push_back(fmt::format("({} earlier steps are left out)", left_out));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    number_of[steps[i]] = i + 1;
    if (i < left_out) continue;
    const auto& one = proof[steps[i]];
    std::string because = reason(one.left, one.right);
    // After reasons in several clauses an "and" alone would read on.
    const char* link = proof[one.left].cause == Cause::Unavailable ? ", and " : " and ";
    if (proof[one.right].cause != Cause::Request) because += link + reason(one.right, one.left);
    const std::string number = steps.size() == 1 ? "" : fmt::format("({}) ", i + 1);
    lines.push_back(fmt::format("{}Because {}, {}.", number, because, sentences.conclusion(one)));
  }
  return text::join(lines, "\n");
}

}  // namespace kenv::resolvers
