/**
 * Whether git runs no other programs in a repository. A configuration can name programs in many ways, and every
 * release of git adds more, so this is a list of settings that are known to run nothing. A file that git might read in
 * another way than this reader is taken for one that runs programs.
 */
import { dirname, resolve } from "../../path/mod.ts";
import { hasForeignEntries } from "./git_index.ts";
import { lstatOrNull, statOrNull } from "../files/paths/stat_or_null.ts";

const words = (text: string): Set<string> => new Set(text.split(" "));

/** Sections in which nothing names a program, or only programs of commands that change something. */
const HARMLESS_SECTIONS = words(
  "advice author blame branch color column commit committer gc http i18n index init lfs maintenance pack pull push " +
    "rebase rerere stash status tag url user",
);
/** Settings of other sections that are known to run nothing. */
const HARMLESS_KEYS: Readonly<Record<string, ReadonlySet<string>>> = {
  core: words(
    "abbrev autocrlf bare bigfilethreshold checkstat commentchar compression eol filemode fscache hidedotfiles " +
      "ignorecase logallrefupdates longpaths packedgitlimit packedgitwindowsize precomposeunicode preloadindex " +
      "protecthfs protectntfs quotepath repositoryformatversion safecrlf sharedrepository symlinks trustctime " +
      "untrackedcache warnambiguousrefs whitespace",
  ),
  diff: words("algorithm colormoved colormovedws context indentheuristic mnemonicprefix noprefix renamelimit renames"),
  // Another object format would need another reader of the index.
  extensions: words("worktreeconfig"),
  fetch: words("parallel prune prunetags writecommitgraph"),
  log: words("abbrevcommit date decorate follow"),
  merge: words("conflictstyle ff log renamelimit renames stat"),
  remote: words("fetch gh-resolved mirror prune prunetags push pushurl skipdefaultupdate tagopt url"),
  submodule: words("active branch fetchrecursesubmodules ignore path url"),
};

const MAX_CONFIG_BYTES = 262_144;
const MAX_LINK_BYTES = 4096;

/** The one hook that read-only commands run, because they may refresh the index. */
const READING_HOOK = "hooks/post-index-change";

/** Whether git in a folder runs nothing that the repository itself configures. */
export function isPlainRepository(root: string): boolean {
  const places = repositoryOf(root);
  return places !== null &&
    places.every((place) =>
      [`${place}/config`, `${place}/config.worktree`].every(isHarmlessFile) &&
      !exists(`${place}/${READING_HOOK}`) && !hasForeignEntries(`${place}/index`)
    );
}

/** Whether git uses the same repository in two folders. */
export function shareRepository(one: string, other: string): boolean {
  const [first, second] = [repositoryOf(one), repositoryOf(other)];
  return first !== null && second !== null && first.join("\n") === second.join("\n");
}

/** The folders of the repository that git uses in a folder: its own, or that of a folder above; null when unclear. */
function repositoryOf(folder: string): string[] | null {
  const places: string[] = [];
  for (let at = folder;; at = dirname(at)) {
    const dotGit = `${at}/.git`;
    const info = statOrNull(dotGit);
    // In a linked worktree it is a file that names the repository.
    const linked = info?.isDirectory || !exists(dotGit) ? [] : linkedPlaces(dotGit, at);
    if (linked === null) return null;
    places.push(...linked);
    // Any folder can be a bare repository, with the configuration beside its objects.
    for (const place of [...(info?.isDirectory ? [dotGit] : []), ...(exists(`${at}/HEAD`) ? [at] : [])]) {
      const shared = sharedPlaces(place);
      if (shared === null) return null;
      places.push(...shared);
      // Git passes over a folder that only looks like a repository.
      if (isRepository(place)) return places;
    }
    if (linked.length > 0 || at === dirname(at)) return places;
  }
}

function isRepository(place: string): boolean {
  const head = readBounded(`${place}/HEAD`, MAX_LINK_BYTES);
  return head !== null && /^(ref:[ \t]*refs\/|[0-9a-f]{40})/.test(head) &&
    ["objects", "refs"].every((name) => statOrNull(`${place}/${name}`)?.isDirectory);
}

function linkedPlaces(dotGit: string, folder: string): string[] | null {
  // The whole file is the path for git, and it ends only before the last newlines.
  const named = /^gitdir: ([^\p{Cc}\p{Zl}\p{Zp}]+)\n*$/u.exec(readBounded(dotGit, MAX_LINK_BYTES) ?? "")?.[1];
  if (named === undefined) return null;
  const place = resolve(folder, named);
  const places = sharedPlaces(place);
  // Where `commondir` is missing, the repository is where git itself puts worktrees.
  return places && [...new Set([...places, dirname(dirname(place))])];
}

/** A folder of a repository, and the one to which its file `commondir` leads. */
function sharedPlaces(folder: string): string[] | null {
  const path = `${folder}/commondir`;
  if (!exists(path)) return [folder];
  const shared = /^([^\p{Cc}\p{Zl}\p{Zp}]+)\n*$/u.exec(readBounded(path, MAX_LINK_BYTES) ?? "")?.[1];
  return shared === undefined ? null : [...new Set([folder, resolve(folder, shared)])];
}

function isHarmlessFile(path: string): boolean {
  if (!exists(path)) return true;
  const text = readBounded(path, MAX_CONFIG_BYTES);
  return text !== null && isHarmlessConfig(text);
}

/** Parses a configuration as git does; whatever is not understood is not harmless. */
function isHarmlessConfig(text: string): boolean {
  let section = "";
  // Git knows no other line end than these two, and no other space than blank and tab.
  let rest = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (/[[\p{Cc}\p{Zl}\p{Zp}\u00a0\ufeff\ufffd]--[\t\n]]/v.test(rest)) return false;
  for (;;) {
    rest = rest.replace(/^([ \t\n]+|[#;][^\n]*)+/, "");
    if (rest === "") return true;
    const header = /^\[([A-Za-z0-9-]+)(\.[A-Za-z0-9.-]+|[ \t]+"(?:[^"\\\n]|\\[^\n])*")?\]/.exec(rest);
    if (header) {
      section = header[1].toLowerCase();
      rest = rest.slice(header[0].length);
      continue;
    }
    const entry = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(=(?:"(?:[^"\\\n]|\\[^])*"|\\\n|\\[^\n]|[^"\\\n#;])*)?(?=[\n#;]|$)/
      .exec(rest);
    if (!entry || !isHarmless(section, entry[1].toLowerCase())) return false;
    rest = rest.slice(entry[0].length);
  }
}

function isHarmless(section: string, key: string): boolean {
  if (HARMLESS_SECTIONS.has(section)) return true;
  return Object.hasOwn(HARMLESS_KEYS, section) && HARMLESS_KEYS[section].has(key);
}

function exists(path: string): boolean {
  return lstatOrNull(path) !== null;
}

/** The text of a regular file up to a limit; null for anything else, which could also block the reader. */
function readBounded(path: string, maxBytes: number): string | null {
  const info = statOrNull(path);
  if (!info?.isFile || info.size > maxBytes) return null;
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // It is unreadable, or was replaced meanwhile.
    return null;
  }
}
