// SPDX-License-Identifier: Apache-2.0
#include "python/location.hpp"

#include "support/catch.hpp"

using kenv::python::without_secrets;

TEST_CASE("no password is left in a text that may hold an address, and all else is") {
  const std::pair<const char*, const char*> rows[] = {
      {"demo @ http://u:s3cret@host/demo.whl", "demo @ http://****@host/demo.whl"},
      {"https://host/simple", "https://host/simple"},
      {"git+ssh://git@host/x.git", "git+ssh://****@host/x.git"},
      {"pytorch=https://u:s3cret@host/whl", "pytorch=https://****@host/whl"},
      {"https://a=https://u:s3cret@b", "https://a=https://****@b"},
      {"`a @ https://u:s3cret@h/a.whl` and \"https://v:s3cret@h\"",
       "`a @ https://****@h/a.whl` and \"https://****@h\""},
      {"https://u:s3/cr#et@host/simple", "https://****@host/simple"},  // not coded as it should be
      {"https://host:8080/@scope/x", "https://host:8080/@scope/x"},
      {"u:s3cret@host/simple", "****@host/simple"},
      {"pytorch=u:s3cret@host/simple", "pytorch=****@host/simple"},
      {"=https://u:s3cret@host/", "=https://****@host/"},
      {"git@host:group/x.git", "git@host:group/x.git"},
      {"file.txt:3:1: a @ b", "file.txt:3:1: a @ b"},
      {"torch==2.8.0; extra == 'x'", "torch==2.8.0; extra == 'x'"},
      {"/home/me/a:b@c.whl", "/home/me/a:b@c.whl"},
      {"demo @ https://u:s3cret@h/demo.whl?sig=s3cret&se=1#sha256=ab", "demo @ https://****@h/demo.whl?****#sha256=ab"},
      {"`https://h/demo.whl?sig=s3cret` and https://h/x?t=s3cret", "`https://h/demo.whl?****` and https://h/x?****"},
      {"https://h/x?next=https://u:s3cret@h/y", "https://h/x?****"},
      {"pytorch=https://h/whl?t=s3cret", "pytorch=https://h/whl?****"},
      {"https://h/demo.whl#what?", "https://h/demo.whl#what?"},
      {"https://h/demo?", "https://h/demo?"},
      {"what is torch?x", "what is torch?x"},
      {"", ""},
  };
  for (const auto& [text, shown] : rows) CHECK(without_secrets(text) == shown);
}
