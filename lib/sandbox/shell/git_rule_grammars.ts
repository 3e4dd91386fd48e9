/**
 * The commands and options of git that a rule with a wildcard covers. Left out is everything by which git starts a
 * program that the command line names, opens an editor, signs, or writes to a file that an option names.
 */
import { type OptionTable, optionTable, parseOptions } from "./option_table.ts";

const GLOBAL = optionTable("P no-pager no-optional-locks literal-pathspecs no-replace-objects version", {
  maxOperands: 1,
});

/** Strategies that are part of git; any other name is a program. */
const STRATEGY = /^(ort|recursive|resolve|octopus|ours|subtree)$/;

const DIFF = "p u s z R w b a B=? M=? C=? D l= S= G= U=? W patch no-patch raw stat=? numstat shortstat dirstat=? " +
  "compact-summary summary name-only name-status color=? no-color color-words=? word-diff=? word-diff-regex= " +
  "no-renames find-renames=? find-copies=? full-index binary abbrev=? diff-filter= pickaxe-all pickaxe-regex reverse " +
  "ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines minimal patience histogram " +
  "diff-algorithm= unified=? function-context exit-code quiet text relative=? no-prefix src-prefix= dst-prefix= " +
  "no-ext-diff no-textconv cached staged merge-base color-moved=? inter-hunk-context= submodule=? " +
  "ignore-submodules=? check indent-heuristic";
const LOG = "n= L= # q i E F P g oneline graph all branches=? tags=? remotes=? decorate=? no-decorate abbrev-commit " +
  "no-abbrev-commit first-parent merges no-merges follow since= until= after= before= author= committer= grep= " +
  "invert-grep all-match regexp-ignore-case extended-regexp fixed-strings perl-regexp format=? pretty=? date= " +
  "max-count= skip= topo-order date-order author-date-order simplify-by-decoration full-history no-walk=? " +
  "walk-reflogs show-signature left-right cherry-pick cherry-mark boundary not reflog parents children m c cc " +
  "source count objects stdin header min-parents= max-parents= mailmap use-mailmap log-size encoding= notes=? no-notes";
const MERGE = "n q v m= X= s= stat summary log=? squash commit no-commit no-edit ff no-ff ff-only strategy= " +
  "strategy-option= message= verbose quiet abort quit continue allow-unrelated-histories progress autostash signoff " +
  "no-verify verify cleanup= rerere-autoupdate";
const FETCH = "v q a f m t n p P k u j= 4 6 verbose quiet all append atomic force multiple tags no-tags jobs= prune " +
  "prune-tags dry-run keep progress depth= deepen= shallow-since= shallow-exclude= unshallow update-shallow ipv4 ipv6 " +
  "set-upstream refetch recurse-submodules=? no-recurse-submodules filter= refmap= prefetch";
const PICK =
  "n e x s m= X= quit continue abort skip no-commit no-edit signoff mainline= strategy= strategy-option= ff " +
  "allow-empty allow-empty-message keep-redundant-commits cleanup=";
const CHECKOUT = "q m d f t=? l 2 3 quiet merge detach force track=? no-track ours theirs orphan= progress guess " +
  "no-guess conflict= recurse-submodules=? ignore-other-worktrees overlay no-overlay";
const LISTED =
  "l i list ignore-case contains= no-contains= merged= no-merged= points-at= sort= format= color=? column=?";

function tableOf(text: string): OptionTable {
  return optionTable(text, { values: { s: STRATEGY, strategy: STRATEGY } });
}

const COMMANDS: Readonly<Record<string, OptionTable>> = {
  add: tableOf(
    "n v f u N A dry-run verbose force update intent-to-add all ignore-removal no-all refresh " +
      "ignore-errors ignore-missing sparse chmod= renormalize",
  ),
  am: tableOf("3 q k m= continue skip abort quit keep-cr signoff show-current-patch=? quiet"),
  apply: tableOf(
    "p= R 3 v q C= N check stat numstat summary index cached reverse reject whitespace= directory= " +
      "exclude= include= verbose quiet 3way recount unidiff-zero ignore-whitespace",
  ),
  archive: optionTable("l v # list verbose prefix= worktree-attributes format=", { values: { format: /^(tar|zip)$/ } }),
  bisect: tableOf("no-checkout first-parent"),
  blame: tableOf(
    "b f n p c t l s e w C=? M=? L= root show-name show-number porcelain line-porcelain incremental " +
      "show-email ignore-rev= minimal abbrev=? date= since=",
  ),
  branch: tableOf(
    "v q t=? u= r a d D m M c C f verbose quiet track=? no-track set-upstream-to= unset-upstream " +
      `remotes all delete move copy show-current create-reflog force abbrev=? no-color ${LISTED}`,
  ),
  "cat-file": optionTable("t p e s batch=? batch-check=? allow-unknown-type"),
  "check-ignore": optionTable("q v z n quiet verbose no-index non-matching"),
  checkout: tableOf(`b= B= ${CHECKOUT}`),
  "cherry-pick": tableOf(PICK),
  clean: tableOf("q n f d x X e= quiet dry-run force exclude="),
  clone: tableOf(
    "v q n l j= o= b= 4 6 verbose quiet progress no-checkout bare mirror local no-hardlinks " +
      "jobs= origin= branch= depth= shallow-since= shallow-exclude= single-branch no-single-branch no-tags " +
      "recurse-submodules=? recursive=? shallow-submodules filter= sparse ipv4 ipv6",
  ),
  commit: optionTable(
    "q v F= m= C= s a i o n u=? z quiet verbose file= author= date= message= reuse-message= fixup= " +
      "squash= reset-author trailer= signoff cleanup= status no-status all include only no-verify dry-run short branch " +
      "porcelain long null amend no-edit allow-empty allow-empty-message untracked-files=? no-gpg-sign no-post-rewrite",
  ),
  "count-objects": tableOf("v H verbose human-readable"),
  describe: tableOf(
    "all tags contains long always first-parent abbrev=? exact-match candidates= match= exclude= " +
      "dirty=? broken=?",
  ),
  diff: optionTable(DIFF),
  "diff-files": optionTable(DIFF),
  "diff-index": optionTable(`m ${DIFF}`),
  "diff-tree": optionTable(`r t m root no-commit-id stdin pretty=? format=? ${DIFF}`),
  fetch: tableOf(FETCH),
  "for-each-ref": tableOf(`count= ${LISTED}`),
  fsck: tableOf("v full strict no-dangling unreachable lost-found verbose progress no-progress name-objects"),
  gc: tableOf("q quiet auto aggressive prune=? force keep-largest-pack"),
  grep: optionTable(
    "v i w a I r E G F P n h H l L z o c C= B= A= p W f= e= q m= cached no-index untracked " +
      "exclude-standard recurse-submodules invert-match ignore-case word-regexp text recursive max-depth= " +
      "extended-regexp basic-regexp fixed-strings perl-regexp line-number column full-name files-with-matches name-only " +
      "files-without-match null only-matching count color=? break heading context= before-context= after-context= " +
      "threads= show-function function-context and or not quiet all-match max-count= no-textconv",
  ),
  init: tableOf("q b= quiet bare initial-branch= object-format= shared=?"),
  log: optionTable(`${DIFF} ${LOG}`),
  "ls-files": tableOf(
    "c d m o i s u z t v f k x= X= cached deleted modified others ignored stage unmerged killed " +
      "directory no-empty-directory exclude= exclude-standard error-unmatch full-name abbrev=? debug eol deduplicate " +
      "recurse-submodules format=",
  ),
  "ls-remote": tableOf("q t h quiet tags heads refs get-url sort= exit-code symref"),
  "ls-tree": tableOf("d r t l z long name-only name-status object-only full-name full-tree abbrev=? format="),
  merge: tableOf(MERGE),
  "merge-base": tableOf("a all octopus independent is-ancestor fork-point"),
  mv: tableOf("v n f k verbose dry-run force"),
  "name-rev": tableOf("tags refs= exclude= all name-only always"),
  prune: tableOf("n v dry-run verbose expire="),
  pull: tableOf(`r=? rebase=? no-rebase ${MERGE} ${FETCH}`),
  push: tableOf(
    "v q d n f u o= 4 6 verbose quiet all mirror delete tags dry-run porcelain force force-with-lease=? " +
      "force-if-includes set-upstream progress prune no-verify follow-tags atomic push-option= ipv4 ipv6 thin",
  ),
  "range-diff": optionTable(`${DIFF} left-only right-only no-dual-color creation-factor=`),
  rebase: tableOf(
    "q v n f m C= X= s= r=? onto= keep-base no-verify quiet verbose no-stat stat signoff " +
      "ignore-whitespace whitespace= force-rebase no-ff continue skip abort quit show-current-patch apply merge empty= " +
      "autostash no-autostash rebase-merges=? fork-point no-fork-point strategy= strategy-option= root " +
      "reapply-cherry-picks update-refs committer-date-is-author-date reset-author-date rerere-autoupdate",
  ),
  reflog: optionTable(`${DIFF} ${LOG}`),
  remote: tableOf("v n t= m= verbose push all add delete prune dry-run"),
  reset: tableOf("q N quiet no-refresh mixed soft hard merge keep intent-to-add"),
  restore: optionTable(
    "s= S W q m 2 3 source= staged worktree ignore-unmerged overlay no-overlay quiet merge ours " +
      "theirs conflict= progress",
  ),
  "rev-list": optionTable(`${LOG} header disk-usage=? objects unpacked quiet abbrev=? bisect`),
  "rev-parse": tableOf(
    "q short=? abbrev-ref=? verify show-toplevel git-dir git-common-dir is-inside-work-tree " +
      "is-inside-git-dir is-bare-repository show-prefix show-cdup symbolic symbolic-full-name quiet all branches=? tags=? " +
      "remotes=? absolute-git-dir show-superproject-working-tree",
  ),
  revert: tableOf(PICK),
  rm: tableOf("n q f r cached dry-run quiet force ignore-unmatch"),
  shortlog: optionTable(`s n e c w=? summary numbered email group= ${LOG}`),
  show: optionTable(`${DIFF} ${LOG}`),
  "show-ref": tableOf("d q s=? head heads tags dereference hash=? verify quiet abbrev=?"),
  stash: optionTable(`m= k u S q message= keep-index no-keep-index include-untracked all index only-untracked ${DIFF}`),
  status: tableOf(
    "s b v z u=? short branch porcelain=? ignored=? long verbose show-stash ahead-behind " +
      "no-ahead-behind untracked-files=? ignore-submodules=? column=? no-renames find-renames=? renames null",
  ),
  submodule: optionTable(
    "q f quiet init recursive remote depth= jobs= force cached summary-limit= files all name= b= " +
      "checkout merge rebase no-fetch recommend-shallow single-branch progress branch=",
  ),
  switch: tableOf(`c= C= create= force-create= discard-changes ${CHECKOUT}`),
  "symbolic-ref": tableOf("d q m= short delete quiet"),
  tag: optionTable(`n=? d a m= F= f delete annotate message= file= force no-sign cleanup= create-reflog ${LISTED}`),
  version: tableOf("build-options"),
  whatchanged: optionTable(`${DIFF} ${LOG}`),
  worktree: tableOf("f b= B= d v n force detach checkout no-checkout lock porcelain expire= verbose dry-run reason= z"),
};

/** The words after a command that start no program; a rule must name any other. */
const VERBS: Readonly<Record<string, ReadonlySet<string>>> = {
  bisect: new Set("start bad good new old skip next reset log terms visualize replay help".split(" ")),
  submodule: new Set("status update init deinit add summary sync absorbgitdirs set-branch set-url".split(" ")),
  remote: new Set("show add remove rm rename prune set-head set-branches get-url set-url update".split(" ")),
};

/** What a rule says about a command of git. */
export interface GitRule {
  /** The words of the rule. */
  named: readonly string[];
  /** Its options. */
  spelled: ReadonlySet<string>;
}

/** Whether a rule with a wildcard covers the words after `git`. */
export function coversGit(args: readonly string[], { named, spelled }: GitRule): boolean {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  const front = at < 0 ? args : args.slice(0, at);
  if (!parseOptions(front, { table: GLOBAL, spelled })) return false;
  if (at < 0) return true;
  const command = args[at];
  const rest = args.slice(at + 1);
  const table = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  // A command that is unknown here may be an alias; a rule that names it means it.
  if (table === undefined) {
    return named.includes(command) &&
      rest.every((word) => !isTransport(word) && (!word.startsWith("-") || spelled.has(word)));
  }
  // What follows `bisect run` or `submodule foreach` is a command of its own, which the rule grants.
  const [verb] = rest.filter((word) => !word.startsWith("-"));
  const verbs = Object.hasOwn(VERBS, command) ? VERBS[command] : undefined;
  if (verbs && verb !== undefined && !verbs.has(verb)) return named.includes(verb);
  const parsed = parseOptions(rest, { table, spelled });
  return parsed !== null && parsed.operands.every((operand) => !isTransport(operand) || named.includes(operand));
}

/** Whether an operand is an address whose transport is a program, such as `ext::sh -c …`. */
function isTransport(operand: string): boolean {
  return /^[\w+.-]+::/.test(operand);
}
