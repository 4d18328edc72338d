// SPDX-License-Identifier: Apache-2.0
// An environment's journal.
#include "fuzz/targets.hpp"
#include "transaction/journal.hpp"

namespace kenv::fuzz {

void journal(std::string_view text) {
  const auto journal = transaction::parse_journal(text);
  if (!journal) return;
  const auto again = transaction::parse_journal(transaction::to_text(*journal));
  must(again && *again == *journal, "a journal reads back as itself");
}

}  // namespace kenv::fuzz
