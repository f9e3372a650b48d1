#!/bin/bash
# Installs, runs and removes the deb in a clean root: an overlay over this system's own, in a mount namespace of its own, that is
# gone with it. Run by scripts/package-installed.mjs as root: DEB DEB-FOR-TESTS FLOW NODE PLAYWRIGHT.
# Each proof is a line: PROOF, yes or no, what, with what.
set -uo pipefail
deb=$1 tested=$2 flow=$3 node=$4 playwright=$5

prove() { printf 'PROOF\t%s\t%s\t%s\n' "$1" "$2" "${3:-}"; }
space=$(mktemp -d)
mount -t tmpfs tmpfs "$space"
mkdir "$space"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$space/upper,workdir=$space/work" "$space/root" || exit 3
root=$space/root
for system in proc sys dev; do mount --rbind "/$system" "$root/$system"; done
for fresh in tmp run; do mount -t tmpfs -o mode=1777 tmpfs "$root/$fresh"; done

inside() { chroot "$root" "$@"; }
inside useradd --create-home --home-dir /home/proof proof || exit 3
mkdir -p "$root/home/proof/flow/node_modules"
cp -r "$(dirname "$flow")"/. "$root/home/proof/flow"
cp -rL "$playwright" "$root/home/proof/flow/node_modules/playwright-core"
cp -L "$node" "$root/home/proof/flow/node"
cp "$deb" "$root/home/proof/shipped.deb"
cp "$tested" "$root/home/proof/tested.deb"
# What changed after this line is the deb's doing.
touch "$space/before"
sleep 1

# A command as an ordinary user, with a bus and a keyring of its own and no screen, in the home that is there.
home=/tmp/home
in_home() {
  # shellcheck disable=SC2016
  inside setpriv --reuid=proof --regid=proof --clear-groups env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=$home \
    XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_RUNTIME_DIR=$home/run LANG=C.UTF-8 "${with[@]}" \
    "${screen[@]}" dbus-run-session -- sh -c \
    'printf "private\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && cd "$HOME" && exec "$0" "$@"' "$@"
}
# The same with a screen, in a new home.
as_user() {
  rm -rf "$root$home"
  install -d -m 700 -o "$(inside id -u proof)" "$root$home" "$root$home"/{config,data,run}
  screen=(xvfb-run -a -s '-screen 0 1600x1000x24')
  in_home "$@"
}

# The shipped deb: started by its name, as desktops do.
if said=$(inside dpkg -i /home/proof/shipped.deb 2>&1); then prove yes 'The deb is installed in a clean root' "$(inside dpkg-query -W keyops-console | tr '\t' ' ')"
else prove no 'The deb is installed in a clean root' "$(tail -n 3 <<<"$said" | tr '\n' ' ')"; fi
with=()
as_user timeout 25 keyops-console >"$space/out" 2>&1 &
sleep 15
renderers=0 sandboxed=0
for status in /proc/[0-9]*/status; do
  pid=${status//[^0-9]/}
  [[ $(cat "/proc/$pid/cmdline" 2>/dev/null | tr '\0' ' ') == /opt/keyops-console/*--type=renderer* ]] || continue
  renderers=$((renderers + 1))
  grep -q '^Seccomp:[[:space:]]*2' "$status" && sandboxed=$((sandboxed + 1))
done
if ((renderers > 0 && renderers == sandboxed)); then
  prove yes "The installed program runs as an ordinary user in Chromium's sandbox" "$sandboxed of $renderers page processes under seccomp"
else prove no "The installed program runs as an ordinary user in Chromium's sandbox" "$sandboxed of $renderers; $(tail -n 2 "$space/out" | tr '\n' ' ')"; fi
if [[ -s "$root/tmp/home/config/KeyOps Console/console.db" ]]; then prove yes 'The installed program opens its database' ''
else prove no 'The installed program opens its database' ''; fi
modes=$(find "$root/tmp/home/config/KeyOps Console" -perm /077 ! -type l -printf '%P ' 2>/dev/null)
if [[ -z $modes ]]; then prove yes 'Everything in its data folder is its user’s alone' ''
else prove no 'Everything in its data folder is its user’s alone' "$modes"; fi
wait

# keyops, without a screen.
screen=()
row() { if [[ $1 == "$2" ]]; then prove yes "$3" "$4"; else prove no "$3" "$4; $(tail -n 2 "$space/out" "$space/errors" | tr '\n\t' '  ')"; fi; }
in_home keyops --help >"$space/out" 2>"$space/errors"
row "$? $(head -n 1 "$space/out" | cut -c1-14) $(wc -c <"$space/errors")" '0 keyops COMMAND 0' 'The installed keyops runs without a display, and says nothing but its answer' ''
for attack in 'KEYOPS_DATA=/tmp/attacker --help' 'KEYOPS_KEYCHAIN=attacker --help' 'A=1 inspect /dev/null --inspect-brk=0' \
  'A=1 inspect /dev/null --remote-debugging-port=0' 'A=1 inspect /dev/null --require=/tmp/a.js'; do
  # shellcheck disable=SC2086
  with=(${attack%% *}) && in_home keyops ${attack#* } >"$space/out" 2>"$space/errors"
  status=$?
  row "$status" 2 "The installed keyops refuses ${attack/A=1 /}" "status $status"
done
with=()
pages=$(inside sh -c 'zcat /usr/share/man/man1/keyops.1.gz | head -n 1; bash -c ". /usr/share/bash-completion/completions/keyops; complete -p keyops"
  head -n 1 /usr/share/zsh/vendor-completions/_keyops; head -n 1 /usr/share/fish/vendor_completions.d/keyops.fish' 2>&1)
row "$(grep -cE '^(\.TH KEYOPS 1|complete .* _keyops keyops|#compdef keyops|# Completion of keyops for fish)' <<<"$pages")" 4 \
  'The manual page of keyops and its completion for bash, zsh and fish are there' ''

as_user keyops-console --no-sandbox >"$space/out" 2>&1
status=$?
if ((status == 2)) && grep -q 'refuses to start with --no-sandbox' "$space/out"; then
  prove yes 'The installed program refuses --no-sandbox of an ordinary user' "status $status"
else prove no 'The installed program refuses --no-sandbox of an ordinary user' "status $status"; fi

with=()
as_user keyops-console --purge-data </dev/null >"$space/out" 2>&1
status=$?
if ((status == 2)) && grep -q 'confirmed on a terminal' "$space/out"; then
  prove yes 'The installed program removes no data without a terminal' "status $status"
else prove no 'The installed program removes no data without a terminal' "status $status; $(tail -n 2 "$space/out" | tr '\n' ' ')"; fi

inside dpkg -i /home/proof/tested.deb >/dev/null 2>&1
with=(PACKAGED_PROGRAM=/opt/keyops-console/keyops-console FLOW_RESULT=/tmp/home/flow.json FLOW_DATA=/tmp/home/flow)
as_user /home/proof/flow/node /home/proof/flow/flow.mjs >"$space/out" 2>&1
if [[ -s $root/tmp/home/flow.json ]]; then prove yes 'The main flow runs installed, as an ordinary user, in the sandbox' "$(cat "$root/tmp/home/flow.json" | tr -d '\n' | cut -c1-90)…"
else prove no 'The main flow runs installed, as an ordinary user, in the sandbox' "$(tail -n 3 "$space/out" | tr '\n' ' ')"; fi

# The shipped keyops on the data folder and keychain of the flow that ran.
inside dpkg -i /home/proof/shipped.deb >/dev/null 2>&1
screen=() with=()
cat >"$root$home/round.sh" <<'ROUND'
keyops prepare --data /tmp/home/flow create_policy --set policyName=Two --set effect=EFFECT_ALLOW --set condition=true \
  --set 'consensus=approvers.count() >= 2' --set notes= --out a.keyops-request >&2 || exit 11
keyops inspect a.keyops-request >&2 || exit 12
keyops stamp --data /tmp/home/flow a.keyops-request </dev/null >&2; [ $? = 2 ] || exit 13
# On a terminal it names the word, and takes that one.
word() { grep -aoE 'Type “[^”]+”' typed 2>/dev/null | sed 's/^Type “//; s/”$//'; }
touch typed
(n=0; while [ -z "$(word)" ] && [ $n -lt 100 ]; do n=$((n + 1)); sleep 0.2; done; word) |
  script -qfec 'keyops stamp --data /tmp/home/flow a.keyops-request --out a.keyops-stamp' typed >&2
keyops verify a.keyops-request a.keyops-stamp >&2 || exit 14
keyops send --data /tmp/home/flow a.keyops-request a.keyops-stamp --out a.keyops-answer >&2 || exit 15
keyops open --data /tmp/home/flow a.keyops-answer || exit 16
ROUND
in_home sh round.sh >"$space/out" 2>"$space/errors"
status=$?
row "$status $(head -n 1 "$space/out")" '0 create_policy: completed' \
  'The installed keyops prepares, inspects, stamps, sends and opens as an ordinary user' "status $status, $(head -n 1 "$space/out")"

said=$(inside dpkg -r keyops-console 2>&1)
if grep -q 'It leaves behind' <<<"$said"; then prove yes 'Removing says what stays, and where' ''
else prove no 'Removing says what stays, and where' "$(tr '\n' ' ' <<<"$said")"; fi
inside dpkg -P keyops-console >/dev/null 2>&1
# Left to the system: dpkg's own records, caches that its triggers rebuild, the proof's user.
left=$(find "$space/upper" -newer "$space/before" ! -type d \
  ! -path '*/var/lib/dpkg/*' ! -path '*/var/log/*' ! -path '*/var/cache/*' ! -path '*/home/proof/*' ! -path '*/usr/share/mime/*' \
  ! -name '*.cache' ! -name mimeinfo.cache -printf '%P ')
[[ -e $root/opt/keyops-console ]] && left="$left opt/keyops-console"
if [[ -z $left ]]; then prove yes 'Purging leaves nothing of the deb' ''
else prove no 'Purging leaves nothing of the deb' "$left"; fi
