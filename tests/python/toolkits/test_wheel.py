"""What `pip` makes of the sources: a source distribution, wheels, and the package in empty environments.

The wheel of the default interpreter is installed into the virtual environment of the other tests too. Of the other
CPythons on this machine the oldest and the newest are tested; XTTT_EVERY_PYTHON=1 tests all. What they need from PyPI is
installed in the versions of tests/python/wheel-constraints.txt.
"""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/python"))
from interpreters import interpreters  # noqa: E402

DEFAULT = sys.version_info[:2]
PROJECT = (ROOT / "pyproject.toml").read_text()
VERSIONS = ROOT / "tests/python/wheel-constraints.txt"
# What the package promises, and what is newer here.
PROMISED = [(3, int(minor)) for minor in re.findall(r'"Programming Language :: Python :: 3\.(\d+)"', PROJECT)]
FOUND = {version: place for version, place in interpreters().items() if version >= min(PROMISED)}

PLAY = """
import sys
assert not any("site-packages" not in path and "xttt" in path for path in sys.path), sys.path
import xttt
assert xttt.__version__ == {version!r}
for variant in xttt.VARIANTS:
    position = xttt.Position(variant)
    engine = xttt.Engine(hash=4, evaluation="nnue")  # an error where the networks are not inside
    while not position.over:
        position.play(engine.analyse(position, nodes=200).best_move)
    assert len(xttt.loads(position.record().text())) == 1
    assert xttt.BatchEnv(variant, 64).random_steps(500) > 0
print("played", *xttt.VARIANTS)
"""
LEARN = """
import gymnasium
import numpy as np
import xttt
from pettingzoo.test import api_test
from xttt.adapters import pettingzoo_env
env = gymnasium.make("xttt/Ultimate-v0", render_mode="rgb_array")
_, info = env.reset(seed=1)
done = False
while not done:
    _, _, done, _, info = env.step(env.action_space.sample(info["action_mask"]))
assert env.render().ndim == 3
many = gymnasium.make_vec("xttt/Ultimate-v0", num_envs=4)
_, info = many.reset(seed=1)
for _ in range(100):
    *_, info = many.step(np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]]))
api_test(pettingzoo_env.env(variant="ultimate"), num_cycles=100)
print("learned")
"""


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=2400, **options)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def xttt_version():
    for line in (ROOT / "CMakeLists.txt").read_text().splitlines():
        if line.startswith("project(xttt VERSION "):
            return line.split()[2]
    raise AssertionError("CMakeLists.txt names no version")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", folder, ROOT)
    return next(folder.glob("*.tar.gz"))


def make_wheel(python, folder):
    # As for this machine, in the sources and with the same compiler, so that ccache has the engine from the build
    # that is tested.
    run(python, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder,
        "--config-settings=cmake.define.XTTT_ARCH=native", "--config-settings=cmake.define.CMAKE_CXX_COMPILER=g++",
        ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    made = make_wheel(sys.executable, tmp_path_factory.mktemp("wheel"))
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--force-reinstall", made)
    return made


def name_of(version):
    return ".".join(map(str, version))


def interpreter(version):
    """The interpreter of this version, if it is to be tested."""
    if version == DEFAULT:
        return sys.executable
    if version not in FOUND:
        pytest.skip(f"CPython {name_of(version)} is not installed here")
    if version not in (min(FOUND), max(FOUND)) and not os.environ.get("XTTT_EVERY_PYTHON"):
        pytest.skip(f"CPython {name_of(version)} is neither the oldest nor the newest here; XTTT_EVERY_PYTHON=1 tests it")
    facts = run(FOUND[version], "-c", "import platform, sysconfig; "
                "print(platform.python_implementation(), sysconfig.get_path('include'))")
    implementation, headers = facts.strip().split(" ", 1)
    if implementation != "CPython" or not Path(headers, "Python.h").exists():
        pytest.skip(f"{FOUND[version]} is not a CPython with headers")
    return FOUND[version]


def wheel_for(python, version, folder):
    """A wheel for another interpreter; its build tools stay in the build folder, so that ccache knows their paths."""
    tools = ROOT / "build/wheel-tools" / name_of(version)
    run(python, "-m", "venv", tools)
    requires = re.search(r"^requires = \[(.*)\]$", PROJECT, re.MULTILINE)[1]
    run(tools / "bin/python", "-m", "pip", "install", "--quiet", "--constraint", VERSIONS,
        *re.findall(r'"(.*?)"', requires))
    return make_wheel(tools / "bin/python", folder)


def test_the_source_distribution_has_what_a_build_needs_and_no_more(sdist):
    with tarfile.open(sdist) as archive:
        names = [name.split("/", 1)[1] for name in archive.getnames() if "/" in name]
    assert sdist.name == f"xttt-{xttt_version()}.tar.gz"
    # Every file of these folders, so that what builds here builds there.
    folders = ("cmake", "data/networks", "python", "src")
    tracked = run("git", "-C", ROOT, "ls-files", *folders).split()
    assert set(tracked) <= set(names) and len(tracked) > 400
    assert sum(name.endswith(".xnet") for name in names) >= 4
    others = {name for name in names if not name.startswith(folders)}
    assert others == {"CMakeLists.txt", "LICENSE", "PKG-INFO", "pyproject.toml"}


def test_the_wheel_holds_a_typed_package_with_engine_and_networks(wheel):
    with zipfile.ZipFile(wheel) as archive:
        sizes = {info.filename: info.file_size for info in archive.infolist()}
        metadata = archive.read(f"xttt-{xttt_version()}.dist-info/METADATA").decode()
    module = next(name for name in sizes if name.startswith("xttt/_core.") and name.endswith(".so"))
    networks = sum(path.stat().st_size for path in (ROOT / "data/networks").glob("*-*.xnet")
                   if path.stem in (ROOT / "src/eval/networks.cmake").read_text().split("XTTT_PAGE")[0])
    assert sizes[module] > networks > 1_000_000
    for file in ("py.typed", "_core.pyi", "__init__.py", "bot.py", "adapters/gymnasium_env.py"):
        assert f"xttt/{file}" in sizes
    for extra in ("gym", "pettingzoo", "openspiel", "train", "notebook"):
        assert f"Provides-Extra: {extra}" in metadata
    assert "Requires-Python: >=3.9" in metadata
    assert not [name for name in sizes if not name.startswith(("xttt/", "xttt-"))]


@pytest.mark.parametrize("version", sorted({*PROMISED, *FOUND, DEFAULT}), ids=name_of)
def test_the_wheel_plays_in_an_empty_environment(version, tmp_path, request):
    python = interpreter(version)
    made = (request.getfixturevalue("wheel") if version == DEFAULT
            else wheel_for(python, version, tmp_path))
    run(python, "-m", "venv", tmp_path / "empty")
    python = tmp_path / "empty/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", VERSIONS, made)
    run(python, "-m", "pip", "check")
    installed = run(python, "-m", "pip", "list", "--format=freeze").split()
    assert {line.split("==")[0] for line in installed} <= {"numpy", "pip", "setuptools", "xttt"}
    text = run(python, "-c", PLAY.format(version=xttt_version()), cwd=tmp_path, env={"PATH": "/usr/bin:/bin"})
    assert text.startswith("played extreme")
    # A bot, as people start it, without any path set.
    (tmp_path / "bot.py").write_text(
        "import xttt.bot\nxttt.bot.run(lambda position, clock: position.legal_moves()[0], name='first')\n")
    said = run(python, tmp_path / "bot.py", input="ugi\nposition startpos\ngo movetime 10\nquit\n", cwd=tmp_path,
               env={"PATH": "/usr/bin:/bin"})
    assert "ugiok" in said and "bestmove a1" in said


def test_the_extras_suffice_in_their_oldest_versions(wheel, tmp_path):
    """The other tests run with the newest ones."""
    run(sys.executable, "-m", "venv", tmp_path / "empty")
    python = tmp_path / "empty/bin/python"
    oldest = dict(re.findall(r'"(gymnasium|pettingzoo)>=([\d.]+)"', PROJECT))
    assert len(oldest) == 2
    assert {f"{name}=={number}.0" for name, number in oldest.items()} <= set(VERSIONS.read_text().splitlines())
    run(python, "-m", "pip", "install", "--quiet", "--constraint", VERSIONS, f"xttt[gym,pettingzoo] @ file://{wheel}")
    run(python, "-m", "pip", "check")
    text = run(python, "-W", "ignore", "-c", LEARN, cwd=tmp_path, env={"PATH": "/usr/bin:/bin", "SDL_VIDEODRIVER": "dummy"})
    assert text.endswith("learned\n")
