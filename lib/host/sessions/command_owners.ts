import type { Command } from "../../model/command.ts";
import type { Event } from "../../model/event.ts";
import type { Member } from "./hosted_session.ts";

const MAX_OWNERS = 4_096;

/** Who sent the commands of a session, and which of them are still to be answered. */
export class CommandOwners {
  readonly #owners = new Map<string, Member>();
  readonly #awaited = new Set<string>();

  /** Whether a command is still to be answered. */
  get isAwaiting(): boolean {
    return this.#awaited.size > 0;
  }

  /** The client that caused an event; undefined where none did or it is gone. */
  of({ cause }: Event): Member | undefined {
    return cause === null ? undefined : this.#owners.get(cause);
  }

  /** Remembers who sent a command. */
  add(command: Command, member: Member): void {
    this.#owners.set(command.id, member);
    if (this.#owners.size > MAX_OWNERS) this.#owners.delete(oldest(this.#owners.keys()));
    if (isAwaited(command)) this.#awaited.add(command.id);
    if (this.#awaited.size > MAX_OWNERS) this.#awaited.delete(oldest(this.#awaited));
    if (command.type === "withdraw") this.#awaited.delete(command.commandId ?? "");
  }

  /** Notes an event that settles the command that caused it. */
  observe(event: Event): void {
    if (event.cause !== null && this.#awaited.size > 0 && settles(event)) this.#awaited.delete(event.cause);
  }

  /** Forgets a client. */
  remove(member: Member): void {
    for (const [id, owner] of this.#owners) if (owner === member) this.#owners.delete(id);
  }
}

/** Whether an event settles the command that caused it. */
function settles(event: Event): boolean {
  if (event.type === "notice") return event.code === "prompt_dropped";
  return event.type === "reply" || event.type === "rejected" || event.type === "turn.completed";
}

function isAwaited(command: Command): boolean {
  if (command.type === "prompt") return !command.options.silent;
  return command.type === "tool_request" || command.type === "query" || command.type === "configure" ||
    command.type === "slash" || command.type === "interrupt" || command.type === "heartbeat";
}

function oldest(ids: Iterable<string>): string {
  for (const id of ids) return id;
  return "";
}
