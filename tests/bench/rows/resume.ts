import { loadSession } from "../../../lib/store/resume.ts";
import type { Figure, Row } from "../figure.ts";

const TURNS = 10_000;
const TURNS_PER_COMPACTION = 100;

/** Resuming a session of 200 MB and 10,000 turns, with compactions and without any. */
export const resume: Row = {
  name: "resume",
  async measure(): Promise<Figure[]> {
    return [...await measureWith("compactions"), ...await measureWith("no compaction")];
  },
};

async function measureWith(kind: "compactions" | "no compaction"): Promise<Figure[]> {
  const path = await Deno.makeTempFile({ suffix: ".jsonl" });
  try {
    await writeSession(path, kind);
    const before = Deno.memoryUsage().rss;
    const start = performance.now();
    const { messages } = await loadSession(path, { sessionId: "bench" });
    const ours = performance.now() - start;
    if (messages.length === 0) throw new Error("The session is empty");
    const grown = (Deno.memoryUsage().rss - before) / 2 ** 20;
    return [
      { name: `resume of 200 MB, ${kind}`, unit: "ms", ours, floor: null, target: { atMost: 1500 } },
      { name: "memory for it", unit: "MB", ours: grown, floor: null, target: { atMost: 240 } },
    ];
  } finally {
    await Deno.remove(path);
  }
}

async function writeSession(path: string, kind: "compactions" | "no compaction"): Promise<void> {
  using file = await Deno.open(path, { write: true });
  const writer = file.writable.getWriter();
  const encoder = new TextEncoder();
  const output = 'a line of "code" in a file\n'.repeat(650);
  let parentUuid: string | null = null;
  let lines = "";
  const put = (type: string, { subtype, ...rest }: Record<string, unknown>): void => {
    const uuid: string = crypto.randomUUID();
    const head = { uuid, parentUuid, sessionId: "bench", timestamp: "2026-01-01T00:00:00.000Z", type };
    lines += `${
      JSON.stringify({ ...head, provenance: type, ...(subtype ? { subtype } : {}), cwd: "/w", version: "1", ...rest })
    }\n`;
    parentUuid = uuid;
  };
  for (let turn = 0; turn < TURNS; turn++) {
    const call = { id: `call_${turn}`, name: "read_file" };
    put("user", { message: { role: "user", parts: [{ text: `prompt ${turn}` }] } });
    put("assistant", {
      message: { role: "model", parts: [{ functionCall: { ...call, args: { file_path: "/w/a" } } }] },
    });
    put("tool_result", { message: { role: "user", parts: [{ functionResponse: { ...call, response: { output } } }] } });
    put("assistant", { message: { role: "model", parts: [{ text: `answer ${turn}` }] } });
    if (turn % TURNS_PER_COMPACTION === TURNS_PER_COMPACTION - 1) {
      const compressedHistory = [{ role: "user", parts: [{ text: "a summary" }] }];
      const systemPayload = { info: {}, compressedHistory };
      if (kind === "compactions") put("system", { subtype: "chat_compression", systemPayload });
      await writer.write(encoder.encode(lines));
      lines = "";
    }
  }
  await writer.ready;
  writer.releaseLock();
}
