"""Validates results against the schema, and the schema against results that it must refuse. Every
value that it describes must say which change is for the better, or that it is no result.

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


BETTER = {"neither", "less", "more", "none", "none, then more", "uncompared"}
INNER = ("properties", "patternProperties", "items", "prefixItems", "additionalProperties")


def resolved(schema, entry):
    """The entry with what it refers to; its own words count first."""
    while "$ref" in entry:
        target = schema
        for name in entry["$ref"][2:].split("/"):
            target = target[name]
        entry = {**target, **{word: value for word, value in entry.items() if word != "$ref"}}
    return entry


def unjudged(schema, entry, place, better):
    """Where `compare` is not told what to do with a value, and keys that name no member."""
    if entry is True:
        if better is None and place[1:] not in (["schema_version"], ["command"]):
            yield f"{'.'.join(place)} has no `better`"
        return
    entry = resolved(schema, entry)
    better = entry.get("better", better)
    if better not in BETTER | {None}:
        yield f"{'.'.join(place)} has the unknown `better` {better}"
    members = resolved(schema, entry.get("items") or {}).get("properties", {})
    for name in set(entry.get("key", [])) - set(members):
        yield f"{'.'.join(place)} has no {name}, of its key"
    inner = [(place, one) for word in ("anyOf", "oneOf") for one in entry.get(word, [])]
    for word in INNER:
        value = entry.get(word)
        if word in ("properties", "patternProperties"):
            inner += [([*place, name], one) for name, one in (value or {}).items()]
        elif isinstance(value, (dict, list)):
            inner += [(place, one) for one in (value if isinstance(value, list) else [value])]
    if not inner and better is None and entry.get("type") != "null":
        yield f"{'.'.join(place)} has no `better`"
    for where, one in inner:
        yield from unjudged(schema, one, where, better)


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
    for rule in schema["allOf"]:
        command = rule["if"]["properties"]["command"]["const"]
        failures += unjudged(schema, rule["then"], [command], None)
    nameless = {"type": "object", "properties": {"new": {"type": "integer"}}}
    if list(unjudged(schema, nameless, ["x"], None)) != ["x.new has no `better`"]:
        failures.append("a value without `better` is not found")
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
