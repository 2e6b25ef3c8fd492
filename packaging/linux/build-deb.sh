#!/bin/sh
# Makes a .deb of a bundle: the same files and the same installer, for computers that are managed with dpkg.
#   sh packaging/linux/build-deb.sh BUNDLE OUT.deb
set -eu
bundle=$1
out=$2
[ -f "$bundle/MANIFEST.json" ] || { echo "$bundle is no bundle" >&2; exit 1; }
version=$(sed -n 's/^ "version": "\(.*\)"$/\1/p' "$bundle/MANIFEST.json")
identity=$(sha256sum "$bundle/MANIFEST.json" | cut -c1-10)
case "$(ls "$bundle/lock")" in
    *aarch64*x86_64*) echo "Build the bundle for one processor only." >&2; exit 1 ;;
    *linux-aarch64*) architecture=arm64 ;;
    *) architecture=amd64 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tree/DEBIAN" "$work/tree/usr/lib/tutor-bundle" "$work/tree/usr/share/doc/tutor"
cp -R "$bundle/." "$work/tree/usr/lib/tutor-bundle/"
cp "$bundle/licences/LICENCES.txt" "$work/tree/usr/share/doc/tutor/copyright"
find "$work/tree" -type d -exec chmod 755 {} +
find "$work/tree" -type f -exec chmod 644 {} +
size=$(du -sk "$work/tree" | cut -f1)
cat >"$work/tree/DEBIAN/control" <<CONTROL
Package: tutor
Version: $version+$identity
Architecture: $architecture
Maintainer: the builder of this bundle <root@localhost>
Depends: python3 (>= 3.11)
Recommends: systemd
Section: education
Priority: optional
Installed-Size: $size
Description: offline bilingual tutor for schools
 Answers from the school's own books, with page and quote, without internet.
CONTROL
cat >"$work/tree/DEBIAN/postinst" <<'POSTINST'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    start=''
    [ -d /run/systemd/system ] || start=--no-start
    # The bundle stays where dpkg put it, so its models are linked and not kept twice.
    sh /usr/lib/tutor-bundle/install.sh --system --link $start
fi
POSTINST
cat >"$work/tree/DEBIAN/postrm" <<'POSTRM'
#!/bin/sh
set -e
case "$1" in
    remove | purge)
        if command -v systemctl >/dev/null; then systemctl disable --now tutor.service >/dev/null 2>&1 || true; fi
        rm -f /etc/systemd/system/tutor.service /usr/local/bin/tutor
        rm -rf /opt/tutor
        ;;
esac
# What is the school's own goes only when that is asked for.
if [ "$1" = purge ]; then rm -rf /var/lib/tutor; fi
POSTRM
chmod 755 "$work/tree/DEBIAN/postinst" "$work/tree/DEBIAN/postrm"
# Wheels and weights are packed already.
dpkg-deb --root-owner-group -Znone --build "$work/tree" "$out"
