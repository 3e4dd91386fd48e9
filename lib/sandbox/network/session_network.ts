import { fail } from "../../model/problem.ts";
import { after } from "../../model/timer.ts";
import { coversHost, type Fence } from "../policy/fences.ts";
import { ByteSource } from "./byte_source.ts";
import { SessionAuthority } from "./certificates.ts";
import { forwarderArgv } from "./forwarder.ts";
import type { HostSecret } from "./secret_headers.ts";
import type { SessionProxy, SessionProxyOptions } from "./session_proxy.ts";

/** What the network of a session is made from. */
export interface SessionNetworkOptions extends Pick<SessionProxyOptions, "onConnection" | "onSecret"> {
  net: Fence;
  secrets: readonly HostSecret[];
  /** Our own environment, which names certificates to trust. */
  env: Readonly<Record<string, string>>;
  now: () => number;
  sandbox: NetworkSandbox;
}

/** The sandbox around the commands, as far as their network needs it. */
export interface NetworkSandbox {
  /** Whether commands run in a verified sandbox. */
  readonly isConfined: boolean;
  /** The folder that commands see as /tmp; null where there is no sandbox. */
  readonly temporary: string | null;
  /** The namespaces of the session's commands. */
  readonly namespaces: { enter(argv: readonly string[]): string[] } | null;
  /** A new file name in a folder that commands do not see. */
  newFile(): string;
}

/** How long the forwarder may take to start. */
const START_MS = 10_000;
/** Where distributions keep the certificates of authorities. */
const SYSTEM_BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];
const BUNDLE_NAME = ".qwen-certificates.pem";
/** The variables that this program needs to start again as a forwarder. */
const FORWARDER_ENV = ["PATH", "HOME", "DENO_DIR", "XDG_CACHE_HOME", "DENO_NO_UPDATE_CHECK"];

/** The proxy of a session and its environment variables; opened with the first command that may use the network. */
export class SessionNetwork {
  readonly #options: SessionNetworkOptions;
  readonly #password: string = crypto.randomUUID();
  #proxy: { proxy: SessionProxy; bundle: string | null } | null = null;
  #forwarder: { child: Deno.ChildProcess; input: WritableStreamDefaultWriter<Uint8Array> } | null = null;
  #opening: Promise<void> | null = null;
  #files: string[] = [];
  #environment: Readonly<Record<string, string>> = {};

  constructor(options: SessionNetworkOptions) {
    this.#options = options;
  }

  /** The variables by which commands find the proxy, the placeholders and the certificates; set by `open`. */
  get environment(): Readonly<Record<string, string>> {
    return this.#environment;
  }

  /** Starts the proxy, once. */
  open(): Promise<void> {
    return this.#opening ??= this.#open();
  }

  /** Ends all connections and removes the files. */
  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    this.#proxy?.proxy.close();
    const forwarder = this.#forwarder;
    this.#forwarder = null;
    if (forwarder) {
      await forwarder.input.close().catch(() => undefined);
      await forwarder.child.status;
    }
    for (const path of this.#files.splice(0)) await Deno.remove(path).catch(() => undefined);
  }

  async #open(): Promise<void> {
    const { net, secrets, sandbox } = this.#options;
    const { proxy, bundle } = this.#proxy ??= await this.#makeProxy();
    const isInside = sandbox.isConfined && net.allow !== "all" && sandbox.namespaces !== null;
    const port = isInside ? await this.#listenInside(proxy) : listenOutside(proxy);
    this.#environment = {
      ...proxyVariables(`http://qwen:${this.#password}@127.0.0.1:${port}`, net),
      ...Object.fromEntries(secrets.map(({ name, placeholder }) => [name, placeholder])),
      ...(bundle === null ? {} : {
        SSL_CERT_FILE: bundle,
        NODE_EXTRA_CA_CERTS: bundle,
        CURL_CA_BUNDLE: bundle,
        GIT_SSL_CAINFO: bundle,
      }),
    };
  }

  async #makeProxy(): Promise<{ proxy: SessionProxy; bundle: string | null }> {
    const { net, secrets, env, now, onConnection, onSecret } = this.#options;
    const { SessionProxy } = await import("./session_proxy.ts");
    const authority = secrets.length > 0 ? await SessionAuthority.make(now) : null;
    const caCerts = await readAll([env.DENO_CERT, env.SSL_CERT_FILE]);
    const certificates = authority ? [...caCerts, authority.cert] : caCerts;
    const bundle = certificates.length > 0 ? await this.#writeBundle(certificates) : null;
    const password = this.#password;
    const proxy = new SessionProxy({ net, secrets, authority, caCerts, password, onConnection, onSecret });
    return { proxy, bundle };
  }

  /** Makes the proxy reachable from the namespace of the commands; returns its port there. */
  async #listenInside(proxy: SessionProxy): Promise<number> {
    const { sandbox, env } = this.#options;
    const path = sandbox.newFile();
    this.#files.push(path);
    void proxy.serve(Deno.listen({ transport: "unix", path }));
    const [command, ...args] = sandbox.namespaces?.enter(forwarderArgv(path)) ?? forwarderArgv(path);
    const child = new Deno.Command(command, {
      args,
      cwd: "/",
      env: Object.fromEntries(FORWARDER_ENV.flatMap((name) => env[name] === undefined ? [] : [[name, env[name]]])),
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    child.unref();
    this.#forwarder = { child, input: child.stdin.getWriter() };
    // It ends with the namespaces; the next command opens both again.
    void child.status.then(() => this.#opening = null);
    const port = await portOf(child);
    if (port === null) {
      throw fail("sandbox_unavailable", "The network of commands cannot be opened", {
        hint: "Leave out --allow-net and --secret to run commands without network.",
      });
    }
    return port;
  }

  /** Writes the file with all certificates that commands trust; returns its path as they see it. */
  async #writeBundle(certificates: readonly string[]): Promise<string> {
    const { temporary } = this.#options.sandbox;
    const system = (await readAll(SYSTEM_BUNDLES))[0] ?? "";
    const path = temporary === null ? await Deno.makeTempFile({ suffix: ".pem" }) : `${temporary}/${BUNDLE_NAME}`;
    await Deno.writeTextFile(path, [system, ...certificates].join("\n"));
    this.#files.push(path);
    return temporary === null ? path : `/tmp/${BUNDLE_NAME}`;
  }
}

function listenOutside(proxy: SessionProxy): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  void proxy.serve(listener);
  return listener.addr.port;
}

function proxyVariables(url: string, net: Fence): Record<string, string> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const isOwnNamed = ["localhost", "127.0.0.1", "::1"].some((host) => namesHost(net, host));
  // The loopback of the session itself needs no proxy; where that of the machine is allowed, it goes through the proxy.
  const direct = isOwnNamed ? "" : "localhost,127.0.0.1,::1";
  return {
    ...Object.fromEntries(names.flatMap((name) => [[name, url], [name.toLowerCase(), url]])),
    NO_PROXY: direct,
    no_proxy: direct,
  };
}

/** Whether a host is allowed by its name, on any port. */
function namesHost({ allow }: Fence, host: string): boolean {
  if (allow === "all") return true;
  return allow.some((entry) => coversHost([entry], { host, port: Number(/:(\d+)$/.exec(entry)?.[1] ?? 80) }) !== null);
}

async function readAll(paths: readonly (string | undefined)[]): Promise<string[]> {
  const texts: string[] = [];
  for (const path of paths) {
    if (!path) continue;
    try {
      texts.push(await Deno.readTextFile(path));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return texts;
}

/** The port that a forwarder prints; null when it ends before, or takes too long. */
async function portOf(child: Deno.ChildProcess): Promise<number | null> {
  const cancel = after(START_MS, () => child.kill("SIGKILL"));
  const reader = child.stdout.getReader();
  const source = new ByteSource({
    read: async (buffer) => {
      const { value } = await reader.read();
      if (value) buffer.set(value);
      return value?.length ?? null;
    },
  });
  try {
    const line = await source.line(64);
    return line !== null && /^\d+$/.test(line) ? Number(line) : null;
  } finally {
    cancel();
    reader.releaseLock();
  }
}
