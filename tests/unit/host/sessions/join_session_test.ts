import { assertEquals, assertRejects } from "@std/assert";
import { Client, type Role } from "../../../../lib/host/client.ts";
import { DEFAULT_LIMITS } from "../../../../lib/host/limits.ts";
import { HostedSession } from "../../../../lib/host/sessions/hosted_session.ts";
import { type Entry, type JoinPort, joinSession } from "../../../../lib/host/sessions/join_session.ts";
import { memoryConnection } from "../../../../lib/host/transports/memory.ts";
import { systemClock } from "../../../../lib/model/clock.ts";
import type { CommandOf } from "../../../../lib/model/command.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { openForServer, PlayedSession } from "../../../support/serve_stage.ts";

async function clientAs(role: Role): Promise<Client> {
  const { conversation } = await openForServer("chat", DEFAULT_LIMITS);
  return new Client({
    name: "Ann",
    role,
    ownsSessions: false,
    follows: false,
    managesSessions: true,
    countsEvents: false,
    showsQuestions: true,
    connection: memoryConnection({ write: ({ length }) => Promise.resolve(length) }),
    lines: { read: () => Promise.resolve({ done: true }) },
    output: { write: () => {}, close: () => Promise.resolve() },
    conversation,
    limits: DEFAULT_LIMITS,
    clock: systemClock,
    route: () => Promise.resolve(),
    readFirst: () => Promise.resolve("read"),
    onInputEnd: () => {},
  });
}

function hosted(id: string): HostedSession {
  return new HostedSession(new PlayedSession(id), {
    clock: systemClock,
    logId: `log of ${id}`,
    taps: [],
    onRename: () => {},
    keepsHistory: true,
    ringBytes: 1_000_000,
    diskBytes: 0,
    folder: null,
    onFailure: () => {},
  });
}

/** A port with one live session L and one saved session S. */
function portOf(options: { isStopped?: boolean; live?: HostedSession } = {}): JoinPort & { entered: Entry[] } {
  const entered: Entry[] = [];
  const live = options.live ?? hosted("L");
  return {
    entered,
    saved: {
      list: () => Promise.resolve({ sessions: [], nextCursor: null }),
      find: (id) => Promise.resolve(id === "S" ? { sessionId: "S", cwd: "/", title: "", updatedAt: 0 } : null),
      remove: () => Promise.resolve(),
    },
    isStopped: options.isStopped ?? false,
    live: (id) => Promise.resolve(id === live.id ? live : undefined),
    open: (id) => Promise.resolve(hosted(id ?? "new")),
    enter: (entry) => Promise.resolve(void entered.push(entry)),
  };
}

function join(sessionId: string | null, place: { fromSeq?: number; logId?: string } = {}): CommandOf<"join"> {
  return { id: "c1", sessionId, type: "join", fromSeq: place.fromSeq ?? null, logId: place.logId ?? null };
}

Deno.test("a client joins a live session, resumes a saved one, and opens a new one where it names none", async () => {
  for (const [wanted, got] of [["L", "L"], ["S", "S"], [null, "new"]] as const) {
    const client = await clientAs("controller");
    const port = portOf();
    await joinSession(client, join(wanted), port);
    const [{ session, told }] = port.entered;
    assertEquals([session.id, session.isFollowed, client.follows], [got, true, true]);
    const result = told?.body.type === "reply" && told.body.result.kind === "joined" ? told.body.result : null;
    assertEquals([told?.cause, result?.role, result?.logId], ["c1", "controller", `log of ${got}`]);
  }
});

Deno.test("a session that is unknown, and any other than a live one for an observer, is refused", async () => {
  const controller = await clientAs("controller");
  const observer = await clientAs("observer");
  const refusals = [
    { client: controller, wanted: "nobody", port: portOf(), code: "session_not_found" },
    { client: observer, wanted: "S", port: portOf(), code: "read_only" },
    { client: observer, wanted: null, port: portOf(), code: "read_only" },
    { client: controller, wanted: null, port: portOf({ isStopped: true }), code: "limit_exceeded" },
  ];
  for (const { client, wanted, port, code } of refusals) {
    const error = await assertRejects(() => joinSession(client, join(wanted), port), QwenError);
    assertEquals([wanted, error.problem.code, port.entered.length], [wanted, code, 0]);
  }
  const port = portOf();
  await joinSession(observer, join("L"), port);
  const { told } = port.entered[0];
  assertEquals(
    told?.body.type === "reply" && told.body.result.kind === "joined" ? told.body.result.role : "",
    "observer",
  );
});

Deno.test("a client continues after the last event that it saw, if that was an event of this log", async () => {
  const played = hosted("L");
  while (played.log.seq === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const { seq } = played.log;
  const places = [
    [{ fromSeq: seq, logId: "log of L" }, seq],
    [{ fromSeq: seq }, seq],
    [{ fromSeq: seq, logId: "another" }, 0],
    [{ fromSeq: seq + 1_000 }, 0],
    [{}, 0],
  ] as const;
  for (const [place, expected] of places) {
    const port = portOf({ live: played });
    await joinSession(await clientAs("controller"), join("L", place), port);
    assertEquals([place, port.entered[0].fromSeq], [place, expected]);
  }
});
