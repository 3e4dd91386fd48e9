import { type Bench, type Figure, median, type Row } from "../figure.ts";
import { textAnswer } from "../model_server.ts";
import { processUsage, spawn, withArgs } from "../program.ts";

const PROMPTS = 20;

/** A session that stays open: how soon a later prompt reaches the model, and what it holds while nothing happens. */
export const openSession: Row = {
  name: "open-session",
  async measure({ qwen, model }: Bench): Promise<Figure[]> {
    model.add("session", () => textAnswer(1));
    const args = ["--input-format", "stream-json", "--output-format", "stream-json"];
    const child = spawn(withArgs(qwen, args, model.env("session")), {
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    });
    const writer = child.stdin.getWriter();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const latencies: number[] = [];
    for (let prompt = 0; prompt < PROMPTS; prompt++) {
      const line = { type: "user", message: { role: "user", content: `prompt ${prompt}` }, parent_tool_use_id: null };
      const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
      const sentAt = performance.now();
      await writer.write(bytes);
      for (let text = ""; !text.includes('"type":"result"');) {
        const { value, done } = await reader.read();
        if (done) throw new Error("The session ended early");
        text += value;
      }
      const [{ askedAt }] = model.takeVisits();
      if (prompt > 0) latencies.push(askedAt - sentAt);
    }
    const idle = (await processUsage(child.pid)).residentBytes / 2 ** 20;
    await writer.close();
    while (!(await reader.read()).done);
    await child.status;
    return [
      {
        name: "later prompt reaches the model",
        unit: "ms",
        ours: median(latencies),
        floor: null,
        target: { atMost: 5 },
      },
      { name: "memory of an idle session", unit: "MB", ours: idle, floor: null, target: { atMost: 60 } },
    ];
  },
};
