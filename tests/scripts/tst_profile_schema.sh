#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_profile_schema.sh ROOT: docs/device-profile.schema.json knows every figure of the built-in profiles.
set -euo pipefail
python3 - "$1" <<'PYTHON'
import glob, json, sys

schema = json.load(open(sys.argv[1] + "/docs/device-profile.schema.json"))
profiles = glob.glob(sys.argv[1] + "/resources/device_profiles/*.json")


def unknown(value, rule, path):
    while "$ref" in rule:
        steps, rule = rule["$ref"].split("/")[1:], schema
        for step in steps:
            rule = rule[step]
    if not isinstance(value, dict) or "properties" not in rule:
        return []
    found = [f"{path}/{key}" for key in value if key not in rule["properties"]
             and rule.get("additionalProperties", True) is False]
    for key, inner in value.items():
        found += unknown(inner, rule["properties"].get(key, {}), f"{path}/{key}")
    return found


assert profiles, "no built-in profile found"
bad = [f"{path}: the schema does not know {key}" for path in profiles
       for key in unknown(json.load(open(path)), schema, "")]
print("\n".join(bad))
sys.exit(1 if bad else 0)
PYTHON
