#!/bin/sh
# Serves a folder made by make_index.py, the minigpu index (simple/, default/ and nightly/), or a folder of such folders, with nginx
# on loopback until it is ended.
# usage: serve_index.sh INDEX_FOLDER PORT STATE_FOLDER   (prints nothing; STATE_FOLDER gets the configuration and logs)
set -eu
PATH="$PATH:/usr/sbin:/sbin"  # where nginx is, also for users who have them not on their path
index="$(cd "$1" && pwd)"
port="$2"
mkdir -p "$3"
state="$(cd "$3" && pwd)"
mkdir -p "$state/tmp"
user=
[ "$(id -u)" = 0 ] && user="user root;"
cat >"$state/nginx.conf" <<CONF
$user
daemon off;
pid $state/nginx.pid;
error_log $state/error.log warn;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log $state/access.log;
  client_body_temp_path $state/tmp; proxy_temp_path $state/tmp; fastcgi_temp_path $state/tmp;
  uwsgi_temp_path $state/tmp; scgi_temp_path $state/tmp;
  sendfile on; tcp_nopush on; keepalive_requests 100000;
  types { application/octet-stream whl; text/plain metadata; text/html html; application/vnd.pypi.simple.v1+json json; }
  default_type application/octet-stream;
  map \$http_accept \$page { default index.html; "~application/vnd.pypi.simple.v1\+json" index.json; }
  server {
    listen 127.0.0.1:$port;
    root $index;
    location ~ ^(/.*)?/(simple|default|nightly)/ { index \$page index.html; etag on; }
  }
}
CONF
exec nginx -p "$state" -c "$state/nginx.conf" -e "$state/error.log"
