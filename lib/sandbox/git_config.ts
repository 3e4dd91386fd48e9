/**
 * Whether a repository leaves git to do what it is asked. A configuration can name programs in many ways, and every
 * release of git knows more of them: so what is believed is a list of settings that are known to run nothing.
 */
import { dirname } from "@std/path/dirname";
import { resolve } from "@std/path/resolve";
import { hasForeignEntries } from "./git_index.ts";
import { isThere } from "./is_there.ts";

const words = (text: string): Set<string> => new Set(text.split(" "));

/** Sections in which nothing names a program, or only one for commands that change something. */
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
  // With another object format the index would have to be read in another way.
  extensions: words("worktreeconfig"),
  fetch: words("parallel prune prunetags writecommitgraph"),
  log: words("abbrevcommit date decorate follow"),
  merge: words("conflictstyle ff log renamelimit renames stat"),
  remote: words("fetch gh-resolved mirror prune prunetags push pushurl skipdefaultupdate tagopt url"),
  submodule: words("active branch fetchrecursesubmodules ignore path url"),
};

const MAX_CONFIG_CHARS = 262_144;

/** The one hook that commands run which only read: they may write down what they found out about files. */
const READING_HOOK = "hooks/post-index-change";

/** Whether git in a folder does what it is asked and nothing that the repository itself adds to it. */
export function isPlainRepository(root: string): boolean {
  const places = repositoryOf(root);
  return places.every((place) =>
    [`${place}/config`, `${place}/config.worktree`].every((path) => isHarmlessConfig(readIfThere(path) ?? "")) &&
    !isThere(`${place}/${READING_HOOK}`) && !hasForeignEntries(`${place}/index`)
  );
}

/** The folders in which git finds the repository of a folder: its own, or that of one above. */
function repositoryOf(folder: string): string[] {
  for (let at = folder;; at = dirname(at)) {
    const dotGit = `${at}/.git`;
    // In a linked worktree it is a file that names the real place.
    const named = /^gitdir:\s*(.+)$/m.exec(readIfThere(dotGit) ?? "")?.[1].trim();
    if (named !== undefined) return linkedPlaces(resolve(at, named));
    if (isThere(dotGit)) return [dotGit];
    // A bare repository can hide in any folder: its configuration lies beside its objects.
    if (isThere(`${at}/HEAD`)) return [at];
    if (at === dirname(at)) return [];
  }
}

function linkedPlaces(folder: string): string[] {
  const shared = readIfThere(`${folder}/commondir`)?.trim();
  return [folder, shared === undefined ? dirname(dirname(folder)) : resolve(folder, shared)];
}

/** Reads a configuration as git does; what is not understood is not harmless. */
function isHarmlessConfig(text: string): boolean {
  if (text.length > MAX_CONFIG_CHARS) return false;
  let section = "";
  let rest = text.replace(/^\ufeff/, "");
  for (;;) {
    rest = rest.replace(/^(\s+|[#;].*)+/, "");
    if (rest === "") return true;
    const header = /^\[([A-Za-z0-9-]+)(\.[A-Za-z0-9.-]+|[ \t]+"(?:[^"\\\n]|\\.)*")?\]/.exec(rest);
    if (header) {
      section = header[1].toLowerCase();
      rest = rest.slice(header[0].length);
      continue;
    }
    const entry = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(=(?:"(?:[^"\\\n]|\\[^])*"|\\\r?\n|\\.|[^"\\\n#;])*)?(?=[\n#;]|\r\n|$)/
      .exec(rest);
    if (!entry || !isHarmless(section, entry[1].toLowerCase())) return false;
    rest = rest.slice(entry[0].length);
  }
}

function isHarmless(section: string, key: string): boolean {
  if (HARMLESS_SECTIONS.has(section)) return true;
  return Object.hasOwn(HARMLESS_KEYS, section) && HARMLESS_KEYS[section].has(key);
}

function readIfThere(path: string): string | null {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return null;
  }
}
