#!/usr/bin/env bash
# A gate for CI: a verdict of a given shape decides about the job.
#
#   git diff origin/main... | examples/ci_gate.sh
#
# Exit 0: the change may pass. Exit 1: it may not. Exit 2: there is no verdict, and nothing should be concluded.
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

# plan: nothing is written. The limits end a run that goes astray, and a failed run is not a verdict.
verdict=$(qwen "$@" --approval-mode plan --max-session-turns 20 --max-wall-time 5m --json-schema "$schema" \
  -p "Rate the risk of the change above, and say why.") || { echo "No verdict (exit $?)." >&2; exit 2; }

jq -r '.reasons[] | "- " + .' <<< "$verdict"
risk=$(jq -r .risk <<< "$verdict")
echo "Risk: $risk"
[ "$risk" != high ]
