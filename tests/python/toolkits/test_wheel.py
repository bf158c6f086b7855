"""What `pip` makes of the sources: a source distribution, a wheel from it, and the package in an empty environment.

The wheel is installed into the virtual environment of the other tests too.
"""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

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


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=2400, **options)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def version():
    for line in (ROOT / "CMakeLists.txt").read_text().splitlines():
        if line.startswith("project(xttt VERSION "):
            return line.split()[2]
    raise AssertionError("CMakeLists.txt names no version")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", folder, ROOT)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    # As for this machine, in the sources and with the same compiler, so that ccache has the engine from the build
    # that is tested.
    run(sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder,
        "--config-settings=cmake.define.XTTT_ARCH=native", "--config-settings=cmake.define.CMAKE_CXX_COMPILER=g++",
        ROOT)
    made = next(folder.glob("*.whl"))
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--force-reinstall", made)
    return made


def test_the_source_distribution_has_what_a_build_needs_and_no_more(sdist):
    with tarfile.open(sdist) as archive:
        names = [name.split("/", 1)[1] for name in archive.getnames() if "/" in name]
    assert sdist.name == f"xttt-{version()}.tar.gz"
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
        metadata = archive.read(f"xttt-{version()}.dist-info/METADATA").decode()
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


def test_the_wheel_plays_in_an_empty_environment(wheel, tmp_path):
    run(sys.executable, "-m", "venv", tmp_path / "empty")
    python = tmp_path / "empty/bin/python"
    run(python, "-m", "pip", "install", "--quiet", wheel)
    installed = run(python, "-m", "pip", "list", "--format=freeze").split()
    assert {line.split("==")[0] for line in installed} <= {"numpy", "pip", "setuptools", "xttt"}
    text = run(python, "-c", PLAY.format(version=version()), cwd=tmp_path, env={"PATH": "/usr/bin:/bin"})
    assert text.startswith("played extreme")
    # A bot, as people start it, without any path set.
    (tmp_path / "bot.py").write_text(
        "import xttt.bot\nxttt.bot.run(lambda position, clock: position.legal_moves()[0], name='first')\n")
    said = run(python, tmp_path / "bot.py", input="ugi\nposition startpos\ngo movetime 10\nquit\n", cwd=tmp_path,
               env={"PATH": "/usr/bin:/bin"})
    assert "ugiok" in said and "bestmove a1" in said
