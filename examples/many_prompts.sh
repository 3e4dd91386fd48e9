#!/usr/bin/env bash
# Many prompts in parallel: each line of a file is a prompt, each answer becomes a file.
#
#   examples/many_prompts.sh prompts.txt answers [flags of qwen…]
#
# Uses GNU parallel if it is installed, otherwise xargs. JOBS is the number of parallel runs. The script fails if a run
# fails; the messages of the run are in the .err file beside the answer.
set -euo pipefail
prompts=$1 answers=$2
shift 2
mkdir -p "$answers"
export answers flags
flags=$(printf '%q ' "$@")

ask() {
  # No run reads the list of prompts, and none stores a session.
  eval "qwen $flags" --no-chat-recording -p '"$2"' -o json < /dev/null > "$answers/$1.json" 2> "$answers/$1.err"
}
export -f ask

if command -v parallel > /dev/null; then
  SHELL=$(command -v bash) parallel --will-cite --jobs "${JOBS:-4}" ask {#} {} :::: "$prompts"
else
  awk '{ printf "%d%c%s%c", NR, 0, $0, 0 }' "$prompts" | xargs -0 -n 2 -P "${JOBS:-4}" bash -c 'ask "$1" "$2"' ask
fi

for file in "$answers"/*.json; do
  printf '%s\t%s\n' "$(basename "$file" .json)" "$(jq -r '.[-1].result' "$file" | head -n 1)"
done | sort -n
