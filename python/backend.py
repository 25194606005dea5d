"""Makes the wheel for `pip install .`: the package as it is, so that nothing is downloaded."""

import base64
import hashlib
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).parent


def _metadata() -> dict[str, str]:
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    return dict(re.findall(r'^([a-z-]+) = "(.*)"$', text, re.MULTILINE))


def _files() -> dict[str, bytes]:
    project = _metadata()
    info = f"toroid-{project['version']}.dist-info"
    sources = sorted(path for path in (HERE / "toroid").iterdir() if path.suffix in (".py", ".typed"))
    files = {f"toroid/{path.name}": path.read_bytes() for path in sources}
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: toroid\nVersion: {project['version']}\n"
        f"Summary: {project['description']}\nRequires-Python: {project['requires-python']}\n"
    ).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: toroid\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return files


def _record(files: dict[str, bytes], path: str) -> bytes:
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join(lines + [f"{path},,\n"]).encode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = _files()
    version = _metadata()["version"]
    record = f"toroid-{version}.dist-info/RECORD"
    files[record] = _record(files, record)
    name = f"toroid-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(zipfile.ZipInfo(path), data)
    return name
