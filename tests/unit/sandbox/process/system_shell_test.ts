import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findShell, programOf, shellCommand, shellName } from "../../../../lib/sandbox/process/system_shell.ts";
import { taskkillCommand } from "../../../../lib/sandbox/process/processes/windows_jobs.ts";

/** A Windows machine with some programs on its PATH and some files elsewhere. */
function onWindows(programs: Record<string, string>, files: readonly string[] = []): ReturnType<typeof findShell> {
  return findShell({
    env: { SystemRoot: "C:\\Windows", ProgramFiles: "C:\\Program Files", LOCALAPPDATA: "C:\\Users\\a\\AppData\\Local" },
    isWindows: true,
    find: (name) => programs[name] ?? null,
    exists: (path) => files.includes(path.replaceAll("\\", "/")),
  });
}

function decoded(base64: string): string {
  return new TextDecoder("utf-16le").decode(Uint8Array.fromBase64(base64));
}

Deno.test("findShell: bash before sh, null where there is none", () => {
  const on = (programs: Record<string, string>): string | null =>
    findShell({ env: {}, isWindows: false, find: (name) => programs[name] ?? null })?.program ?? null;
  assertEquals(on({ bash: "/bin/bash", sh: "/bin/sh" }), "/bin/bash");
  assertEquals(on({ sh: "/bin/sh" }), "/bin/sh");
  assertEquals(on({}), null);
});

Deno.test("findShell on Windows: Git Bash, then PowerShell, then cmd.exe", () => {
  const powershell = "C:/Windows/System32/WindowsPowerShell/v1.0/powershell.exe";
  const cmd = "C:/Windows/System32/cmd.exe";
  assertEquals(onWindows({ bash: "C:/Program Files/Git/usr/bin/bash.exe", powershell, cmd }), {
    family: "posix",
    program: "C:/Program Files/Git/usr/bin/bash.exe",
  });
  assertEquals(onWindows({ pwsh: "C:/pwsh.exe", powershell, cmd })?.program, "C:/pwsh.exe");
  assertEquals(onWindows({ powershell, cmd }), { family: "powershell", program: powershell });
  assertEquals(onWindows({ cmd }), { family: "cmd", program: cmd });
});

Deno.test("findShell on Windows: the bash of the system's folder starts Linux, so another one is taken", () => {
  const system = { bash: "C:/windows/system32/bash.exe", powershell: "C:/ps.exe" };
  assertEquals(onWindows(system)?.family, "powershell");
  const installed = "C:/Program Files/Git/bin/bash.exe";
  assertEquals(onWindows(system, [installed])?.program, installed);
  const beside = "D:/Tools/Git/bin/bash.exe";
  assertEquals(onWindows({ ...system, git: "D:/Tools/Git/cmd/git.exe" }, [beside])?.program, beside);
});

Deno.test("shellCommand: a POSIX shell gets the command as one argument and reports its folder", () => {
  const bash = { family: "posix", program: "C:/Git/bin/bash.exe" } as const;
  const command = `echo "a b" 'c' $HOME \\ ü`;
  assertEquals(shellCommand(bash, { command }), { argv: ["C:/Git/bin/bash.exe", "-c", command], isRaw: false });
  const { argv } = shellCommand(bash, { command, folderMark: "mark:" });
  assertEquals(argv[2], `trap 'printf "%s%s\\n" mark: "$PWD" >&2' EXIT; ${command}`);
});

Deno.test("shellCommand: PowerShell gets a script that needs no quoting, and its exit code", () => {
  const power = { family: "powershell", program: "pwsh.exe" } as const;
  const command = `Write-Output "a 'b' \`$x" | % { "$_%" } # ü 𝄞`;
  const { argv, isRaw } = shellCommand(power, { command, folderMark: "mark:" });
  assertEquals([argv.slice(0, -1), isRaw], [
    ["pwsh.exe", "-NoLogo", "-NoProfile", "-NonInteractive", "-EncodedCommand"],
    false,
  ]);
  assert(/^[A-Za-z0-9+/=]+$/.test(argv[5]), "nothing that any command line would change");
  const script = decoded(argv[5]);
  assertStringIncludes(script, `try {\n${command}\n`);
  assertStringIncludes(script, "[Console]::Error.WriteLine('mark:' + (Get-Location).ProviderPath)");
  assertStringIncludes(script, "if ($LASTEXITCODE) { exit $LASTEXITCODE }");
});

Deno.test("shellCommand: cmd.exe gets one line, with its quotes as they are", () => {
  const cmd = { family: "cmd", program: "C:/Windows/System32/cmd.exe" } as const;
  assertEquals(shellCommand(cmd, { command: 'echo "a b" & type "x y.txt"' }), {
    argv: ["C:/Windows/System32/cmd.exe", "/d", "/s", "/c", '"echo "a b" & type "x y.txt""'],
    isRaw: true,
  });
  assertEquals(shellCommand(cmd, { command: "cd src\r\n\r\ndir\n" }).argv.at(-1), '"cd src & dir"');
});

Deno.test("shellName and programOf: how people and the system name a program", () => {
  assertEquals(shellName({ family: "posix", program: "C:/Git/bin/bash.exe" }), "bash");
  assertEquals(shellName({ family: "powershell", program: "x" }), "PowerShell");
  assertEquals(shellName({ family: "cmd", program: "x" }), "cmd.exe");
  assertEquals(programOf("./tool", { cwd: "/work", path: "" }), "/work/tool");
  assertEquals(programOf("/bin/tool", { cwd: "/work", path: "" }), "/bin/tool");
  assertEquals(programOf("no-such-program", { cwd: "/work", path: "/nowhere" }), null);
});

Deno.test("taskkillCommand: the tree, by force, with the tool of the system", () => {
  assertEquals(taskkillCommand(42, "D:/Windows"), ["D:/Windows/System32/taskkill.exe", "/PID", "42", "/T", "/F"]);
});
