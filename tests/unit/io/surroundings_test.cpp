// SPDX-License-Identifier: Apache-2.0
#include "io/surroundings.hpp"

#include <cstdlib>

#include "io/files.hpp"
#include "support/catch.hpp"

using namespace kenv::io;

namespace {

/// Sets a variable and puts the old value back.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name), before_(variable(name)) {
    value == nullptr ? unsetenv(name) : setenv(name, value, 1);
  }
  ~Setting() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("the folders follow kenv's own variables, then XDG, then the home directory") {
  const Setting home("HOME", "/home/user");
  const Setting own_cache("KENV_CACHE_DIR", nullptr), own_store("KENV_STORE_DIR", nullptr);
  const Setting cache("XDG_CACHE_HOME", nullptr), data("XDG_DATA_HOME", nullptr),
      configuration("XDG_CONFIG_HOME", nullptr);
  CHECK(cache_directory() == "/home/user/.cache/kenv");
  CHECK(store_directory() == "/home/user/.local/share/kenv/store");
  CHECK(configuration_directory() == "/home/user/.config/kenv");
  {
    const Setting xdg_cache("XDG_CACHE_HOME", "/big/cache"), xdg_data("XDG_DATA_HOME", "/big/data");
    CHECK(cache_directory() == "/big/cache/kenv");
    CHECK(store_directory() == "/big/data/kenv/store");
    const Setting mine("KENV_CACHE_DIR", "/mine"), my_store("KENV_STORE_DIR", "/store");
    CHECK(cache_directory() == "/mine");
    CHECK(store_directory() == "/store");
  }
  const Setting relative("XDG_CACHE_HOME", "cache");
  CHECK(cache_directory() == "/home/user/.cache/kenv");  // the specification: a relative value is ignored
}

TEST_CASE("an empty variable is as good as none") {
  const Setting empty("KENV_TEST_EMPTY", "");
  CHECK_FALSE(variable("KENV_TEST_EMPTY"));
  CHECK_FALSE(variable("KENV_TEST_NEVER_SET"));
}

TEST_CASE("the home directory is known without HOME") {
  const Setting home("HOME", nullptr);
  CHECK(home_directory().is_absolute());
}

TEST_CASE("the program knows its own file, the time and the boot") {
  CHECK(kenv::io::exists(program_path()));
  const std::string now = utc_now();
  REQUIRE(now.size() == 20);
  CHECK(now.substr(0, 2) == "20");
  CHECK(now[10] == 'T');
  CHECK(now.back() == 'Z');
  CHECK(boot_id() == boot_id());
  const double first = seconds_since_start();
  CHECK(seconds_since_start() >= first);
}
