/** The thread in which files are touched, as text inside the program: a script has no module beside it to start. */
const STARTED = 'new URL("./file_worker.ts", import.meta.url)';

/** Puts the bundled thread into the copy of the sources in a folder. */
export async function embedFileWorker(folder: string): Promise<void> {
  const args = ["bundle", "-q", "--platform=deno", "--minify", "lib/sandbox/file_worker.ts"];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: folder }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const path = `${folder}/lib/sandbox/worker_files.ts`;
  const source = await Deno.readTextFile(path);
  if (!source.includes(STARTED)) throw new Error("lib/sandbox/worker_files.ts does not start its thread as expected");
  const url = `data:application/javascript;base64,${stdout.toBase64()}`;
  await Deno.writeTextFile(path, source.replace(STARTED, JSON.stringify(url)));
}
