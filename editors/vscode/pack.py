"""Packs the extension into one file that VS Code installs: `python3 editors/vscode/pack.py [FILE.vsix]`."""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).parent
LEFT_OUT = {"launch.json", "pack.py"}
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" \
ContentType="application/json"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" \
ContentType="text/markdown"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata><Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/><DisplayName>CPC BASIC</DisplayName>
<Description xml:space="preserve">Locomotive BASIC listings</Description><Categories>Programming Languages</Categories>
<Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/></Properties></Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/>
<Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>
"""


def pack(file: Path) -> None:
    package = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    manifest = MANIFEST.format(name=quoteattr(package["name"]), version=quoteattr(package["version"]),
                               publisher=quoteattr(package["publisher"]), engine=quoteattr(package["engines"]["vscode"]))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("extension.vsixmanifest", manifest)
        packed.writestr("[Content_Types].xml", TYPES)
        for path in sorted(HERE.rglob("*")):
            name = path.relative_to(HERE).as_posix()
            if path.is_file() and not any(part.startswith((".", "__")) for part in path.parts[len(HERE.parts):]) and (
                    name not in LEFT_OUT and path.suffix != ".vsix"):
                packed.write(path, f"extension/{name}")


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "cpc-basic.vsix")
    pack(target)
    print(f"written: {target}")
