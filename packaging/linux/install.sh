#!/bin/sh
# Installs tutor from this stick, or updates it. No network is used.
#   sudo sh install.sh          for the whole computer: starts with it, serves the school network
#   sh install.sh --user        for one person's laptop, without root
# More: --root DIR, --home DIR, --host ADDRESS, --port N, --key FILE, --no-start, --link, --language en|sw
set -eu
umask 022
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

language=en
case "${TUTOR_LANGUAGE:-${LANG:-}}" in sw*) language=sw ;; esac
mode=''
[ "$(id -u)" = 0 ] || mode=user
root='' home='' host='' port='' first_host=127.0.0.1 key='' start=yes link=''
say() { if [ "$language" = sw ]; then printf '%s\n' "$2"; else printf '%s\n' "$1"; fi; }
stop() { say "$1" "$2" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case "$1" in
        --user) mode=user ;;
        --system) mode=system ;;
        --no-start) start=no ;;
        --link) link=--link ;;
        --root | --home | --host | --port | --key | --language)
            [ $# -ge 2 ] || stop "$1 needs a value." "$1 inahitaji thamani."
            case "$1" in
                --root) root=$2 ;; --home) home=$2 ;; --host) host=$2 ;;
                --port) port=$2 ;; --key) key=$2 ;; --language) language=$2 ;;
            esac
            shift ;;
        *) stop "Unknown option: $1" "Chaguo lisilojulikana: $1" ;;
    esac
    shift
done
mode=${mode:-system}
case "$port" in *[!0-9]*) stop "The port must be a number." "Mlango lazima uwe namba." ;; esac
if [ "$mode" = system ]; then
    [ "$(id -u)" = 0 ] || stop "Run: sudo sh install.sh   (or: sh install.sh --user)" "Endesha: sudo sh install.sh   (au: sh install.sh --user)"
    root=${root:-/opt/tutor} home=${home:-/var/lib/tutor} first_host=0.0.0.0
else
    data=${XDG_DATA_HOME:-$HOME/.local/share}
    root=${root:-$data/tutor-program} home=${home:-$data/tutor}
fi

case "$(uname -m)" in
    x86_64 | aarch64) ;;
    *) stop "tutor needs a 64-bit processor; this is $(uname -m)." "tutor inahitaji kichakataji cha biti 64; hiki ni $(uname -m)." ;;
esac
python='' partial=''
for candidate in ${TUTOR_PYTHON:+"$TUTOR_PYTHON"} python3 python3.13 python3.12 python3.11; do
    if "$candidate" -I -c 'import sqlite3, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
    if "$candidate" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then partial=$candidate; fi
done
[ -n "$python" ] || [ -z "$partial" ] || stop \
    "$partial is new enough, but its parts venv and sqlite3 are not both there. Install them (python3-venv) and try again." \
    "$partial ni mpya vya kutosha, lakini sehemu zake venv na sqlite3 hazipo zote. Zisakinishe (python3-venv), jaribu tena."
[ -n "$python" ] || stop \
    "Python 3.11 or newer is needed and was not found. Debian 12 and Ubuntu 24.04 have it; on others install python3.11." \
    "Inahitajika Python 3.11 au mpya zaidi na haikupatikana. Debian 12 na Ubuntu 24.04 zinayo; kwingine sakinisha python3.11."

# ${key:+...}: the option is only there where a key was named. A school that has settings keeps what is not named.
"$python" -I "$here/installer.py" --root "$root" --home "$home" --first-host "$first_host" \
    ${host:+--host "$host"} ${port:+--port "$port"} --language "$language" ${key:+--key "$key"} $link
port=$("$python" -I -c 'import sys, tomllib; print(tomllib.load(open(sys.argv[1], "rb")).get("port", 8010))' "$home/tutor.toml")

log=$home/logs/serve.log
serve_detached() {
    # Without a service manager: in the background, until the computer is switched off.
    mkdir -p "$home/logs"
    [ "$mode" = user ] || chown tutor "$home/logs"
    if [ "$mode" = user ]; then
        setsid "$root/bin/tutor" serve >"$log" 2>&1 </dev/null &
    else
        setsid runuser -u tutor -- "$root/bin/tutor" serve >"$log" 2>&1 </dev/null &
    fi
}

stop_detached() {
    # The one that was started by an earlier run of this script, and no other.
    pid=$(cat "$home/logs/serve.pid" 2>/dev/null) || return 0
    if [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -q 'tutor serve'; then
        kill "$pid" 2>/dev/null || true
        for _ in 1 2 3 4 5 6 7 8 9 10; do [ -d "/proc/$pid" ] || break; sleep 1; done
    fi
    rm -f "$home/logs/serve.pid"
}

open_firewall() {
    if command -v ufw >/dev/null && ufw status 2>/dev/null | grep -q '^Status: active'; then
        ufw allow "$port/tcp" >/dev/null && say "Firewall: port $port opened (ufw)." "Ngome: mlango $port umefunguliwa (ufw)."
    elif command -v firewall-cmd >/dev/null && firewall-cmd --state >/dev/null 2>&1; then
        firewall-cmd --quiet --permanent --add-port="$port/tcp" && firewall-cmd --quiet --reload &&
            say "Firewall: port $port opened (firewalld)." "Ngome: mlango $port umefunguliwa (firewalld)."
    fi
}

if [ "$mode" = system ]; then
    if ! id tutor >/dev/null 2>&1; then
        useradd --system --home-dir "$home" --shell /usr/sbin/nologin --user-group tutor
    fi
    chown -R tutor:tutor "$home"
    chmod 750 "$home"
    ln -sf "$root/bin/tutor" /usr/local/bin/tutor
    if command -v systemctl >/dev/null; then
        # In sed's replacement \, & and the delimiter would mean something.
        plain() { printf '%s' "$1" | sed 's/[\\&|]/\\&/g'; }
        mkdir -p /etc/systemd/system
        sed -e "s|@ROOT@|$(plain "$root")|g" -e "s|@HOME@|$(plain "$home")|g" "$here/linux/tutor.service" \
            >/etc/systemd/system/tutor.service
        systemctl daemon-reload >/dev/null 2>&1 || true
        systemctl enable tutor.service >/dev/null 2>&1 || true
    fi
    open_firewall || true
else
    mkdir -p "$HOME/.local/bin" "$HOME/.local/share/applications"
    ln -sf "$root/bin/tutor" "$HOME/.local/bin/tutor"
    sed -e "s|@START@|\"$(printf '%s' "$root/bin/tutor" | sed 's/[\\&|]/\\&/g')\" serve|" "$here/linux/tutor.desktop" \
        >"$HOME/.local/share/applications/tutor.desktop"
fi

if [ "$start" = yes ]; then
    if [ "$mode" = system ] && [ -d /run/systemd/system ]; then
        systemctl restart tutor.service
    else
        stop_detached
        serve_detached
        echo $! >"$home/logs/serve.pid"
    fi
    say "Starting; the first time takes a minute ..." "Inawashwa; mara ya kwanza huchukua dakika moja ..."
    pid=$(cat "$home/logs/serve.pid" 2>/dev/null || true)
    [ "$mode" = user ] || [ ! -d /run/systemd/system ] || pid=''
    # Where it was started here it must be this one that answers: another tutor may hold the port.
    answer=0
    "$python" -I - "$port" "$pid" "$log" <<'PROBE' || answer=$?
import os, sys, time, urllib.request
port, pid, log = sys.argv[1:4]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
for _ in range(180):
    if pid and not os.path.isdir("/proc/" + pid):
        sys.exit(2)
    try:
        said = open(log, encoding="utf-8", errors="replace").read() if pid else "tutor is ready"
        if "tutor is ready" in said or "tutor iko tayari" in said:
            sys.exit(opener.open(f"http://127.0.0.1:{port}/health", timeout=5).status != 200)
    except OSError:
        pass
    time.sleep(1)
sys.exit(1)
PROBE
    if [ "$answer" = 0 ]; then
        say "tutor answers." "tutor inajibu."
    elif [ "$answer" = 2 ]; then
        tail -n 4 "$log" >&2
        stop "tutor is installed and could not start. If its port is taken, install again with: --port $((port + 1))" \
            "tutor imesakinishwa ila haikuweza kuanza. Kama mlango umetumika, sakinisha tena kwa: --port $((port + 1))"
    elif [ -z "$pid" ] && [ -d /run/systemd/system ]; then
        stop "tutor does not answer yet. See: journalctl -u tutor" "tutor haijajibu bado. Tazama: journalctl -u tutor"
    else
        stop "tutor does not answer yet. See: $log" "tutor haijajibu bado. Tazama: $log"
    fi
    if [ -r "$log" ]; then said=$(cat "$log"); else said=$(journalctl -u tutor.service -b -q -o cat 2>/dev/null || true); fi
    code=$(printf '%s\n' "$said" | sed -nE 's/.*(Setup code|Msimbo wa kuanzisha): ([0-9]+).*/\2/p' | tail -n 1)
    [ -z "$code" ] || say "Setup code for the teacher's password: $code (page /start)" \
        "Msimbo wa kuanzisha wa nywila ya mwalimu: $code (ukurasa /start)"
fi
TUTOR_LANGUAGE=$language "$root/bin/tutor" address
