# Shared by the scripts beside it (sourced, not run).
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
log_dir="$root/build/log"
script_name=${0##*/}

say() { printf '%s: %s\n' "$script_name" "$*" >&2; }
die() { say "$@"; exit 1; }
refuse() { say "$@"; exit 2; } # what the caller can mend in the command line

# Prints how many files to compile at a time: one for each processor that has a GiB of memory, which
# the largest test files take.
compile_jobs() {
  local gib limit=max
  gib=$(awk '/^MemAvailable:/ { print int($2 / 2^20) }' /proc/meminfo)
  [[ ! -r /sys/fs/cgroup/memory.max ]] || limit=$(</sys/fs/cgroup/memory.max)
  [[ $limit == max ]] || gib=$((limit >> 30 < gib ? limit >> 30 : gib))
  echo $((gib < 1 ? 1 : gib < $(nproc) ? gib : $(nproc)))
}

# quietly LOG command...: runs it with its output in build/log/LOG; on failure shows the last
# $shown_lines (60) lines.
quietly() {
  local log="$log_dir/$1" status
  mkdir -p "$log_dir"
  "${@:2}" >"$log" 2>&1 </dev/null && return
  status=$?
  tail --lines="${shown_lines:-60}" "$log" >&2
  say "failed with exit code $status: ${*:2}; the whole output is in $log"
  return "$status"
}

# lock_build: waits until no other script builds here. Released by `exec 9>&-` or at the end.
lock_build() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  flock --nonblock 9 || { say "waiting for another script that builds in $root/build" && flock 9; }
}

# build_release TARGET...: builds them in build/release. A fresh build leaves out tests and
# benchmarks, which need more packages.
build_release() {
  lock_build
  if [[ ! -f $root/build/release/build.ninja ]]; then
    say "building (once, about a minute)"
    (cd "$root" && quietly release-configure.log cmake --preset release \
      -DNQUEENS_BUILD_TESTS=OFF -DNQUEENS_BUILD_BENCH=OFF)
  fi
  quietly release-build.log cmake --build "$root/build/release" --parallel "$(compile_jobs)" \
    --target "$@"
  exec 9>&-
}

# own_apt FOLDER arguments...: apt with its own lists and cache, which needs no rights.
own_apt() {
  mkdir -p "$1"/{lists,cache/archives}/partial
  apt-get --quiet -o Dir::State::Lists="$1/lists" -o Dir::Cache="$1/cache" \
    -o APT::Sandbox::User="$(id -un)" "${@:2}"
}
