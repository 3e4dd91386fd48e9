import { after } from "../../../model/timer.ts";
import { descendants, processStates } from "./process_tree.ts";

/** What all commands of a session may use together. */
export interface ResourceLimits {
  processes: number;
  /** Resident memory. */
  memoryBytes: number;
}

/** What is watched. */
export interface ResourceWatchOptions {
  limits?: Partial<ResourceLimits>;
  /** The outermost processes of the commands; empty when there is nothing to watch. */
  roots(): readonly number[];
  /** Called when a limit is exceeded, with the reason. */
  onExceeded(reason: string): void;
}

const MAX_PROCESSES = 2_000;
const INTERVAL_MS = 250;
const PAGE_BYTES = 4096;
const GIB = 1024 ** 3;

/**
 * Counts the processes and the memory of a session's commands. The kernel's own limits do not suffice: the one on
 * processes does not bind root, and one on address space stops programs that only reserve it.
 */
export class ResourceWatch {
  readonly #options: ResourceWatchOptions;
  readonly #limits: ResourceLimits;
  #cancel: (() => void) | null = null;

  constructor(options: ResourceWatchOptions) {
    this.#options = options;
    this.#limits = { processes: MAX_PROCESSES, memoryBytes: memoryLimit(), ...options.limits };
  }

  /** Watches as long as there are roots. */
  start(): void {
    this.#cancel ??= after(INTERVAL_MS, () => this.#look());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #look(): void {
    this.#cancel = null;
    const roots = this.#options.roots();
    if (roots.length === 0) return;
    const found = descendants(processStates(), roots);
    const bytes = found.reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0);
    const { processes, memoryBytes } = this.#limits;
    if (found.length > processes) this.#options.onExceeded(`more than ${processes} processes`);
    else if (bytes > memoryBytes) this.#options.onExceeded(`more than ${Math.round(memoryBytes / 1e6)} MB of memory`);
    this.start();
  }
}

/** Three quarters of the machine's memory. */
function memoryLimit(): number {
  try {
    return Math.max(GIB, 0.75 * Deno.systemMemoryInfo().total);
  } catch {
    // Deno does not tell without the permission.
    return 8 * GIB;
  }
}
