#!/usr/bin/env python3
"""Writes toroid/results.py, the types of every command's JSON, from docs/json/schema.json."""

import json
import keyword
import pathlib

HERE = pathlib.Path(__file__).parent
SIMPLE = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}


def class_name(words: str) -> str:
    return "".join(word.capitalize() for word in words.replace("-", "_").split("_"))


class Writer:
    """Collects classes, those that others need first."""

    def __init__(self, definitions):
        self.definitions = definitions
        self.written = {}
        self.classes = []

    def type_of(self, schema, name):
        if schema is True:
            return {"SchemaVersion": "int", "Command": "str"}.get(name.rsplit(".", 1)[-1], "Any")
        if "$ref" in schema:
            return self.type_of(*self.named(schema["$ref"], name))
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                kinds = [self.type_of(one, f"{name}{i}") for i, one in enumerate(schema[choice])]
                return " | ".join(dict.fromkeys(kinds))
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return " | ".join(self.of_kind(kind, schema, name) for kind in kinds)

    def named(self, reference, name):
        """What `#/$defs/task`, or a part of one, refers to, and how it is called."""
        path = reference.removeprefix("#/$defs/").split("/")
        found = self.definitions
        for word in path:
            found = found[int(word)] if isinstance(found, list) else found[word]
        return found, class_name(path[0]) if len(path) == 1 else name

    def of_kind(self, kind, schema, name):
        if kind == "array":
            if "prefixItems" in schema or "items" not in schema:
                return "list[Any]"
            return f"list[{self.type_of(schema['items'], name + 'Item')}]"
        if kind != "object":
            return SIMPLE[kind]
        if "properties" in schema:
            return self.class_of(schema, name)
        of = schema.get("additionalProperties") or next(iter(schema.get("patternProperties", {}).values()), True)
        return f"dict[str, {self.type_of(of, name + 'Item')}]"

    def class_of(self, schema, name):
        if self.written.setdefault(name, schema) is not schema:
            raise ValueError(f"two types are called {name}")
        members = {key: self.type_of(of, name + class_name(key)) for key, of in schema["properties"].items()}
        members |= {key: kind for key, kind in (("schema_version", "int"), ("command", "str")) if key in members}
        if any(keyword.iskeyword(key) or not key.isidentifier() for key in members):
            body = "".join(f"    {key!r}: {kind},\n" for key, kind in members.items())
            text = f"{name} = TypedDict({name!r}, {{\n{body}}})\n"
        else:
            body = "".join(f"    {key}: {kind}\n" for key, kind in members.items())
            text = f"class {name}(TypedDict):\n{body}"
        if text not in self.classes:
            self.classes.append(text)
        return name


def text_of_results() -> str:
    schema = json.loads((HERE.parent / "docs/json/schema.json").read_text(encoding="utf-8"))
    writer = Writer(schema["$defs"])
    commands = {}
    for rule in schema["allOf"]:
        command = rule["if"]["properties"]["command"]["const"]
        commands[command] = writer.type_of(rule["then"], class_name(command))
    head = (
        '"""What every command prints with --format json, as docs/json.md explains.\n\n'
        'Written by python/write_results.py from docs/json/schema.json."""\n\n'
        "from typing import Any, Literal, TypedDict\n\n\n"
    )
    names = "".join(
        f"{class_name(command)}Result = {kind}\n" for command, kind in commands.items() if "|" in kind
    )
    return head + "\n\n".join(writer.classes) + "\n\n" + names


if __name__ == "__main__":
    (HERE / "toroid/results.py").write_text(text_of_results(), encoding="utf-8")
