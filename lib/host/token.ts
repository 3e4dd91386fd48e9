import { fail } from "../model/problem.ts";

const TOKEN_BYTES = 32;
const MIN_CHARS = 16;
const MAX_BYTES = 4_096;

/** A secret that clients bring. It is never written anywhere but to its own file. */
export class Token {
  readonly #secret: string;
  readonly #digest: Uint8Array;

  private constructor(secret: string, digest: Uint8Array) {
    this.#secret = secret;
    this.#digest = digest;
  }

  static async of(secret: string): Promise<Token> {
    return new Token(secret, await digestOf(secret));
  }

  /** The secret, to make it known to a redactor or to the person who starts the server. */
  reveal(): string {
    return this.#secret;
  }

  /** Whether a client's word is the secret. Takes the same time whatever it is. */
  async matches(word: unknown): Promise<boolean> {
    const digest = await digestOf(typeof word === "string" ? word : "");
    let difference = typeof word === "string" ? 0 : 1;
    for (const [index, byte] of digest.entries()) difference |= byte ^ this.#digest[index];
    return difference === 0;
  }
}

/** Reads the token of a file, or makes a new one where there is no file. */
export async function tokenFile(path: string): Promise<Token> {
  try {
    const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    const secret = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)).toHex();
    await new Blob([`${secret}\n`]).stream().pipeTo(file.writable);
    return await Token.of(secret);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw unreadable(path, error);
  }
  return await readToken(path);
}

async function readToken(path: string): Promise<Token> {
  const secret = await readPrivate(path);
  if (secret.length >= MIN_CHARS) return await Token.of(secret);
  throw fail("config_invalid", `The token in ${path} is shorter than ${MIN_CHARS} characters`, {
    hint: "Remove the file and a new token is made.",
  });
}

/** The content of a file that nobody else can read or write: what is checked is what is read. */
async function readPrivate(path: string): Promise<string> {
  // A pipe would make whoever opens it wait.
  const isFile = await Deno.stat(path).then((found) => found.isFile, (error) => {
    throw unreadable(path, error);
  });
  if (!isFile) throw fail("config_invalid", `The token file ${path} is no file`);
  using file = await Deno.open(path, { read: true }).catch((error) => {
    throw unreadable(path, error);
  });
  const { mode, uid } = await file.stat();
  if (mode !== null && (mode & 0o077) !== 0) {
    throw fail("config_invalid", `The token file ${path} can be read by others`, { hint: "Give it the mode 0600." });
  }
  if (uid !== null && uid !== Deno.uid()) {
    throw fail("config_invalid", `The token file ${path} belongs to somebody else`, { hint: "Choose another file." });
  }
  const bytes = new Uint8Array(MAX_BYTES);
  const count = await file.read(bytes) ?? 0;
  return new TextDecoder().decode(bytes.subarray(0, count)).trim();
}

function unreadable(path: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return fail("config_invalid", `Cannot use the token file ${path}: ${reason}`, { cause });
}

async function digestOf(word: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(word)));
}
