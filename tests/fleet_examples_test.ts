import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { parse } from "@std/yaml";
import { parseFlags } from "../lib/cli/args/flags.ts";
import { WORKERS } from "../lib/fleet/queue/queue_connection.ts";
import { QueueStage, queueTest } from "./support/queue_stage.ts";
import { isInstalled } from "./support/shim.ts";

const hasKubectl = await new Deno.Command("kubectl", { args: ["version", "--client"], stdout: "null", stderr: "null" })
  .output().then(({ success }) => success, () => false);
const FOLDER = fromFileUrl(new URL("../examples/fleet/", import.meta.url));

// deno-lint-ignore no-explicit-any -- the shape of these files is not ours.
async function documents(name: string): Promise<any[]> {
  const text = await Deno.readTextFile(`${FOLDER}${name}`);
  return text.split(/^---$/m).map((part) => parse(part));
}

/** Checks that the program takes a command line, and returns its flags. */
async function flagsOf(words: readonly string[]): Promise<Record<string, unknown>> {
  assertEquals(words[0].split("/").at(-1), "qwen");
  const { flags, notices, subcommand } = await parseFlags(words.slice(1), { isTerminal: false });
  assertEquals([notices, subcommand?.name === "worker" || subcommand?.name === "batch"], [[], true]);
  return flags;
}

Deno.test("examples/fleet/compose.yml: its worker starts and stops as the queue expects", async () => {
  const [{ services }] = await documents("compose.yml");
  const flags = await flagsOf(services.worker.command);
  assert(Number(services.worker.stop_grace_period.slice(0, -1)) * 1000 > Number(flags.drainTimeout));
  assertEquals(services.worker.environment.QWEN_QUEUE, "nats://nats:4222");
  assert(services.nats.command.includes("-js") && "nats" in services);
});

Deno.test("examples/fleet/kubernetes.yml: it scales with the backlog of the consumer of the workers", async () => {
  const [deployment, scaled] = await documents("kubernetes.yml");
  const { spec } = deployment.spec.template;
  const flags = await flagsOf(spec.containers[0].command);
  assert(spec.terminationGracePeriodSeconds * 1000 > Number(flags.drainTimeout));
  assertEquals(flags.metrics, `0.0.0.0:${spec.containers[0].ports[0].containerPort}`);
  const [{ type, metadata }] = scaled.spec.triggers;
  assertEquals([type, metadata.stream, metadata.consumer], ["nats-jetstream", "QWEN_JOBS", WORKERS]);
  assertEquals(scaled.spec.scaleTargetRef.name, deployment.metadata.name);
});

Deno.test("examples/fleet/qwen-worker@.service: the time for a stop is longer than that for draining", async () => {
  const unit = await Deno.readTextFile(`${FOLDER}qwen-worker@.service`);
  const value = (key: string): string => new RegExp(`^${key}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const flags = await flagsOf(value("ExecStart").split(" "));
  assert(Number(value("TimeoutStopSec")) * 1000 > Number(flags.drainTimeout));
  for (const section of ["Unit", "Service", "Install"]) assert(unit.includes(`[${section}]`));
});

Deno.test("examples/fleet/nightly.yml: its batch is one that the program takes", async () => {
  const [{ jobs }] = await documents("nightly.yml");
  const run = jobs.batch.steps.map(({ run = "" }) => run).find((line: string) => line.startsWith("qwen batch"));
  assertEquals((await flagsOf(run.split(" "))).keepGoing, true);
});

Deno.test({
  name: "examples/fleet/qwen-worker@.service: systemd takes it without a complaint",
  ignore: !isInstalled("systemd-analyze"),
  async fn(): Promise<void> {
    const folder = await Deno.makeTempDir();
    try {
      // It asks for a program that exists; the rest is as it is.
      const unit = await Deno.readTextFile(`${FOLDER}qwen-worker@.service`);
      const path = `${folder}/qwen-worker@1.service`;
      await Deno.writeTextFile(path, unit.replace("/usr/local/bin/qwen", "/bin/true"));
      assertEquals(await output("systemd-analyze", "verify", path), { code: 0, stderr: "" });
      await Deno.writeTextFile(path, unit.replace("KillMode=mixed", "KillMode=wrong"));
      assert((await output("systemd-analyze", "verify", path)).stderr !== "");
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "examples/fleet/kubernetes.yml: kubectl reads its objects",
  ignore: !hasKubectl,
  async fn(): Promise<void> {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.copyFile(`${FOLDER}kubernetes.yml`, `${folder}/kubernetes.yml`);
      await Deno.writeTextFile(`${folder}/kustomization.yaml`, "resources: [kubernetes.yml]\n");
      assertEquals(await output("kubectl", "kustomize", folder), { code: 0, stderr: "" });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

queueTest("examples/fleet/keep_days.ts: it limits the age of events and results, and refuses other words", async () => {
  await using stage = await QueueStage.open(() => "done");
  const run = (...args: string[]): Promise<{ code: number; stderr: string }> =>
    output(Deno.execPath(), "run", "-A", "--quiet", `${FOLDER}keep_days.ts`, ...args);
  assertEquals(await run(stage.nats.url, "2"), { code: 0, stderr: "" });
  const { manager } = stage.queue.connection;
  for (const stream of ["QWEN_EVENTS", "QWEN_RESULTS"]) {
    assertEquals((await manager.streams.info(stream)).config.max_age, 2 * 24 * 60 * 60 * 1e9);
  }
  assertEquals((await run(stage.nats.url, "soon")).code, 2);
});

async function output(command: string, ...args: string[]): Promise<{ code: number; stderr: string }> {
  const { code, stderr } = await new Deno.Command(command, { args, stdout: "null" }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}
