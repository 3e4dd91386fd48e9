#!/usr/bin/env bash
# Pipelines with jq. Flags are passed on, so it runs without a key: examples/pipelines.sh --provider demo
#
# pipefail: a run that fails ends the script, although jq at the end of the pipe succeeds without input.
set -euo pipefail

echo "# The answer: the last record of the array is the result."
qwen "$@" -p "say hello" -o json | jq -r '.[-1].result'

echo "# Rounds and success."
qwen "$@" -p "say hello" -o json | jq -c '.[-1] | {num_turns, is_error}'

echo "# Which tools are called, while they are called."
qwen "$@" -p "list ." -o stream-json |
  jq -r --unbuffered 'select(.type == "assistant") | .message.content[] | select(.type == "tool_use") | .name'

echo "# The text as it arrives: increments, joined without line breaks."
qwen "$@" -p "count to 3" -o stream-json --include-partial-messages |
  jq -rj --unbuffered 'select(.type == "stream_event") | .event.delta.text? // empty'
echo

echo "# The same in the format of OpenAI."
qwen "$@" -p "count to 3" -o stream-chunk-json | jq -rj --unbuffered '.choices[0]?.delta.content? // empty'
echo

echo "# Piped text comes before the prompt."
printf 'say piped\n' | qwen "$@"
