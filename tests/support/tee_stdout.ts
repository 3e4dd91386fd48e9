/** Loaded before the program: what it writes to stdout is kept in a file as well, so that every line can be checked. */
const path = Deno.env.get("QWEN_TEST_STDOUT");
if (path) {
  const { stdout } = Deno;
  const write = stdout.write.bind(stdout);
  const copy = Deno.openSync(path, { create: true, append: true });
  stdout.write = async (bytes: Uint8Array): Promise<number> => {
    const taken = await write(bytes);
    copy.writeSync(bytes.subarray(0, taken));
    return taken;
  };
}
