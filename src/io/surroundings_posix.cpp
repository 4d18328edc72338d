// SPDX-License-Identifier: Apache-2.0
#include "io/surroundings.hpp"

#include <pwd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "base/text.hpp"
#include "io/files.hpp"

extern char** environ;  // POSIX: no header declares it

namespace kenv::io {
namespace {

namespace fs = std::filesystem;

const std::chrono::steady_clock::time_point kStart = std::chrono::steady_clock::now();

/// The value of an XDG variable; the specification says that a relative one is invalid and has to be ignored.
fs::path xdg(std::string_view name, const fs::path& below_home) {
  const auto value = variable(name);
  if (value && fs::path(*value).is_absolute()) return *value;
  return home_directory() / below_home;
}

}  // namespace

std::map<std::string, std::string> variables() {
  std::map<std::string, std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text(*entry);
    if (const auto equals = text.find('='); equals != std::string::npos)
      all[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return all;
}

std::optional<std::string> variable(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::string(value);
}

fs::path home_directory() {
  if (const auto home = variable("HOME")) return *home;
  char buffer[4096];
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(getuid(), &entry, buffer, sizeof buffer, &found) == 0 && found != nullptr) return found->pw_dir;
  return "/";
}

fs::path current_directory() { return fs::current_path(); }

void enter_directory(const fs::path& directory) {
  if (::chdir(directory.c_str()) != 0) throw FileError("enter", directory, errno);
}

fs::path cache_directory() {
  if (const auto chosen = variable("KENV_CACHE_DIR")) return fs::absolute(*chosen);
  return xdg("XDG_CACHE_HOME", ".cache") / "kenv";
}

fs::path store_directory() {
  if (const auto chosen = variable("KENV_STORE_DIR")) return fs::absolute(*chosen);
  return xdg("XDG_DATA_HOME", ".local/share") / "kenv" / "store";
}

fs::path configuration_directory() { return xdg("XDG_CONFIG_HOME", ".config") / "kenv"; }

fs::path program_path() {
  std::error_code failure;
  return fs::read_symlink("/proc/self/exe", failure);
}

std::uint32_t user_id() { return ::geteuid(); }

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string line;
  std::getline(file, line);
  return line;
}

bool is_terminal(int descriptor) { return isatty(descriptor) == 1; }

int terminal_width() {
  winsize size{};
  for (int descriptor : {STDERR_FILENO, STDOUT_FILENO})
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  if (const auto columns = text::parse_unsigned(variable("COLUMNS").value_or(""));
      columns && *columns > 0 && *columns < 10'000)
    return static_cast<int>(*columns);
  return 80;
}

double seconds_since_start() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - kStart).count();
}

}  // namespace kenv::io
