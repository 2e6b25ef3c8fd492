#!/bin/sh
# Takes the program away. Books, classes, questions and corrections stay, unless --purge is said.
#   sudo sh linux/uninstall.sh [--purge]        or, for --user:  sh linux/uninstall.sh --user [--purge]
set -eu
mode=system purge=no root='' home=''
[ "$(id -u)" = 0 ] || mode=user
while [ $# -gt 0 ]; do
    case "$1" in
        --user) mode=user ;;
        --purge) purge=yes ;;
        --root) root=$2; shift ;;
        --home) home=$2; shift ;;
        *) echo "Unknown option / Chaguo lisilojulikana: $1" >&2; exit 1 ;;
    esac
    shift
done
if [ "$mode" = system ]; then
    root=${root:-/opt/tutor} home=${home:-/var/lib/tutor}
    if command -v systemctl >/dev/null; then
        systemctl disable --now tutor.service >/dev/null 2>&1 || true
        rm -f /etc/systemd/system/tutor.service
        systemctl daemon-reload >/dev/null 2>&1 || true
    fi
    rm -f /usr/local/bin/tutor
else
    data=${XDG_DATA_HOME:-$HOME/.local/share}
    root=${root:-$data/tutor-program} home=${home:-$data/tutor}
    rm -f "$HOME/.local/bin/tutor" "$data/applications/tutor.desktop"
fi
# Only a folder that the installer made is removed.
if [ -f "$root/CURRENT" ] && [ -d "$root/versions" ]; then rm -rf "$root"; fi
if [ "$purge" = yes ] && [ -f "$home/tutor.toml" ]; then rm -rf "$home"; fi
echo "Removed. / Imeondolewa."
