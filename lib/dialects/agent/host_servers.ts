/** MCP servers that run inside a host, as its `initialize` request describes them. */
import type { PermissionUpdate } from "../../model/ports/access.ts";
import type { HostServer, ServerManifest } from "../../model/command.ts";
import { isObject, type JsonObject } from "../../model/json.ts";

type Fields = Record<string, unknown>;

/** What became of a manifest: the answers that a host collected from a server before `initialize`. */
export type ManifestFate = "parked" | "already_connected" | "protocol_version_mismatch" | "malformed";

/** The MCP version that our client requests; it cannot use answers of another one. */
export const MCP_VERSION = "2025-11-25";

/** The servers of an `initialize` request: a list of names, or an object by name. */
export function hostServers(request: Fields): HostServer[] {
  const manifests = isObject(request.sdkMcpServerManifests) ? request.sdkMcpServerManifests : {};
  return namesOf(request.sdkMcpServers).map(({ key, name }) => {
    const timeout = configOf(request, key).timeout;
    const server: HostServer = { name, timeoutMs: typeof timeout === "number" ? timeout : null };
    if (configOf(request, key).trust === true || entryOf(request.sdkMcpServers, key).trust === true) {
      server.trust = true;
    }
    const manifest = readManifest(manifests[key]);
    if (manifest?.introduction.protocolVersion === MCP_VERSION) server.manifest = manifest;
    return server;
  });
}

/** What becomes of each manifest of an `initialize` request; null without manifests. */
export function manifestFates(request: Fields, connected: readonly string[]): Record<string, ManifestFate> | null {
  const manifests = request.sdkMcpServerManifests;
  const names = namesOf(request.sdkMcpServers);
  if (manifests === undefined || manifests === null || names.length === 0) return null;
  const fates: Record<string, ManifestFate> = {};
  for (const { key, name } of names) {
    if (isObject(manifests) && !Object.hasOwn(manifests, key)) continue;
    const manifest = isObject(manifests) ? readManifest(manifests[key]) : null;
    if (!manifest) fates[key] = "malformed";
    else if (connected.includes(name)) fates[key] = "already_connected";
    else if (manifest.introduction.protocolVersion !== MCP_VERSION) fates[key] = "protocol_version_mismatch";
    else fates[key] = "parked";
  }
  return fates;
}

/** Permission rules from the host's policies for single tools. */
export function toolPolicies(request: Fields): PermissionUpdate[] {
  return namesOf(request.sdkMcpServers).flatMap(({ key, name }) => {
    const { tools } = configOf(request, key);
    return Array.isArray(tools) ? tools.flatMap((tool) => toolPolicy(name, tool)) : [];
  });
}

function toolPolicy(server: string, tool: unknown): PermissionUpdate[] {
  if (!isObject(tool) || typeof tool.name !== "string" || tool.permission_policy === undefined) return [];
  const behaviors = { always_allow: "allow", always_deny: "deny" } as const;
  const behavior = tool.permission_policy === "always_allow" || tool.permission_policy === "always_deny"
    ? behaviors[tool.permission_policy]
    : "ask";
  const rules = [{ tool: ruleName(`mcp__${server}__${tool.name}`), specifier: null }];
  return [{ type: "rules", change: "add", behavior, rules }];
}

/** Permission rules of a mode for one server: only the mode that asks needs a rule. */
export function overrideUpdates(server: string, mode: "default" | "auto" | null): PermissionUpdate[] {
  const rules = [{ tool: ruleName(`mcp__${server}`), specifier: null }];
  return [{ type: "rules", change: mode === "default" ? "add" : "remove", behavior: "ask", rules }];
}

function ruleName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_");
}

function namesOf(servers: unknown): { key: string; name: string }[] {
  if (Array.isArray(servers)) {
    return servers.filter((name) => typeof name === "string").map((name) => ({ key: name, name }));
  }
  if (!isObject(servers)) return [];
  return Object.entries(servers).map(([key, server]) => {
    const name = isObject(server) && typeof server.name === "string" && server.name !== "" ? server.name : key;
    return { key, name };
  });
}

function entryOf(servers: unknown, key: string): Fields {
  const entry = isObject(servers) && Object.hasOwn(servers, key) ? servers[key] : undefined;
  return isObject(entry) ? entry : {};
}

function configOf(request: Fields, key: string): Fields {
  const configs = request.sdkMcpServerConfigs;
  const config = isObject(configs) && Object.hasOwn(configs, key) ? configs[key] : undefined;
  return isObject(config) ? config : {};
}

function readManifest(value: unknown): ServerManifest | null {
  if (!isObject(value) || !isObject(value.initializeResult)) return null;
  const { initializeResult, toolsListResult } = value;
  if (typeof initializeResult.protocolVersion !== "string" || !isObject(initializeResult.serverInfo)) return null;
  if (toolsListResult === undefined) return { introduction: initializeResult as JsonObject };
  if (!isObject(toolsListResult) || !Array.isArray(toolsListResult.tools)) return null;
  return { introduction: initializeResult as JsonObject, tools: toolsListResult as JsonObject };
}
