#!/usr/bin/env bash
# README's two commands on fresh Debians that have python3 and python3-venv and nothing else: for root, with debootstrap.
#
#     tests/fresh.sh [SUITE ...]        forky (Python 3.14) and trixie (3.13) without one
#
# An ordinary user runs them, without a display: the first must say so in its sentence, and run with what that names. FRESH
# names a folder that keeps the roots for the next time. Into a root go the host's certificates, name servers and settings of
# pip, as they are.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --inside ]; then            # in a mount namespace of its own: what is mounted is gone with it
    root=$2
    mount -t proc proc "$root/proc"
    mount --bind /dev/pts "$root/dev/pts"
    [ -c "$root/dev/ptmx" ] || ln -sf pts/ptmx "$root/dev/ptmx"
    mount -t tmpfs tmpfs "$root/dev/shm"
    exec chroot "$root" su - guest -c 'bash project/.fresh'
fi

[ "$(id -u)" = 0 ] || { echo "tests/fresh.sh: only root may make a root."; exit 2; }
command -v debootstrap >/dev/null || { echo "tests/fresh.sh: it needs debootstrap (apt install debootstrap)."; exit 2; }
[ $# -gt 0 ] || set -- forky trixie
if [ -n "${FRESH:-}" ]; then
    mkdir -p "$FRESH"; roots=$(cd "$FRESH" && pwd)
else
    roots=$(mktemp -d)
    trap 'rm -rf --one-file-system "$roots"' EXIT
fi

between() { sed -n "/<!-- $1 command -->/,/<!-- end -->/{/^    /s/^    //p}" README.md; }

settings() {            # what the host needs to reach a package index, for the guest's shell
    env -0 | while IFS='=' read -r -d '' name value; do
        case $name in
            PIP_INDEX_URL | PIP_EXTRA_INDEX_URL | PIP_PROXY | PIP_TRUSTED_HOST | PIP_DEFAULT_TIMEOUT | *_proxy | *_PROXY)
                printf 'export %s=%q\n' "$name" "$value" ;;
        esac
    done
}

failed=()
for suite; do
    root=$roots/$suite
    echo "== $suite"
    if [ ! -e "$root/etc/debian_version" ]; then
        script=$suite
        [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=sid        # it does not know the name yet
        debootstrap --variant=minbase --include=python3,python3-venv "$suite" "$root" "" "$script" > "$roots/$suite.log" ||
            { tail -n 20 "$roots/$suite.log"; failed+=("$suite"); continue; }
        chroot "$root" useradd --create-home --shell /bin/bash guest
    fi
    for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
        [ ! -e "$file" ] || { mkdir -p "$root$(dirname "$file")"; cp --remove-destination -L "$file" "$root$file"; }
    done

    home=$root/home/guest
    rm -rf --one-file-system "$home/project"
    mkdir "$home/project"
    git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$home/project"
    {
        settings
        cat <<'TOLD'
cd ~/project
told() {                # a command as README has it, and whether it ends with status $1 and, if given, a line like $2
    echo "+ $3"
    SECONDS=0 status=0
    bash -euc "$3" > >(tee ~/said) 2>&1 || status=$?
    wait
    echo "(status $status, $SECONDS seconds)"
    [ "$status" = "$1" ] && { [ -z "$2" ] || grep -q "$2" ~/said; } || { echo "FAILED: $3"; exit 1; }
}
python3 --version
TOLD
        printf 'told 2 "^cpc: There is no display .*--terminal.*--headless" %q\n' "$(between run)"
        printf 'told 0 "" %q\n' "$(between run) --headless --text --until 5"
        printf 'rm -rf .venv build *.egg-info\ntold 0 "" %q\n' "$(between test)"
    } > "$home/project/.fresh"
    chroot "$root" chown -R guest: /home/guest
    unshare --mount "$0" --inside "$root" || failed+=("$suite")
done
[ ${#failed[@]} = 0 ] || { echo "FAILED: ${failed[*]}"; exit 1; }
