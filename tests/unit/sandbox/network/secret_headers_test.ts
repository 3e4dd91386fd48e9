import { assertEquals } from "@std/assert";
import { fillHeaders, type HostSecret, secretsFor } from "../../../../lib/sandbox/network/secret_headers.ts";

const SECRET: HostSecret = { name: "TOKEN", host: "api.example.org", value: "va$&lue", placeholder: "qwen-secret-1" };

Deno.test("fillHeaders replaces placeholders in values and in Basic credentials, and nothing else", () => {
  const filled = fillHeaders([
    ["Authorization", "Bearer qwen-secret-1"],
    ["authorization", `Basic ${btoa("me:qwen-secret-1")}`],
    ["qwen-secret-1", "a name"],
    ["X-Other", `Digest ${btoa("qwen-secret-1")}`],
    ["X-Broken", "Basic qwen"],
  ], [SECRET]);
  assertEquals(filled, {
    headers: [
      ["Authorization", "Bearer va$&lue"],
      ["authorization", `Basic ${btoa("me:va$&lue")}`],
      ["qwen-secret-1", "a name"],
      ["X-Other", `Digest ${btoa("qwen-secret-1")}`],
      ["X-Broken", "Basic qwen"],
    ],
    used: ["TOKEN"],
  });
});

Deno.test("secretsFor knows hosts by name and port", () => {
  const onPort = { ...SECRET, host: "api.example.org:8443" };
  const names = (host: string, port: number): string[] =>
    secretsFor([SECRET, onPort], { host, port }).map((secret) => secret.host);
  assertEquals(names("api.example.org", 443), ["api.example.org"]);
  assertEquals(names("API.example.org.", 8443), ["api.example.org", "api.example.org:8443"]);
  assertEquals(names("example.org", 443), []);
  assertEquals(names("api.example.org.evil.test", 443), []);
});
