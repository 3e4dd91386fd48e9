/** The public conformance suite of MCP, run against this program as a client. */
import { assertEquals } from "@std/assert";
import { fromFileUrl } from "../../lib/path/mod.ts";
import { conformanceSuite } from "../support/sdk_clients.ts";

const CLIENT = fromFileUrl(new URL("../support/conformance_client.ts", import.meta.url));
const FAILURES = fromFileUrl(new URL("../support/mcp_expected_failures.yml", import.meta.url));
const CONFIG = fromFileUrl(new URL("../../deno.json", import.meta.url));
/** All scenarios of a revision wait for their turn within this time. */
const SCENARIO_MS = 280_000;

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
  errorMessage?: string;
  description: string;
}

/** Runs what a revision requires; returns the scenarios of its client list and their checks. */
async function runSuite(revision: string): Promise<Map<string, Check[]>> {
  const { node, folder } = await conformanceSuite();
  const results = await Deno.makeTempDir({ prefix: "qwen_conformance_" });
  const suite = `${folder}/node_modules/@modelcontextprotocol/conformance`;
  try {
    const { stdout, stderr } = await new Deno.Command(node, {
      args: [
        `${suite}/dist/index.js`,
        "client",
        ...["--command", `${Deno.execPath()} run -A --quiet --config ${CONFIG} ${CLIENT}`],
        ...["--requirements", revision, "--expected-failures", FAILURES],
        ...["--timeout", String(SCENARIO_MS), "--output-dir", results],
      ],
      cwd: results,
      env: { QWEN_CONFORMANCE_SLOTS: results },
      stdin: "null",
      signal: AbortSignal.timeout(SCENARIO_MS),
    }).output();
    const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    const required = requiredOf(await Deno.readTextFile(`${suite}/requirements/${revision}.yaml`));
    const found = new Map<string, Check[]>();
    for (const scenario of required) found.set(scenario, await checksOf(`${results}/${scenario}`, said));
    return found;
  } finally {
    await Deno.remove(results, { recursive: true });
  }
}

/** The list `client` of a requirement set. */
function requiredOf(yaml: string): string[] {
  const list = /^client:\n((?:\s+- .+\n)+)/m.exec(yaml)?.[1] ?? "";
  return list.trim().split("\n").map((line) => line.trim().slice(2));
}

/** The checks of a scenario, whose folder has a time in its name. */
async function checksOf(prefix: string, said: string): Promise<Check[]> {
  const parent = prefix.slice(0, prefix.lastIndexOf("/"));
  const name = prefix.slice(parent.length + 1);
  for await (const entry of Deno.readDir(parent)) {
    if (new RegExp(`^${name}-\\d{4}-`).test(entry.name)) {
      return JSON.parse(await Deno.readTextFile(`${parent}/${entry.name}/checks.json`));
    }
  }
  throw new Error(`The suite did not run ${name}:\n${said.slice(-4_000)}`);
}

/** The checks that failed, or that warn. */
function faultsOf(found: Map<string, Check[]>): string[] {
  return [...found].flatMap(([scenario, checks]) =>
    checks.filter(({ status }) => status === "FAILURE" || status === "WARNING")
      .map(({ id, errorMessage, description }) => `${scenario}:${id}: ${errorMessage ?? description}`)
  );
}

for (const { revision, count } of [{ revision: "2025-11-25", count: 18 }, { revision: "2026-07-28", count: 32 }]) {
  Deno.test(`all ${count} client scenarios that MCP ${revision} requires pass`, async () => {
    const found = await runSuite(revision);
    assertEquals(found.size, count);
    assertEquals(faultsOf(found), []);
    // A scenario that checks nothing has not shown anything.
    const empty = [...found].filter(([, checks]) => !checks.some(({ status }) => status === "SUCCESS"));
    assertEquals(empty.map(([scenario]) => scenario), []);
  });
}
