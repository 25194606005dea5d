"""Validates results against the schema, and the schema against results that it must refuse.

Usage: validate.py SCHEMA RESULT...
"""

import copy
import json
import sys

import jsonschema


def problems(validator, result):
    found = sorted(validator.iter_errors(result), key=str)
    return [f"{'.'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e in found]


def objects_in(value):
    """All objects in a value, itself first."""
    if isinstance(value, dict):
        yield value
    children = value.values() if isinstance(value, dict) else value
    if isinstance(value, (dict, list)):
        for child in children:
            yield from objects_in(child)


def must_be_refused(result):
    """The same result with a member too many, without one, and with one of a wrong type."""
    for name in result:
        lacking = copy.deepcopy(result)
        del lacking[name]
        yield f"without {name}", lacking
        strange = copy.deepcopy(result)
        strange[name] = {"strange": "value"}
        yield f"with a strange {name}", strange
    yield "with one member more", {**result, "strange": 1}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = []
    seen = set()
    refused = 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        seen.add(result.get("command"))
        failures += [f"{path}: {problem}" for problem in problems(validator, result)]
        for what, wrong in must_be_refused(result):
            refused += 1
            if validator.is_valid(wrong):
                failures.append(f"{path}: the schema accepts it {what}")
    commands = set(schema["properties"]["command"]["enum"])
    failures += [f"no result of {command}" for command in sorted(commands - seen)]
    # every object of the schema lists its required members
    for described in objects_in(schema):
        if "properties" in described and described.get("additionalProperties") is False:
            lacking = set(described["properties"]) - set(described.get("required", []))
            if lacking:
                failures.append(f"the schema does not require {sorted(lacking)}")
    print(*failures, sep="\n" if failures else "")
    print(f"{len(sys.argv) - 2} results valid, {refused} altered ones refused"
          if not failures else f"{len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
