// SPDX-License-Identifier: Apache-2.0
#include "support/bad_server.hpp"
#include "support/catch.hpp"
#include "support/certificates.hpp"
#include "support/nginx.hpp"
#include "support/socks_server.hpp"
#include "support/tinyproxy.hpp"
#include "unit/http/requests.hpp"

using namespace kenv;
using namespace kenv::http;
using test::failure;
using test::quick;
using test::to;

namespace {

/// One page, plain and behind TLS.
struct ProxyFixture {
  test::Certificates certificates;
  io::TemporaryDirectory root;
  int tls_port = test::free_port();
  test::Nginx server{make_root(), {.in_server = certificates.server_lines(tls_port)}};
  ClientOptions options = quick();

  ProxyFixture() {
    options.ca_file = certificates.ca();
    options.retries = 0;
  }
  const std::filesystem::path& make_root() const {
    io::write_text(root.path() / "page", "hello");
    return root.path();
  }
  std::string plain() const { return server.url() + "/page"; }
  std::string secure() const { return "https://127.0.0.1:" + std::to_string(tls_port) + "/page"; }
  std::string body(const std::string& url) const { return Client(options).fetch(to(url)).body; }
  void use(const std::string& proxy) {
    options.http_proxy = {proxy, "http_proxy"};
    options.https_proxy = {proxy, "https_proxy"};
  }
};

}  // namespace

TEST_CASE_METHOD(ProxyFixture, "a proxy carries plain requests and tunnels for TLS") {
  const test::Tinyproxy proxy;
  use("http://" + proxy.address());
  CHECK(body(plain()) == "hello");
  CHECK(body(secure()) == "hello");
  CHECK_THAT(proxy.log(), Catch::Contains("CONNECT 127.0.0.1:" + std::to_string(tls_port)));
  const std::string before = proxy.log();
  options.no_proxy = "example.org, 127.0.0.1";
  CHECK(body(plain()) == "hello");
  CHECK(body(secure()) == "hello");
  CHECK(proxy.log() == before);
}

TEST_CASE_METHOD(ProxyFixture,
                 "a proxy that wants credentials gets those of its address, or is named with what to write") {
  const test::Tinyproxy proxy("user:geheim");
  use("http://user:geheim@" + proxy.address());
  CHECK(body(plain()) == "hello");
  CHECK(body(secure()) == "hello");

  for (const char* credentials : {"", "user:falsch@"}) {
    use("http://" + (credentials + proxy.address()));
    const Error tunnel = failure(options, secure());
    CHECK(tunnel.code() == "proxy-refused");
    CHECK_THAT(tunnel.what(), Catch::Contains(proxy.address() + " (https_proxy)") && !Catch::Contains("falsch"));
    CHECK_THAT(tunnel.hint(), Catch::Contains("https_proxy="));
  }
  use("http://" + proxy.address());
  const Response refused = Client(options).fetch(to(plain()));
  CHECK(refused.status == 407);
  CHECK_THAT(unexpected_status(refused).hint(), Catch::Contains("http_proxy="));
}

TEST_CASE_METHOD(ProxyFixture, "a SOCKS proxy is used, with and without credentials") {
  {
    const test::SocksServer proxy;
    for (const char* scheme : {"socks5://", "socks5h://"}) {
      use(scheme + proxy.address());
      CHECK(body(plain()) == "hello");
      CHECK(body(secure()) == "hello");
    }
    CHECK(proxy.connections() == 4);
  }
  const test::SocksServer proxy("user", "geheim");
  use("socks5h://user:geheim@" + proxy.address());
  CHECK(body(plain()) == "hello");
  use("socks5h://user:falsch@" + proxy.address());
  const Error error = failure(options, plain());
  CHECK(error.code() == "proxy-refused");
  CHECK_THAT(error.what(), Catch::Contains(proxy.address() + " (http_proxy)") && !Catch::Contains("falsch"));
  CHECK(proxy.connections() == 1);
}

TEST_CASE_METHOD(ProxyFixture, "a proxy that is not there is named") {
  const std::string nobody = "127.0.0.1:" + std::to_string(test::free_port());
  use("http://" + nobody);
  CHECK_THAT(failure(options, plain()).what(), Catch::Contains("a proxy is set: " + nobody + " (http_proxy)"));
  use("http://proxy.invalid:3128");
  CHECK_THAT(failure(options, plain()).what(), Catch::Contains("proxy.invalid:3128 (http_proxy)"));
}
