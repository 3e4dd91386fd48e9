#!/usr/bin/env bash
# A gate for CI: an answer of a given shape decides whether the job passes.
#
#   git diff origin/main... | examples/ci_gate.sh
#
# Exit 0: the change passes. Exit 1: it does not. Exit 2: there is no answer, so draw no conclusion.
set -euo pipefail

schema='{
  "type": "object",
  "properties": {
    "risk": { "enum": ["low", "medium", "high"] },
    "reasons": { "type": "array", "items": { "type": "string" }, "maxItems": 5 }
  },
  "required": ["risk", "reasons"],
  "additionalProperties": false
}'

# plan: nothing is written. The limits end a run that takes too long. A failed run is not an answer.
verdict=$(qwen "$@" --approval-mode plan --max-session-turns 20 --max-wall-time 5m --json-schema "$schema" \
  -p "Rate the risk of the change above, and say why.") || { echo "No verdict (exit $?)." >&2; exit 2; }

jq -r '.reasons[] | "- " + .' <<< "$verdict"
risk=$(jq -r .risk <<< "$verdict")
echo "Risk: $risk"
[ "$risk" != high ]
