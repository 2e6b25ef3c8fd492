#!/bin/sh
# Turns this laptop into a Wi-Fi access point for tutor. Off by default; nothing of it stays after `off` or a restart.
#   sudo sh hotspot.sh on --interface wlan0 --ssid Shule [--password 8-or-more-signs] [--port 8010] [--captive]
#   sudo sh hotspot.sh off | status
# --captive: a phone that joins is led to tutor's page by itself. --dry-run: print what would be done.
# Needs hostapd, dnsmasq-base, iproute2, and nftables for --captive. There is no way to the internet through it.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
run=${TUTOR_HOTSPOT_RUN:-/run/tutor-hotspot}
command=${1:-status}
[ $# -eq 0 ] || shift
interface='' ssid=tutor password='' port=8010 captive=no dry=no
while [ $# -gt 0 ]; do
    case "$1" in
        --captive) captive=yes ;;
        --dry-run) dry=yes ;;
        --interface) interface=$2; shift ;;
        --ssid) ssid=$2; shift ;;
        --password) password=$2; shift ;;
        --port) port=$2; shift ;;
        *) echo "Unknown option / Chaguo lisilojulikana: $1" >&2; exit 1 ;;
    esac
    shift
done
act() { if [ "$dry" = yes ]; then echo "would run: $*"; else "$@"; fi; }
plain() { printf '%s' "$1" | sed 's/[\\&|]/\\&/g'; }

switch_off() {
    for name in hostapd dnsmasq; do
        pid=$(cat "$run/$name.pid" 2>/dev/null) || continue
        # Only the one that was started here: a number may have gone to another program since.
        if [ -r "/proc/$pid/cmdline" ] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$run"; then act kill "$pid"; fi
    done
    if command -v nft >/dev/null; then act nft delete table ip tutor_hotspot 2>/dev/null || true; fi
    if [ -f "$run/interface" ]; then
        act ip addr flush dev "$(cat "$run/interface")" || true
        if command -v nmcli >/dev/null; then act nmcli device set "$(cat "$run/interface")" managed yes || true; fi
    fi
    [ "$dry" = yes ] || rm -rf "$run"
}

case "$command" in
    on)
        [ -n "$interface" ] || { echo "--interface is needed, as wlan0 / taja --interface, kama wlan0" >&2; exit 1; }
        case "$interface$ssid$password" in *'
'*) echo "A name may not have two lines." >&2; exit 1 ;; esac
        if [ -n "$password" ] && [ ${#password} -lt 8 ]; then
            echo "The password needs 8 signs or more. / Nywila iwe na alama 8 au zaidi." >&2
            exit 1
        fi
        for tool in hostapd dnsmasq ip; do
            [ "$dry" = yes ] || command -v "$tool" >/dev/null || { echo "Missing / Haipo: $tool" >&2; exit 1; }
        done
        [ ! -d "$run" ] || switch_off
        (umask 077 && mkdir -p "$run")
        echo "$interface" >"$run/interface"
        security='wpa=0'
        [ -z "$password" ] || security="wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_passphrase=$password"
        captive_lines='# every other name is unknown'
        # Every name leads here, so that a phone's own question for the internet finds the page.
        [ "$captive" = no ] || captive_lines='address=/#/10.42.0.1'
        (umask 077 && sed -e "s|@INTERFACE@|$(plain "$interface")|" -e "s|@SSID@|$(plain "$ssid")|" \
            -e '/@SECURITY@/d' "$here/hostapd.conf" >"$run/hostapd.conf" && printf '%s\n' "$security" >>"$run/hostapd.conf")
        sed -e "s|@INTERFACE@|$(plain "$interface")|" -e '/@CAPTIVE@/d' "$here/dnsmasq.conf" >"$run/dnsmasq.conf"
        printf '%s\n' "$captive_lines" >>"$run/dnsmasq.conf"
        if command -v nmcli >/dev/null; then act nmcli device set "$interface" managed no; fi
        act ip link set "$interface" up
        act ip addr replace 10.42.0.1/24 dev "$interface"
        act hostapd -B -P "$run/hostapd.pid" "$run/hostapd.conf"
        act dnsmasq --conf-file="$run/dnsmasq.conf" --pid-file="$run/dnsmasq.pid"
        if [ "$captive" = yes ]; then
            act nft add table ip tutor_hotspot
            act nft 'add chain ip tutor_hotspot prerouting { type nat hook prerouting priority -100 ; }'
            act nft add rule ip tutor_hotspot prerouting iifname "$interface" tcp dport 80 redirect to ":$port"
        fi
        echo "http://10.42.0.1:$port  (http://tutor.school:$port)"
        ;;
    off) switch_off ;;
    status)
        if [ -f "$run/interface" ]; then echo "on: $(cat "$run/interface")"; else echo "off"; fi ;;
    *) echo "on | off | status" >&2; exit 1 ;;
esac
