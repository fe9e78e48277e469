"""What mkdocs does not do by itself for the pages of docs: see mkdocs.yml.

Pages link to sources and to README outside docs; the site has a copy of each, as a page. And the search works without a server.
"""
import pathlib
import posixpath
import re
import shutil
import tempfile

from mkdocs.exceptions import Abort
from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[3]
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
LANGUAGES = {".java": "java", ".gradle": "groovy", ".json": "json", ".xml": "xml", ".sh": "bash"}
LARGEST = 200_000  # of a file that is a page: recordings are larger, and nobody reads them
FOLDER = tempfile.mkdtemp(prefix="moide-site-")

# Browsers start no worker, and read no JSON, from files: the index comes as a script, and a frame works in place of the worker.
SEARCH = """var __search = {index: Promise.resolve(%s)}
if (location.protocol === "file:") window.Worker = class extends EventTarget {
  constructor(url) {
    super()
    const frame = document.createElement("iframe")
    frame.hidden = true
    document.body.appendChild(frame)
    this.window = frame.contentWindow
    this.window.postMessage = data => this.dispatchEvent(new MessageEvent("message", {data}))
    const script = this.window.document.createElement("script")
    script.src = url
    this.ready = new Promise(done => script.onload = done)
    this.window.document.body.appendChild(script)
  }
  postMessage(data) {
    this.ready.then(() => this.window.dispatchEvent(new MessageEvent("message", {data})))
  }
  terminate() {}
}
"""


def page_of(path):
    """The site's page for a file of the repository, None if it has none."""
    if path.startswith("docs/"):
        return path[5:]
    file = ROOT / path
    if not file.is_file() or file.stat().st_size > LARGEST:
        return None
    return "source/" + (path.lower() if path.endswith(".md") else path + ".md")


def title(file):
    """What stands in a page's first line, to be read where its name would be."""
    with open(ROOT / file) as lines:
        return lines.readline().lstrip("# ").strip()


def links(text, path):
    """The files of the repository to which a page links."""
    for _, target in LINK.findall(text):
        if ":" not in target and not target.startswith("#"):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), target.split("#")[0]))


def with_links(text, path):
    """The page's text with its links to where these files are in the site."""
    here = posixpath.dirname(page_of(path))

    def linked(match):
        said, target = match.groups()
        if ":" in target or target.startswith("#"):
            return match.group(0)
        name, _, anchor = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        page = page_of(file)
        if not (ROOT / file).exists():
            raise Abort(f"{path} links to {target}: expected a file {file}, found none")
        if page is None:
            return said
        if said.endswith(".md") and posixpath.basename(file) == posixpath.basename(said):
            said = title(file)
        return f"[{said}]({posixpath.relpath(page, here or '.')}{'#' + anchor if anchor else ''})"

    return LINK.sub(linked, text)


def on_files(files, config):
    """Adds a page for each file outside docs to which a page links, however far away."""
    waiting = ["docs/" + file.src_uri for file in files.documentation_pages()] + ["ARCHITECTURE.md"]
    seen = set()
    while waiting:
        path = waiting.pop()
        page = page_of(path)
        if path in seen or page is None:
            continue
        seen.add(path)
        outside = not path.startswith("docs/")
        if not outside and not path.endswith(".md"):
            continue
        text = (ROOT / path).read_text()
        if path.endswith(".md"):
            waiting += links(text, path)
            text = with_links(text, path)
        else:
            name = posixpath.basename(path)
            text = f"# {name}\n\n```{LANGUAGES.get(posixpath.splitext(name)[1], 'text')}\n{text}\n```\n"
        if outside:
            copy = pathlib.Path(FOLDER, page)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)
            files.append(File(page, FOLDER, config["site_dir"], False))
    return files


def on_page_markdown(markdown, page, config, files):
    """Lets the links of pages lead to the copies."""
    path = "docs/" + page.file.src_uri
    return markdown if page.file.src_uri.startswith("source/") else with_links(markdown, path)


def on_post_page(output, page, config):
    """Has each page load the search's index before what searches."""
    base = posixpath.relpath("search", posixpath.dirname(page.file.dest_uri) or ".")
    return re.sub(r'(<script src="[^"]*/?assets/javascripts/bundle)', rf'<script src="{base}/index.js"></script>\1', output)


def wrong_anchors(site):
    """Links of the site's pages to places that no page has."""
    pages = {page: page.read_text() for page in site.rglob("*.html")}
    names = {page: set(re.findall(r' id="([^"]+)"', text)) for page, text in pages.items()}
    for page, text in pages.items():
        for name, anchor in re.findall(r'href="([^"#:]*)#([^"]+)"', text):
            target = (page.parent / name).resolve() if name else page
            if anchor not in names.get(target, ()):
                yield f"{page.relative_to(site)}: {name}#{anchor}"


def on_post_build(config):
    """Writes the search's index as a script, removes the copies' sources, and refuses links that lead nowhere."""
    search = pathlib.Path(config["site_dir"], "search")
    (search / "index.js").write_text(SEARCH % (search / "search_index.json").read_text())
    shutil.rmtree(FOLDER)
    wrong = sorted(set(wrong_anchors(pathlib.Path(config["site_dir"]).resolve())))
    if wrong:
        raise Abort("expected links to places that there are, found:\n" + "\n".join(wrong))
