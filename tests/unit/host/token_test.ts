import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { Token, tokenFile } from "../../../lib/host/token.ts";

Deno.test("tokenFile makes a random secret that only its owner can read, and finds it again", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/token`;
  await tokenFile(path);
  const secret = (await Deno.readTextFile(path)).trim();
  assertEquals(secret.length, 64);
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  const again = await tokenFile(path);
  assertEquals([await again.matches(secret), await again.matches(`${secret}x`)], [true, false]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("tokenFile refuses a file that others can read, and a secret that is easily guessed", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/open`, "a".repeat(40));
  await Deno.chmod(`${folder}/open`, 0o644);
  await Deno.writeTextFile(`${folder}/short`, "abc", { mode: 0o600 });
  await Deno.writeTextFile(`${folder}/foreign`, "a".repeat(40), { mode: 0o600 });
  // Only root can give a file away.
  if (Deno.uid() === 0) await Deno.chown(`${folder}/foreign`, 65534, 65534);
  else await Deno.chmod(`${folder}/foreign`, 0o640);
  await new Deno.Command("mkfifo", { args: ["-m", "600", `${folder}/pipe`] }).output();
  for (const name of ["open", "short", "none/at/all", "foreign", "pipe"]) {
    const error = await assertRejects(() => tokenFile(`${folder}/${name}`), QwenError);
    assertEquals(error.problem.code, "config_invalid");
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("Token matches nothing but its secret", async () => {
  const token = await Token.of("a secret of some length");
  const words = ["a secret of some length", "", "a secret of some lengtH", undefined, null, 7, {}];
  assertEquals(await Promise.all(words.map((word) => token.matches(word))), [true, ...Array(6).fill(false)]);
});
