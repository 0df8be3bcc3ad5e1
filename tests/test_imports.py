"""Import directions (docs/architecture.md), names that are forbidden, and the cost of importing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import strata
from tests.patience import PATIENCE
from tests.places import ROOT

SOURCE = ROOT / "src"
MODULES = sorted((SOURCE / "strata").rglob("*.py"))

# Who may import whom, by room. The door is `strata` itself, its __init__.py.
CONTRACT = {"core", "door"}
ARROWS = {
    "core": {"core"},
    "plain": {"core", "plain"},
    "games": {"core", "games"},
    "search": CONTRACT | {"search"},
    "play": CONTRACT | {"search", "play"},
    "server": CONTRACT | {"search", "play", "games", "server"},
    "adapters": CONTRACT | {"search", "play", "games", "adapters"},
    "lab": CONTRACT | {"search", "play", "games", "lab"},
    "cli": CONTRACT | {"search", "play", "games", "server", "adapters", "lab", "cli"},
    "door": {"core", "games", "source_only"},
    "source_only": {"core", "compiling"},
    "compiling": {"compiling"},
    "__main__": {"cli"},
}
# The folders of the server; its other modules put the parts together and may import all.
SERVER_ARROWS: dict[str, set[str]] = {
    "ops": {"config"},
    "protocol": set(),
    "cluster": set(),
    "storage": {"config"},
    "engines": {"ops", "protocol"},
    "views": {"ops", "protocol"},
    "timing": {"ops", "storage"},
    "live": {"config", "ops", "protocol", "cluster", "storage", "timing", "engines", "views"},
    "notify": {"config", "ops", "storage", "live", "views"},
    "study": {"ops", "protocol", "storage", "engines", "live", "views"},
    "puzzles": {"ops", "protocol", "storage", "engines", "live", "views"},
    "http": {
        "config",
        "ops",
        "protocol",
        "storage",
        "engines",
        "live",
        "notify",
        "puzzles",
        "study",
        "views",
    },
}
OUTSIDE = {
    "core": {"msgspec", "rich", "cython", "numpy", "PIL", "resvg_py"},
    "games": {"msgspec", "cython"},
    "plain": {"msgspec"},
}
FORBIDDEN = {"utils", "util", "helpers", "helper", "common", "misc", "tools"}


def _module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room(module: str) -> str:
    """`core` for strata.core.record, `games/kyo` for strata.games.kyo.scene, `door` for strata."""
    parts = module.split(".")[1:]
    if not parts:
        return "door"
    if parts[0] == "games" and len(parts) > 1 and (SOURCE / "strata/games" / parts[1]).is_dir():
        return f"games/{parts[1]}"
    return parts[0]


def _imports(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Every module that is imported, with its line; cimports count as what they compile to."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, node.module or ""]).rstrip(".") if node.level else node.module
            assert base is not None
            names = [_longest_module(f"{base}.{alias.name}") for alias in node.names]
        for name in names:
            yield getattr(node, "lineno", 0), name.removeprefix("cython.cimports.")


def _longest_module(name: str) -> str:
    """`strata.core.errors` for strata.core.errors.shown, `strata` for strata.game."""
    inside = name.removeprefix("cython.cimports.")
    while inside.startswith("strata."):
        path = SOURCE / Path(*inside.split("."))
        if path.is_dir() or path.with_suffix(".py").exists():
            break
        inside = inside.rpartition(".")[0]
    return inside


def _allowed(room: str, target: str) -> bool:
    kind = room.partition("/")[0]
    if target.startswith("games/"):
        return target == room  # only a game itself knows that it exists
    if room.startswith("games/"):
        return target == "core"
    return target in ARROWS[kind]


def _wrong_imports(path: Path, code: str) -> Iterator[str]:
    module = _module_name(path)
    room = _room(module)
    if room.partition("/")[0] not in ARROWS:
        yield f"{room}: say in ARROWS what it may import"
        return
    outside = OUTSIDE.get(room.partition("/")[0])
    for line, name in _imports(ast.parse(code), module, path.name == "__init__.py"):
        top = name.partition(".")[0]
        if top == "strata":
            is_wrong = not _allowed(room, _room(name)) or not _allowed_in_server(module, name)
        else:
            is_wrong = (
                outside is not None and top not in sys.stdlib_module_names and top not in outside
            )
        if is_wrong:
            yield f"{path}:{line}: {module} imports {name}"


def _allowed_in_server(module: str, name: str) -> bool:
    folders = [dotted.split(".")[2:3] for dotted in (module, name) if ".server." in dotted]
    if len(folders) < 2 or folders[0][0] not in SERVER_ARROWS:
        return True
    return folders[0] == folders[1] or folders[1][0] in SERVER_ARROWS[folders[0][0]]


def test_imports_follow_the_arrows() -> None:
    wrong = [
        problem
        for path in MODULES
        for problem in _wrong_imports(path, path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("strata/core/record.py", "from strata.games import game_names"),
        ("strata/core/record.py", "import scipy"),
        ("strata/games/kyo/scene.py", "from strata.games.dzura import board"),
        ("strata/server/storage/tables.py", "from strata.server.live import views"),
        ("strata/server/views/views.py", "from strata.server.http.problems import NotFound"),
        ("strata/attic/old.py", "import sys"),
    ],
)
def test_wrong_imports_are_found(where: str, code: str) -> None:
    assert len(list(_wrong_imports(SOURCE / where, code))) == 1


@pytest.mark.parametrize(
    ("room", "target", "allowed"),
    [
        ("core", "core", True),
        ("core", "games", False),
        ("core", "door", False),
        ("games/daikuni", "core", True),
        ("games/daikuni", "games/daikuni", True),
        ("games/daikuni", "games/kyo", False),
        ("games/daikuni", "games", False),
        ("games/daikuni", "door", False),
        ("games", "games/daikuni", False),
        ("search", "core", True),
        ("search", "play", False),
        ("play", "search", True),
        ("server", "cli", False),
        ("cli", "server", True),
        ("cli", "games/daikuni", False),
    ],
)
def test_the_arrows_are_these(room: str, target: str, allowed: bool) -> None:
    assert _allowed(room, target) == allowed


def test_imports_are_found() -> None:
    code = (
        "import strata.core.kernel.rng\nfrom strata import game\nfrom . import rules\n"
        "from ..kyo.rules import x\nfrom cython.cimports.strata.core.kernel.state import State\n"
        "if 1:\n    from strata.games import daikuni\n"
    )
    found = list(_imports(ast.parse(code), "strata.games.daikuni.scene", False))
    assert found == [
        (1, "strata.core.kernel.rng"),
        (2, "strata"),
        (3, "strata.games.daikuni.rules"),
        (4, "strata.games.kyo.rules"),
        (5, "strata.core.kernel.state"),
        (7, "strata.games.daikuni"),
    ]


@pytest.mark.parametrize("room", ["server", "cli", "search"])
def test_no_folder_is_crowded(room: str) -> None:
    """What a reader looks for is found by name: a folder has at most twenty modules."""
    root = SOURCE / "strata" / room
    counts = {
        folder.relative_to(SOURCE): len(list(folder.glob("*.py")))
        for folder in (root, *(path for path in root.rglob("*") if path.is_dir()))
    }
    assert {str(folder): count for folder, count in counts.items() if count > 20} == {}


def test_no_module_is_too_long() -> None:
    lengths = {
        str(path.relative_to(SOURCE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in MODULES
    }
    assert {name: length for name, length in lengths.items() if length >= 450} == {}


@pytest.mark.parametrize("folder", ["src", "tests", "benchmarks"])
def test_no_module_is_a_drawer(folder: str, root: Path) -> None:
    parts = {
        part for path in (root / folder).rglob("*.py") for part in (path.stem, path.parent.name)
    }
    assert not parts & FORBIDDEN


# Names of games.


def _docstrings(tree: ast.AST) -> set[int]:
    """The ids of the nodes that are docstrings."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
            node.body
            and isinstance(node.body[0], ast.Expr)
            and isinstance(node.body[0].value, ast.Constant)
        ):
            found.add(id(node.body[0].value))
    return found


def _words(tree: ast.AST, skip_docstrings: bool) -> Iterator[tuple[int, str]]:
    """Every string and identifier with its line. Keywords of calls are the callee's words."""
    skipped = _docstrings(tree) if skip_docstrings else set()
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in skipped:
                yield line, node.value
        elif isinstance(node, ast.Name):
            yield line, node.id
        elif isinstance(node, ast.Attribute):
            yield line, node.attr
        elif isinstance(node, ast.arg):
            yield line, node.arg
        elif isinstance(node, ast.alias):
            yield line, f"{node.name} {node.asname or ''}"
        elif isinstance(node, ast.ImportFrom):
            yield line, node.module or ""
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield line, node.name


def _mentions(text: str, game: str) -> bool:
    """Whether `game` is a word of `text`, also inside snake_case and CamelCase."""
    if game not in text.lower():
        return False  # nearly always
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("_", " ")
    return re.search(rf"\b{game}\b", split, re.IGNORECASE) is not None


def _named(path: Path) -> Iterator[str]:
    room = _room(_module_name(path))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    games = strata.games()
    for line, text in _words(tree, skip_docstrings=room == "door"):
        for game in games:
            if room != f"games/{game}" and _mentions(text, game):
                yield f"{path}:{line} names {game}: {text!r}"


def test_no_game_is_named_outside_its_folder() -> None:
    assert [problem for path in MODULES for problem in _named(path)] == []


@pytest.mark.parametrize(
    "text", ["kyo", "Kyo's", "is_kyo", "KyoState", "play kyo!", "strata.games.kyo"]
)
def test_names_of_games_are_recognised(text: str) -> None:
    assert _mentions(text, "kyo")


@pytest.mark.parametrize("text", ["tokyo", "kyoto", "dakyod"])
def test_other_words_are_not_names_of_games(text: str) -> None:
    assert not _mentions(text, "kyo")


# The cost: what is loaded, which no clock has to tell.

HEAVY = {
    "import strata": ("rich", "typer", "Cython", "asyncio", "multiprocessing", "sqlite3", "ssl"),
    "import sys; sys.argv = ['strata', 'games']; from strata.cli.main import main; main()": (
        "Cython",
        "asyncio",
        "litestar",
        "markdown_it",
        "multiprocessing",
        "numpy",
        "sqlalchemy",
        "ssl",
        "strata.search",
        "strata.server",
    ),
}


@pytest.mark.skipif(not strata.compiled(), reason="the extensions are not built")
@pytest.mark.parametrize(("code", "heavy"), HEAVY.items())
def test_nothing_heavy_is_loaded(code: str, heavy: tuple[str, ...]) -> None:
    listing = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    done = subprocess.run(
        [sys.executable, "-c", listing + code],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    loaded = set(done.stderr.split())
    assert "strata.core.game" in loaded
    assert loaded & set(heavy) == set()
