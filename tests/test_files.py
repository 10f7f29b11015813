"""Files: nothing but regular ones is read, and what is written is whole or not there at all."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from cardrules.files import files_below, read_bytes, write_text
from tests.cli.calls import call

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


# ---- Reading -------------------------------------------------------------------------------------


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    with pytest.raises(OSError, match="Has more than 4 bytes") as caught:
        read_bytes(path, 4)
    assert caught.value.filename == str(path)


def test_a_file_that_is_much_too_large_is_not_read(tmp_path: Path) -> None:
    """It would take 8 GB of memory."""
    path = tmp_path / "a"
    path.touch()
    os.truncate(path, 1 << 33)
    with pytest.raises(OSError, match="Has more than 4,000,000 bytes"):
        read_bytes(path, 4_000_000)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_file_that_is_longer_than_it_says_is_read_to_its_end() -> None:
    assert b"Pid:" in read_bytes("/proc/self/status", 100_000)
    with pytest.raises(OSError, match="Has more than 5 bytes"):
        read_bytes("/proc/self/status", 5)


@needs_pipes
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    os.mkfifo(path)
    with pytest.raises(OSError, match="Is a pipe, not a file"):
        read_bytes(path, 5)
    for command in ("lint", "run", "test", "replay"):
        result = call(command, path)
        assert result.exit_code in (1, 2)
        assert "Is a pipe, not a file" in result.output, result.output


def test_a_device_and_a_link_to_one_are_not_read(tmp_path: Path) -> None:
    link = tmp_path / "a.rules"
    link.symlink_to("/dev/zero")
    for path in (Path("/dev/zero"), link):
        with pytest.raises(OSError, match="Is a device, not a file"):
            read_bytes(path, 5)
        assert "Is a device, not a file" in call("lint", path).stdout
        assert "Is a device, not a file" in call("replay", path).stderr


@needs_pipes
def test_a_folder_is_gone_through_without_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    (tmp_path / "device.rules").symlink_to("/dev/zero")
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "folder.rules" / "b.rules").write_text("", encoding="utf-8")
    (tmp_path / "a.rules").write_text("", encoding="utf-8")
    (tmp_path / "lost.rules").symlink_to("nowhere")
    found = [str(path.relative_to(tmp_path)) for path in files_below(tmp_path, (".rules",))]
    assert found == ["a.rules", "folder.rules/b.rules", "lost.rules"]
    assert "3 files checked" in call("lint", tmp_path).stderr
    os.rename(tmp_path / "pipe.rules", tmp_path / "pipe.yaml")
    assert call("test", tmp_path).stdout == "There is no such scenario.\n"


def test_scenarios_of_a_ruleset_that_cannot_be_read_are_told_at_its_name(tmp_path: Path) -> None:
    (tmp_path / "huge.rules").touch()
    os.truncate(tmp_path / "huge.rules", 1 << 33)
    path = tmp_path / "a.yaml"
    path.write_text(
        "game: huge\nscenarios:\n  - {name: x, rules: [A-1], expect: {asked: 1}}\n", "utf-8"
    )
    told = call("test", path)
    assert told.exit_code == 1
    assert "CR603] The ruleset `huge.rules` cannot be read: Has more than" in told.stdout


def test_a_name_that_is_too_long_is_told() -> None:
    name = "x" * 300 + ".rules"
    for command in ("lint", "run", "replay", "test"):
        result = call(command, name)
        assert result.exit_code in (1, 2)
        assert name in result.stderr and isinstance(result.exception, SystemExit)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that fails")
def test_a_file_that_fails_while_it_is_read_is_named() -> None:
    with pytest.raises(OSError, match="Input/output error") as caught:
        read_bytes("/proc/self/mem", 5)
    assert caught.value.filename == "/proc/self/mem"
    for command in ("info", "run", "lint", "replay"):
        told = call(command, "/proc/self/mem")
        assert "/proc/self/mem" in told.output and "output cannot be written" not in told.output


# ---- Writing -------------------------------------------------------------------------------------


class Trouble(OSError):
    pass


@pytest.mark.parametrize("error", [Trouble("disk full"), KeyboardInterrupt()])
@pytest.mark.parametrize("function", ["fsync", "replace"])
def test_what_goes_wrong_leaves_the_old_file_whole_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, function: str
) -> None:
    path = tmp_path / "a"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, function, fail)
    wanted = OSError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(wanted):
        write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["a"]


def test_an_error_names_the_file_that_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    long = tmp_path / ("x" * 300)
    with pytest.raises(OSError, match="File name too long") as caught:
        write_text(long, "new")
    assert caught.value.filename == str(long)
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space left") as caught:
        write_text(tmp_path / "a", "new")
    assert caught.value.filename == str(tmp_path / "a")


def test_a_name_as_long_as_names_may_be_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "new"


def test_a_new_file_has_the_permissions_of_new_files_and_an_old_one_keeps_its_own(
    tmp_path: Path,
) -> None:
    plain, path = tmp_path / "plain", tmp_path / "a"
    plain.touch()
    write_text(path, "new")
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o640)
    write_text(path, "newer")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link_and_what_waits_under_a_name_of_ours_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink() and target.read_text(encoding="utf-8") == "new"
    # Somebody has guessed the name of the file that is written first.
    monkeypatch.setattr("os.urandom", lambda _: b"guessed")
    (tmp_path / f".cardrules-{b'guessed'.hex()}.part").symlink_to(tmp_path / "prey")
    with pytest.raises(FileExistsError):
        write_text(target, "newer")
    assert not (tmp_path / "prey").exists()


def test_a_file_that_is_there_stays_unless_it_may_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_text(path, "old", replace=False)
    with pytest.raises(FileExistsError) as caught:
        write_text(path, "new", replace=False)
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["a"]


def test_several_threads_may_write_the_same_file(tmp_path: Path) -> None:
    """Each succeeds, and what is there is at any moment all of what one of them wrote."""
    path = tmp_path / "a"
    texts = [letter * 5000 for letter in "abcd"]
    failed: list[BaseException] = []

    def write(text: str) -> None:
        try:
            for _ in range(25):
                write_text(path, text)
                assert path.read_text(encoding="utf-8") in texts
        except BaseException as error:  # told below, in the thread that sees it
            failed.append(error)

    threads = [threading.Thread(target=write, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert [item.name for item in tmp_path.iterdir()] == ["a"]


def test_of_several_threads_that_write_a_new_file_one_does(tmp_path: Path) -> None:
    path = tmp_path / "a"
    done: list[str] = []

    def write(text: str) -> None:
        try:
            write_text(path, text, replace=False)
            done.append(text)
        except FileExistsError:
            pass

    threads = [threading.Thread(target=write, args=(letter,)) for letter in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [path.read_text(encoding="utf-8")]
    assert [item.name for item in tmp_path.iterdir()] == ["a"]


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text(os.devnull, "new")
    assert Path(os.devnull).is_char_device()


@needs_pipes
def test_a_pipe_that_nobody_reads_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a"
    os.mkfifo(path)
    with pytest.raises(OSError, match="No such device") as caught:
        write_text(path, "new")
    assert caught.value.filename == str(path)
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_folder_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="Is a folder"):
        write_text(tmp_path, "new")


def test_a_folder_that_cannot_be_looked_into_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its rulesets would count as fine."""
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "a.rules").touch()
    scandir = os.scandir

    def refuse(path: str) -> object:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert list(files_below(tmp_path, (".rules",))) == [tmp_path / "a.rules", closed]
