import { fail } from "../model/problem.ts";
import { readNodes, readSkeleton } from "./branch.ts";
import { requireNewSession } from "./lookup.ts";
import { chatsFolder, makePrivateFolder, sessionFile, type StorePaths } from "./store_paths.ts";
import { chooseBranch, type ResumeOptions } from "./resume.ts";

/** What to copy, and the id of the copy. */
export interface ForkOptions extends ResumeOptions {
  paths: StorePaths;
  newId: string;
}

/**
 * Copies the active branch of a session to a new id; each record names its origin. Resolves to the path of the copy,
 * throws `session_exists` when the id is in use.
 */
export async function forkSession(path: string, options: ForkOptions): Promise<string> {
  await requireNewSession(options.paths, options.newId);
  const branch = chooseBranch(await readSkeleton(path), options);
  await makePrivateFolder(chatsFolder(options.paths));
  const target = sessionFile(options.paths, options.newId);
  const file = await openNew(target, options.newId);
  try {
    const writer = file.writable.getWriter();
    const encoder = new TextEncoder();
    for await (const { node, record } of readNodes(path, branch)) {
      if (record === null) continue;
      const { uuid } = node;
      const copy = {
        ...record,
        parentUuid: node.parent?.uuid ?? null,
        sessionId: options.newId,
        forkedFrom: { sessionId: options.sessionId, messageUuid: uuid },
      };
      await writer.write(encoder.encode(`${JSON.stringify(copy)}\n`));
    }
    await file.syncData();
    await writer.close();
    return target;
  } catch (error) {
    try {
      file.close();
    } catch (closed) {
      if (!(closed instanceof Deno.errors.BadResource)) throw closed;
    }
    await Deno.remove(target);
    throw error;
  }
}

async function openNew(path: string, sessionId: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw fail(
      "session_exists",
      `Session Id ${sessionId} already exists (active or archived). Delete or unarchive it first.`,
    );
  }
}
