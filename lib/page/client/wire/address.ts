/** The address of the page: the token comes in its fragment and leaves it at once; the open session stays in it. */

/** What the address and this tab's storage say. */
export interface Place {
  token: string;
  sessionId: string | null;
  /** Whether the person only watches. */
  isObserver: boolean;
}

const TOKEN_KEY = "qwen.token";
const ROLE_KEY = "qwen.role";
const NAME_KEY = "qwen.name";

/** Reads the place, keeps the token for reloads of this tab, and takes it out of the address bar. */
export function readPlace(): Place {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  if (token !== null) sessionStorage.setItem(TOKEN_KEY, token);
  const role = fragment.get("role");
  if (role !== null) sessionStorage.setItem(ROLE_KEY, role);
  const sessionId = fragment.get("session");
  writeSession(sessionId);
  return {
    token: sessionStorage.getItem(TOKEN_KEY) ?? "",
    sessionId,
    isObserver: sessionStorage.getItem(ROLE_KEY) === "observer",
  };
}

/** Names the open session in the address, without a new entry in the history. */
export function writeSession(sessionId: string | null): void {
  const fragment = sessionId === null ? "" : `#session=${encodeURIComponent(sessionId)}`;
  const wanted = `${location.pathname}${location.search}${fragment}`;
  if (wanted !== `${location.pathname}${location.search}${location.hash}`) history.replaceState(null, "", wanted);
}

/** The name under which this browser answers questions. */
export function readName(): string {
  const known = localStorage.getItem(NAME_KEY);
  if (known !== null && known !== "") return known;
  const name = `browser ${freshId().slice(0, 4)}`;
  localStorage.setItem(NAME_KEY, name);
  return name;
}

/** Keeps another name. */
export function keepName(name: string): void {
  localStorage.setItem(NAME_KEY, name);
}

/** A random UUID; pages without TLS on another machine have no `crypto.randomUUID`. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6] & 0x0f | 0x40;
  bytes[8] = bytes[8] & 0x3f | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
