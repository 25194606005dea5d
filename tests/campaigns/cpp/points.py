"""Where C++ can be mutated, and how: found in clang's syntax tree.

A point is a stretch of a file, and the text to put in its place. That text computes what was there, or,
where toroid_mutant(N) is true, something else, so one build has all mutants (`mutant.h`):
  operator    a < b becomes a <= b, + becomes -, && becomes ||, and so on, also in assignments
  literal     3 becomes 4
  condition   of an if, is negated
  statement   a call, an assignment or an increment is left out
Only what runs counts: nothing in macros, templates' arguments, case labels or constants, which a
compiler evaluates.
"""

import dataclasses
import json
import pathlib
import shlex

import clang.cindex
from clang.cindex import CursorKind, TypeKind

OPERATORS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||",
             "||": "&&", "+": "-", "-": "+", "*": "+", "/": "*", "%": "+", "&": "|", "|": "&",
             "^": "|", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=",
             "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<="}
COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
NUMBERS = {TypeKind.BOOL, TypeKind.CHAR_S, TypeKind.CHAR_U, TypeKind.SCHAR, TypeKind.UCHAR,
           TypeKind.SHORT, TypeKind.USHORT, TypeKind.INT, TypeKind.UINT, TypeKind.LONG,
           TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG, TypeKind.INT128,
           TypeKind.UINT128, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.ENUM}
FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR,
             CursorKind.DESTRUCTOR, CursorKind.FUNCTION_TEMPLATE, CursorKind.CONVERSION_FUNCTION,
             CursorKind.LAMBDA_EXPR}
CONSTANT = {CursorKind.CASE_STMT, CursorKind.STATIC_ASSERT, CursorKind.ENUM_CONSTANT_DECL,
            CursorKind.PARM_DECL, CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
            CursorKind.CXX_UNARY_EXPR, CursorKind.FIELD_DECL}


@dataclasses.dataclass(frozen=True, order=True)
class Point:
    """Bytes `begin` to `end` of a file. `after` has {N} where the mutant's number goes."""

    file: str
    begin: int
    end: int
    kind: str
    line: int
    what: str
    after: str


class Finder:
    """Finds the points of one translation unit, in files below `folders`."""

    def __init__(self, root, folders):
        self.root = root
        self.folders = folders
        self.texts = {}
        self.points = set()

    def find(self, source, arguments):
        unit = clang.cindex.Index.create().parse(str(source), args=arguments)
        for error in unit.diagnostics:
            if error.severity >= clang.cindex.Diagnostic.Error:
                raise RuntimeError(f"{source}: {error}")
        self.walk(unit.cursor, False)
        return self.points

    def walk(self, cursor, runs):
        for child in cursor.get_children():
            if cursor.kind == CursorKind.TRANSLATION_UNIT and not self.name_of(child):
                continue
            if child.kind in CONSTANT or self.is_constant(child):
                continue
            inside = runs or (child.kind == CursorKind.COMPOUND_STMT and cursor.kind in FUNCTIONS)
            if runs:
                self.look(child, cursor)
            if child.kind != CursorKind.DECL_REF_EXPR:  # below it are a template's arguments
                self.walk(child, inside)

    def is_constant(self, cursor):
        if cursor.kind == CursorKind.IF_STMT:
            return self.text(cursor).replace("if(", "if (").startswith("if constexpr")
        return cursor.kind == CursorKind.VAR_DECL and "constexpr" in self.text(cursor).split("=")[0]

    def name_of(self, cursor):
        """The file below the root; None for files elsewhere and for other folders."""
        file = cursor.extent.start.file
        if file is None:
            return None
        try:
            name = str(pathlib.Path(file.name).resolve().relative_to(self.root))
        except ValueError:
            return None
        return name if name.startswith(self.folders) else None

    def bytes_of(self, name):
        if name not in self.texts:
            self.texts[name] = (self.root / name).read_bytes()
        return self.texts[name]

    def text(self, cursor):
        name = self.name_of(cursor)
        if name is None:
            return ""
        return self.bytes_of(name)[cursor.extent.start.offset:cursor.extent.end.offset].decode()

    def add(self, cursor, kind, what, after):
        self.points.add(Point(self.name_of(cursor), cursor.extent.start.offset,
                              cursor.extent.end.offset, kind, cursor.extent.start.line,
                              " ".join(what.split()), after))

    def look(self, cursor, parent):
        if self.name_of(cursor) is None or not self.text(cursor):
            return
        if cursor.kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            self.operator(cursor)
        elif cursor.kind == CursorKind.INTEGER_LITERAL:
            text = self.text(cursor)
            if text[:1].isdigit() and parent.kind != CursorKind.INIT_LIST_EXPR:
                self.add(cursor, "literal", f"{text} -> {text} + 1",
                         f"(toroid_mutant({{N}}) ? {text} + 1 : {text})")
        elif cursor.kind == CursorKind.IF_STMT:
            condition = next(cursor.get_children())
            text = self.text(condition)
            if condition.kind.is_expression() and text:
                self.add(condition, "condition", f"if ({text}) -> if (!({text}))",
                         f"toroid_mutant({{N}}) != static_cast<bool>({text})")
        if parent.kind == CursorKind.COMPOUND_STMT and self.is_action(cursor):
            text = self.text(cursor)
            self.add(cursor, "statement", f"{text}; is left out", f"if (!toroid_mutant({{N}})) {text}")

    def is_action(self, cursor):
        if cursor.kind == CursorKind.UNEXPOSED_EXPR:
            inner = list(cursor.get_children())
            return len(inner) == 1 and self.is_action(inner[0])
        return cursor.kind in (CursorKind.CALL_EXPR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR,
                               CursorKind.BINARY_OPERATOR, CursorKind.UNARY_OPERATOR)

    def operator(self, cursor):
        parts = list(cursor.get_children())
        if len(parts) != 2:
            return
        left, right = (self.text(part) for part in parts)
        name = self.name_of(cursor)
        between = self.bytes_of(name)[parts[0].extent.end.offset:parts[1].extent.start.offset]
        operator = between.decode().strip()
        numbers = all(part.type.get_canonical().kind in NUMBERS for part in parts)
        if operator not in OPERATORS or not left or not right:
            return
        if not numbers and operator not in COMPARISONS:
            return
        other = OPERATORS[operator]
        self.add(cursor, "operator", f"{left} {operator} {right} -> {other}",
                 f"(toroid_mutant({{N}}) ? (({left}) {other} ({right})) "
                 f": (({left}) {operator} ({right})))")


def planted(text, mutants):
    """The file with mutants, [(number, point)], in it."""
    for number, point in sorted(mutants, key=lambda mutant: mutant[1].begin, reverse=True):
        after = point.after.replace("{N}", str(number)).encode()
        text = text[:point.begin] + after + text[point.end:]
    return text


def compile_commands(build):
    """By source: the arguments that matter to its syntax tree."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        folder = pathlib.Path(entry["directory"])
        keep = [w for w in words if w.startswith(("-D", "-I", "-std"))]
        for flag, value in zip(words, words[1:]):
            if flag == "-isystem":
                keep += [flag, value]
        commands[(folder / entry["file"]).resolve()] = keep
    return commands


def points_of(job):
    """The points of one translation unit, as a list; for a pool of processes."""
    root, folders, source, arguments = job
    return sorted(Finder(root, folders).find(source, arguments))
