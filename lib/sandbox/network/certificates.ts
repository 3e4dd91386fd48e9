/**
 * A certificate authority that lives as long as a session. Two fixed templates and ECDSA keys of Web Crypto need a
 * hundred lines of DER; libraries for X.509 are a hundred times as large.
 */

/** A certificate with its private key, as PEM. */
export interface Certified {
  cert: string;
  key: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;
const DAY_MS = 86_400_000;
const VALID_DAYS = 30;
/** The tag bytes of DER. */
const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, time: 24, sequence: 48, set: 49 } as const;
const OID = {
  commonName: "2.5.4.3",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  subjectKeyId: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectNames: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyId: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
} as const;

/** Issues certificates for the hosts of one session. Its key never leaves the memory. */
export class SessionAuthority {
  /** The certificate that clients have to trust, as PEM. */
  readonly cert: string;
  readonly #keys: CryptoKeyPair;
  readonly #name: Uint8Array;
  readonly #keyId: Uint8Array;
  readonly #now: () => number;
  readonly #issued = new Map<string, Promise<Certified>>();

  private constructor(
    made: { cert: string; keys: CryptoKeyPair; name: Uint8Array; keyId: Uint8Array; now: () => number },
  ) {
    this.cert = made.cert;
    this.#keys = made.keys;
    this.#name = made.name;
    this.#keyId = made.keyId;
    this.#now = made.now;
  }

  /** Makes an authority with a new key. */
  static async make(now: () => number, title = "qwen session"): Promise<SessionAuthority> {
    const keys = await newKeys();
    const name = commonName(title);
    const spki = new Uint8Array(await crypto.subtle.exportKey("spki", keys.publicKey));
    const keyId = await keyIdOf(spki);
    const der = await certificate({
      ...{ issuer: name, subject: name, spki, signer: keys.privateKey, now: now() },
      extensions: [
        extension(OID.basicConstraints, {
          isCritical: true,
          value: sequence(tagged(TAG.boolean, Uint8Array.of(0xff))),
        }),
        // keyCertSign
        extension(OID.keyUsage, { isCritical: true, value: tagged(TAG.bits, Uint8Array.of(2, 0x04)) }),
        extension(OID.subjectKeyId, { isCritical: false, value: tagged(TAG.octets, keyId) }),
      ],
    });
    return new SessionAuthority({ cert: pem("CERTIFICATE", der), keys, name, keyId, now });
  }

  /** The certificate of a host; the same one every time. */
  certify(host: string): Promise<Certified> {
    const known = this.#issued.get(host) ?? this.#issue(host);
    this.#issued.set(host, known);
    return known;
  }

  async #issue(host: string): Promise<Certified> {
    const keys = await newKeys();
    const spki = new Uint8Array(await crypto.subtle.exportKey("spki", keys.publicKey));
    const der = await certificate({
      ...{ issuer: this.#name, subject: commonName("qwen session host"), spki },
      ...{ signer: this.#keys.privateKey, now: this.#now() },
      extensions: [
        extension(OID.basicConstraints, { isCritical: true, value: sequence() }),
        // digitalSignature
        extension(OID.keyUsage, { isCritical: true, value: tagged(TAG.bits, Uint8Array.of(7, 0x80)) }),
        extension(OID.extendedKeyUsage, { isCritical: false, value: sequence(oid(OID.serverAuth)) }),
        extension(OID.subjectNames, { isCritical: true, value: sequence(subjectName(host)) }),
        extension(OID.subjectKeyId, { isCritical: false, value: tagged(TAG.octets, await keyIdOf(spki)) }),
        extension(OID.authorityKeyId, { isCritical: false, value: sequence(tagged(0x80, this.#keyId)) }),
      ],
    });
    const key = new Uint8Array(await crypto.subtle.exportKey("pkcs8", keys.privateKey));
    return { cert: pem("CERTIFICATE", der), key: pem("PRIVATE KEY", key) };
  }
}

interface Template {
  issuer: Uint8Array;
  subject: Uint8Array;
  spki: Uint8Array;
  signer: CryptoKey;
  now: number;
  extensions: Uint8Array[];
}

async function certificate({ issuer, subject, spki, signer, now, extensions }: Template): Promise<Uint8Array> {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const serial = crypto.getRandomValues(new Uint8Array(16));
  // Positive and without leading zeros.
  serial[0] = (serial[0] & 0x3f) | 0x40;
  const body = sequence(
    tagged(0xa0, tagged(TAG.integer, Uint8Array.of(2))),
    tagged(TAG.integer, serial),
    algorithm,
    issuer,
    sequence(time(now - DAY_MS), time(now + VALID_DAYS * DAY_MS)),
    subject,
    spki,
    tagged(0xa3, sequence(...extensions)),
  );
  const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, signer, body);
  return sequence(body, algorithm, tagged(TAG.bits, joined(Uint8Array.of(0), signature(new Uint8Array(raw)))));
}

async function newKeys(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
}

async function keyIdOf(spki: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", spki)).slice(0, 20);
}

/** Web Crypto returns two numbers side by side. */
function signature(raw: Uint8Array): Uint8Array {
  const half = raw.length / 2;
  return sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)));
}

function integer(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const digits = bytes.subarray(start);
  return tagged(TAG.integer, digits[0] >= 0x80 ? joined(Uint8Array.of(0), digits) : digits);
}

function subjectName(host: string): Uint8Array {
  const bare = host.replace(/^\[|\]$/g, "");
  if (/^\d+\.\d+\.\d+\.\d+$/.test(bare)) return tagged(0x87, Uint8Array.from(bare.split(".").map(Number)));
  if (bare.includes(":")) return tagged(0x87, ipv6Bytes(bare));
  return tagged(0x82, new TextEncoder().encode(bare));
}

function ipv6Bytes(address: string): Uint8Array {
  const [head, tail] = address.split("::");
  const groups = (text: string | undefined): number[] =>
    text ? text.split(":").map((group) => parseInt(group, 16)) : [];
  const left = groups(head);
  const right = groups(tail);
  const all = [...left, ...new Array(Math.max(0, 8 - left.length - right.length)).fill(0), ...right];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function extension(id: string, { isCritical, value }: { isCritical: boolean; value: Uint8Array }): Uint8Array {
  const critical = isCritical ? [tagged(TAG.boolean, Uint8Array.of(0xff))] : [];
  return sequence(oid(id), ...critical, tagged(TAG.octets, value));
}

function commonName(text: string): Uint8Array {
  const name = sequence(oid(OID.commonName), tagged(TAG.utf8, new TextEncoder().encode(text)));
  return sequence(tagged(TAG.set, name));
}

function time(ms: number): Uint8Array {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "");
  return tagged(TAG.time, new TextEncoder().encode(text));
}

function oid(text: string): Uint8Array {
  const [first, second, ...rest] = text.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const number of rest) {
    const digits = [number & 0x7f];
    for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return tagged(TAG.oid, Uint8Array.from(bytes));
}

function sequence(...items: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return tagged(TAG.sequence, joined(...items));
}

/** A value with its tag and length. */
function tagged(tag: number, value: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = value.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return joined(Uint8Array.of(tag, ...length), value);
}

function joined(...pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function pem(label: string, der: Uint8Array): string {
  const lines = der.toBase64().replace(/.{64}/g, "$&\n").trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
