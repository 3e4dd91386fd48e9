import { coversHost } from "../policy/fences.ts";

/** A secret that commands use without seeing it. */
export interface HostSecret {
  /** The variable in which commands see the placeholder. */
  name: string;
  /** A host, or host:port; requests to others never contain the value. */
  host: string;
  value: string;
  placeholder: string;
}

/** Where a request goes. */
export interface Destination {
  host: string;
  port: number;
}

/** The secrets of a destination. */
export function secretsFor(secrets: readonly HostSecret[], destination: Destination): HostSecret[] {
  return secrets.filter(({ host }) => coversHost([host], destination) !== null);
}

/** Whether the secret names the port, which allows it on a connection without TLS. */
export function namesPort({ host }: HostSecret): boolean {
  return /:\d+$/.test(host);
}

/** Headers with the values of secrets in place of their placeholders, and the names of those that were used. */
export function fillHeaders(
  headers: readonly [name: string, value: string][],
  secrets: readonly HostSecret[],
): { headers: [name: string, value: string][]; used: string[] } {
  const used = new Set<string>();
  const fill = (text: string): string => {
    let filled = text;
    for (const { name, placeholder, value } of secrets) {
      if (!filled.includes(placeholder)) continue;
      used.add(name);
      filled = filled.replaceAll(placeholder, () => value);
    }
    return filled;
  };
  const filled = headers.map(([name, value]): [string, string] => [name, fillBasic(fill(value), fill)]);
  return { headers: filled, used: [...used] };
}

/** Basic credentials contain the placeholder in base64. */
function fillBasic(value: string, fill: (text: string) => string): string {
  const [, scheme, encoded] = /^(Basic)[ ]+([A-Za-z0-9+/]+={0,2})$/i.exec(value) ?? [];
  if (encoded === undefined) return value;
  let credentials: string;
  try {
    credentials = new TextDecoder().decode(Uint8Array.fromBase64(encoded));
  } catch {
    // It is not base64, so it contains no placeholder either.
    return value;
  }
  const filled = fill(credentials);
  return filled === credentials ? value : `${scheme} ${new TextEncoder().encode(filled).toBase64()}`;
}
