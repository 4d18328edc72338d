// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "io/files.hpp"
#include "support/child.hpp"
#include "support/nginx.hpp"

namespace kenv::test {

/// A real proxy for HTTP and CONNECT on loopback, that asks for credentials ("user:password") if some are given.
class Tinyproxy {
 public:
  static bool is_installed() { return io::exists("/usr/bin/tinyproxy"); }

  explicit Tinyproxy(const std::string& user_password = "") {
    for (int attempt = 0; attempt < 5; ++attempt) {
      port_ = free_port();
      std::string text = "Port " + std::to_string(port_) +
                         "\nListen 127.0.0.1\nTimeout 60\nAllow 127.0.0.1\nLogFile \"" +
                         (state_.path() / "log").string() + "\"\nLogLevel Connect\n";
      if (const auto colon = user_password.find(':'); colon != std::string::npos)
        text += "BasicAuth " + user_password.substr(0, colon) + " " + user_password.substr(colon + 1) + "\n";
      io::write_text(state_.path() / "conf", text);
      child_ = std::make_unique<Child>(
          std::vector<std::string>{"/usr/bin/tinyproxy", "-d", "-c", (state_.path() / "conf").string()});
      for (int i = 0; i < 1000 && !child_->has_ended(); ++i) {
        if (accepts_connections(port_)) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    }
    throw std::runtime_error("tinyproxy does not start: " +
                             io::read_text_if_present(state_.path() / "log").value_or(""));
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string log() const { return io::read_text_if_present(state_.path() / "log").value_or(""); }

 private:
  io::TemporaryDirectory state_{"kenv-tinyproxy-"};
  int port_ = 0;
  std::unique_ptr<Child> child_;
};

}  // namespace kenv::test
