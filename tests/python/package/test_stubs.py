"""The stubs say what the compiled module has, and nothing else."""

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
import xttt
from xttt import _core

STUB = Path(xttt.__file__).parent / "_core.pyi"
# What every Python object has, or what pybind11 and pickle add.
INHERITED = set(dir(object)) | {"__module__", "__dict__", "__weakref__", "__pybind11_module_local__"}


def stub_tree():
    return ast.parse(STUB.read_text())


def names_of(body):
    names = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
    return names


def parameters_of(node):
    """Names and defaults of a stub's function, without self."""
    plain = node.args.args
    defaults = [None] * (len(plain) - len(node.args.defaults)) + node.args.defaults
    pairs = list(zip(plain, defaults)) + list(zip(node.args.kwonlyargs, node.args.kw_defaults))
    return {arg.arg: None if default is None else ast.unparse(default)
            for arg, default in pairs if arg.arg != "self"}


def parameters_from_docstring(function):
    """The same from the signature that pybind11 writes into the docstring."""
    inside = re.match(r"\w+\((.*?)\)(?: -> .*)?$", function.__doc__.splitlines()[0]).group(1)
    found = {}
    # Commas inside brackets belong to types.
    for part in re.split(r",\s*(?![^\[\(]*[\]\)])", inside):
        match = re.match(r"(\w+)(?::[^=]*)?(?:=\s*(.*))?$", part.strip())
        if match and match.group(1) != "self":
            found[match.group(1)] = match.group(2)
    return found


def test_the_package_is_typed():
    assert (Path(xttt.__file__).parent / "py.typed").exists()


def test_names_agree():
    stub = {name for name in names_of(stub_tree().body) if not name.startswith("_")}
    module = {name for name in dir(_core) if not name.startswith("_")}
    assert stub == module
    assert set(xttt.__all__) <= set(dir(xttt))


def test_members_agree():
    for name, node in names_of(stub_tree().body).items():
        if not isinstance(node, ast.ClassDef):
            continue
        cls = getattr(_core, name)
        stub = set(names_of(node.body))
        module = {member for member in vars(cls) if member not in INHERITED}
        module |= {member for member in vars(cls) if member in stub}
        assert stub - {"__init__"} == module - {"__init__"}, name
        for member, declared in names_of(node.body).items():
            is_property = any(getattr(d, "id", "") == "property" for d in declared.decorator_list)
            actual = inspect.getattr_static(cls, member)
            assert is_property == isinstance(actual, property), f"{name}.{member}"


def test_parameters_agree():
    functions = []
    for name, node in names_of(stub_tree().body).items():
        if isinstance(node, ast.FunctionDef):
            functions.append((name, node, getattr(_core, name)))
        elif isinstance(node, ast.ClassDef):
            for member, declared in names_of(node.body).items():
                is_property = any(getattr(d, "id", "") == "property" for d in declared.decorator_list)
                if is_property or (member.startswith("__") and member != "__init__"):
                    continue
                if hasattr(getattr(_core, name), member) and getattr(_core, name).__dict__.get(member):
                    functions.append((f"{name}.{member}", declared,
                                      getattr(getattr(_core, name), member)))
    assert len(functions) > 25
    for name, declared, actual in functions:
        if declared.args.kwarg:
            continue  # options by keyword: the signature says no more
        assert parameters_of(declared) == parameters_from_docstring(actual), name


def test_everything_is_documented():
    for name in dir(_core):
        thing = getattr(_core, name)
        if not inspect.isclass(thing):
            continue
        assert thing.__doc__, name
        for member, value in vars(thing).items():
            if not member.startswith("_"):
                doc = value.__doc__ or ""
                assert doc.strip().splitlines()[-1:] and len(doc.split()) > 1, f"{name}.{member}"


@pytest.mark.parametrize("module, package", [
    ("gymnasium_env", "gymnasium"), ("gymnasium_vector", "gymnasium"), ("pettingzoo_env", "pettingzoo"),
    ("open_spiel_game", "pyspiel")])
def test_a_missing_toolkit_is_named(module, package):
    code = ("import sys\n"
            "for name in ('gymnasium', 'pettingzoo', 'pyspiel'): sys.modules[name] = None\n"
            f"import xttt.adapters.{module}\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "needs" in done.stderr and package in done.stderr
