// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "support/certificates.hpp"
#include "support/nginx.hpp"
#include "unit/http/requests.hpp"

using namespace kenv;
using namespace kenv::http;
using test::failure;
using test::quick;
using test::to;

namespace {

/// A page behind TLS, its certificate signed by an authority that nobody knows yet.
struct TlsFixture {
  test::Certificates certificates;
  io::TemporaryDirectory root;
  int port = test::free_port(), strict_port = test::free_port();
  test::Nginx server{make_root(),
                     {.in_server = certificates.server_lines(port),
                      .more_servers = "server { " + certificates.server_lines(strict_port, true) + " root " +
                                      root.path().string() + "; }"}};
  ClientOptions options = quick();

  const std::filesystem::path& make_root() const {
    io::write_text(root.path() / "page", "hello");
    return root.path();
  }
  std::string url() const { return "https://127.0.0.1:" + std::to_string(port) + "/page"; }
  std::string strict_url() const { return "https://127.0.0.1:" + std::to_string(strict_port) + "/page"; }
  std::string body(const std::string& where) const { return Client(options).fetch(to(where)).body; }
};

}  // namespace

TEST_CASE_METHOD(TlsFixture, "an authority is trusted when it is named, as a file or as a folder of hashed names") {
  const Error error = failure(options, url());
  CHECK(error.code() == "tls-untrusted");
  CHECK_THAT(error.what(), Catch::Contains("127.0.0.1") && Catch::Contains("the system's certificates"));
  CHECK_THAT(error.hint(), Catch::Contains("SSL_CERT_FILE="));

  options.ca_file = certificates.ca();
  CHECK(body(url()) == "hello");
  options.ca_file = certificates.ca_folder();  // pip's and requests' variables name either
  CHECK(body(url()) == "hello");
  options.ca_file.clear();
  options.ca_path = "/nowhere:" + certificates.ca_folder();
  CHECK(body(url()) == "hello");
}

TEST_CASE_METHOD(TlsFixture, "a failing check says which certificates were trusted and who named them") {
  test::Certificates others;
  options.ca_file = others.ca();
  options.ca_origin = "REQUESTS_CA_BUNDLE";
  CHECK_THAT(failure(options, url()).what(),
             Catch::Contains(others.ca() + " (REQUESTS_CA_BUNDLE)") && Catch::Contains("certificate"));
  io::write_text(root.path() / "garbage.pem", "no certificate");
  options.ca_file = root.path() / "garbage.pem";
  const Error error = failure(options, url());
  CHECK(error.code() == "ca-file-unusable");
  CHECK_THAT(error.what(), Catch::Contains("garbage.pem (REQUESTS_CA_BUNDLE)"));
}

TEST_CASE_METHOD(TlsFixture, "a trusted host is not checked, others are") {
  options.trusted_hosts = {"127.0.0.1:" + std::to_string(port)};
  CHECK(body(url()) == "hello");
  CHECK(failure(options, strict_url()).code() == "tls-untrusted");
}

TEST_CASE_METHOD(TlsFixture, "a client certificate is shown to who asks for one") {
  options.ca_file = certificates.ca();
  CHECK(Client(options).fetch(to(strict_url())).status == 400);  // nginx's way to say that it wants one
  options.client_certificate = certificates.client();
  options.client_certificate_origin = "SSL_CLIENT_CERT";
  CHECK(body(strict_url()) == "hello");
  CHECK(body(url()) == "hello");

  options.client_certificate = certificates.ca();  // has no key
  const Error error = failure(options, strict_url());
  CHECK(error.code() == "client-certificate");
  CHECK_THAT(error.what(), Catch::Contains(certificates.ca() + " (SSL_CLIENT_CERT)"));
  options.client_certificate = "/nowhere/client.pem";
  CHECK(failure(options, url()).code() == "client-certificate-missing");
}

TEST_CASE_METHOD(TlsFixture, "nothing goes from https to http") {
  const int plain = test::free_port();
  const test::Nginx away(root.path(), {.in_server = certificates.server_lines(plain) +
                                                    " return 302 http://127.0.0.1:" + std::to_string(port) + "/;"});
  options.ca_file = certificates.ca();
  CHECK(failure(options, "https://127.0.0.1:" + std::to_string(plain) + "/").code() == "redirect-refused");
}
