const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Parts of an expression of `find` that start and write nothing. */
export const FIND_TESTS = words(
  "-print -print0 -not ! -o -or -a -and ( ) , -empty -prune -true -false -depth -daystart -xdev -mount -ls -quit " +
    "-readable -writable -executable -nouser -nogroup",
);
/** Those that take a value. */
export const FIND_VALUED = words(
  "-name -iname -path -ipath -wholename -iwholename -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin " +
    "-ctime -cmin -regex -iregex -regextype -perm -user -group -uid -gid -links -inum -lname -ilname -printf",
);
/** Those whose value is a file that is looked at. */
const FIND_FILES = words("-newer -anewer -cnewer -samefile");
const FIND_OPTIONS = words("-H -L -P");

/** Whether an expression of `find` only tests and prints. */
export function findExpressionIsPlain(args: readonly string[]): boolean {
  let at = 0;
  while (at < args.length && (FIND_OPTIONS.has(args[at]) || !/^[-(!,]/.test(args[at]))) at++;
  for (; at < args.length; at++) {
    if (FIND_VALUED.has(args[at]) || FIND_FILES.has(args[at])) at++;
    else if (!FIND_TESTS.has(args[at]) && args[at] !== "-follow") return false;
  }
  return at === args.length;
}
