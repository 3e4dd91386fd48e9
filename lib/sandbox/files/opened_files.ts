import { normalize } from "../../path/mod.ts";
import type { Files } from "../../model/ports.ts";
import { WorkspaceFiles } from "./workspace_files.ts";
import type { WorkspaceOptions } from "./workspace_options.ts";

/** What is opened beside the workspace. */
export interface OpenedOptions extends Pick<WorkspaceOptions, "denyRead" | "denyWrite"> {
  /** Absolute paths, each of which was allowed by a person or a host. */
  paths: readonly string[];
}

/** The files of a workspace, and with them single paths outside it, for one call. Denied paths stay denied. */
export function openedFiles(files: Files, { paths, ...denied }: OpenedOptions): Files {
  const opened = new WorkspaceFiles({ roots: paths, ...denied });
  const names = new Set(paths.map((path) => normalize(path)));
  const of = async (path: string): Promise<Files> => {
    if (!names.has(normalize(path))) return files;
    // What the workspace holds stays in its care.
    return await files.resolve(path, "read").then(() => files, () => opened);
  };
  return {
    ...(files.ready ? { ready: () => files.ready?.() ?? Promise.resolve() } : {}),
    resolve: async (path, purpose) => await (await of(path)).resolve(path, purpose),
    read: async (path, limits) => await (await of(path)).read(path, limits),
    stat: async (path) => await (await of(path)).stat(path),
    examine: async (path, purpose) => await (await of(path)).examine(path, purpose),
    list: async (path) => await (await of(path)).list(path),
    write: async (path, content) => await (await of(path)).write(path, content),
    change: async (changes) => {
      const owners = new Set(await Promise.all(changes.map(({ path }) => of(path))));
      return await (owners.size === 1 && owners.has(opened) ? opened : files).change(changes);
    },
    search: {
      lines: async (request, ...rest) => await (await of(request.path)).search.lines(request, ...rest),
      entries: async (request, ...rest) => await (await of(request.path)).search.entries(request, ...rest),
    },
  };
}
