import { join, temporaryFolder } from "../../path/mod.ts";
import { realPathNow } from "./paths/real_path.ts";

/**
 * A private folder for outputs that are too long for the model, where commands are not confined and use the machine's
 * own `/tmp`. It is made when first needed and ends with the session.
 */
export class OutputFolder {
  readonly path = join(realPathNow(temporaryFolder()), `qwen-output-${crypto.randomUUID()}`);
  #isMade = false;

  /** Writes a file; returns its path. */
  async keep(name: string, content: Uint8Array): Promise<string> {
    if (!this.#isMade) {
      await Deno.mkdir(this.path, { mode: 0o700 });
      this.#isMade = true;
      globalThis.addEventListener("unload", this.#sweep);
    }
    const path = join(this.path, name);
    await Deno.writeFile(path, content, { mode: 0o600, createNew: true });
    return path;
  }

  /** Removes the folder with everything in it. */
  close(): void {
    globalThis.removeEventListener("unload", this.#sweep);
    this.#sweep();
  }

  readonly #sweep = (): void => {
    if (!this.#isMade) return;
    this.#isMade = false;
    try {
      Deno.removeSync(this.path, { recursive: true });
    } catch {
      // A command still writes there; the system empties its folder of temporary files.
    }
  };
}
