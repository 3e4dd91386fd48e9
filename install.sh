#!/bin/sh
# Installs the qwen executable: finds out which one this machine needs, downloads it and the list of checksums,
# compares, and puts it into a folder. Nothing is installed when anything is wrong.
#
#   QWEN_RELEASE_URL   where the files of a release lie; default: the newest release
#   QWEN_INSTALL_DIR   where qwen goes; default ~/.local/bin
set -eu

fail() {
  printf 'qwen was not installed: %s\n' "$1" >&2
  exit 1
}

# The name of the file that this machine needs.
file_name() {
  machine=$(uname -m)
  case $machine in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no executable for the processor $machine. Run it from source: npm install -g deno, deno task install." ;;
  esac
  system=$(uname -s)
  case $system in
    Linux)
      # The executable is linked against glibc.
      if [ -e "/lib/ld-musl-$machine.so.1" ] && [ ! -e /lib64/ld-linux-x86-64.so.2 ] && [ ! -e /lib/ld-linux-aarch64.so.1 ]; then
        fail "this system uses musl, and the executable needs glibc. Run it from source, or install gcompat."
      fi
      printf 'qwen-%s-unknown-linux-gnu' "$machine" ;;
    Darwin) printf 'qwen-%s-apple-darwin' "$machine" ;;
    MINGW* | MSYS* | CYGWIN*) printf 'qwen-%s-pc-windows-msvc.exe' "$machine" ;;
    *) fail "there is no executable for $system. Run it from source: npm install -g deno, deno task install." ;;
  esac
}

# Takes a URL and a file. Plain HTTP is for this machine only.
download() {
  case $1 in
    https://* | http://127.0.0.1:* | http://localhost:*) ;;
    *) fail "$1 is not an https address." ;;
  esac
  if command -v curl > /dev/null 2>&1; then
    curl -fsSL --retry 2 -o "$2" "$1" || fail "$1 could not be downloaded."
  elif command -v wget > /dev/null 2>&1; then
    wget -q -O "$2" "$1" || fail "$1 could not be downloaded."
  else
    fail "neither curl nor wget is installed."
  fi
}

checksum() {
  if command -v sha256sum > /dev/null 2>&1; then sha256sum < "$1" | cut -d ' ' -f 1
  elif command -v shasum > /dev/null 2>&1; then shasum -a 256 < "$1" | cut -d ' ' -f 1
  elif command -v openssl > /dev/null 2>&1; then openssl dgst -sha256 -r < "$1" | cut -d ' ' -f 1
  else fail "no program was found that computes SHA-256 (sha256sum, shasum or openssl)."
  fi
}

# Everything happens in here, so that a script that was cut off on its way does nothing.
main() {
  url=${QWEN_RELEASE_URL:-https://github.com/qwen-headless/qwen/releases/latest/download}
  url=${url%/}
  folder=${QWEN_INSTALL_DIR:-${HOME:?}/.local/bin}
  file=$(file_name)
  case $file in *.exe) target=$folder/qwen.exe ;; *) target=$folder/qwen ;; esac

  mkdir -p "$folder" || fail "$folder could not be made."
  work=$(mktemp -d "$folder/.qwen-install.XXXXXX") || fail "$folder cannot be written."
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM

  download "$url/SHA256SUMS" "$work/sums"
  download "$url/$file" "$work/qwen"
  wanted=$(awk -v name="$file" '$2 == name || $2 == "*" name { print $1; exit }' "$work/sums")
  [ -n "$wanted" ] || fail "SHA256SUMS does not name $file."
  found=$(checksum "$work/qwen")
  [ "$found" = "$wanted" ] || fail "the checksum of $file is $found and should be $wanted."

  chmod 755 "$work/qwen"
  version=$("$work/qwen" --version) || fail "$file does not run on this machine."
  # A rename within one folder: there is the old one or the new one, never half of it.
  mv -f "$work/qwen" "$target"
  printf 'Installed qwen %s as %s\n' "$version" "$target"
  case :${PATH:-}: in
    *:"$folder":*) printf 'Try it: qwen --provider demo "say hello"\n' ;;
    *) printf '%s is not on the PATH yet: add it, then try: qwen --provider demo "say hello"\n' "$folder" ;;
  esac
}

main
