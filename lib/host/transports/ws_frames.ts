/**
 * WebSocket frames (RFC 6455) as bytes. Payload is passed on as it arrives and never collected, so that a large frame
 * costs no memory and the limits on lines apply to it.
 */

const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const MAX_CONTROL_BYTES = 125;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Status codes of a close frame. */
export const CLOSE_NORMAL = 1000;
const CLOSE_PROTOCOL = 1002;

/** What the bytes of a client mean. */
export interface Decoded {
  /** Payload of messages: each message is one line. */
  lines: Uint8Array[];
  /** Frames to send in return. */
  replies: Uint8Array<ArrayBuffer>[];
  /** Whether the client has closed the connection or violated the protocol. */
  isOver: boolean;
}

interface Frame {
  opcode: number;
  isFinal: boolean;
  mask: Uint8Array;
  /** Bytes that are still to come, and those that have come. */
  left: number;
  seen: number;
  /** The payload of a control frame. */
  control: number[];
}

/** Decodes the frames of one client. */
export class FrameDecoder {
  #head: number[] = [];
  #frame: Frame | null = null;
  /** Whether a message has begun whose last frame has not come. */
  #isWithin = false;
  #isOver = false;

  /** Takes the next bytes; changes them in place. */
  push(bytes: Uint8Array): Decoded {
    const decoded: Decoded = { lines: [], replies: [], isOver: false };
    let at = 0;
    while (at < bytes.length && !this.#isOver) {
      if (this.#frame) {
        const piece = bytes.subarray(at, at + this.#frame.left);
        at += piece.length;
        this.#take(piece, { frame: this.#frame, decoded });
      } else {
        this.#head.push(bytes[at++]);
        this.#begin(decoded);
      }
    }
    return { ...decoded, isOver: this.#isOver };
  }

  /** Begins a frame when its head is complete. */
  #begin(decoded: Decoded): void {
    const head = this.#head;
    if (head.length < 2) return;
    const isMasked = (head[1] & 0x80) !== 0;
    if (!isMasked) return this.#fail(decoded);
    const short = head[1] & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (head.length < 2 + lengthBytes + 4) return;
    const left = lengthBytes === 0 ? short : head.slice(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
    const opcode = head[0] & 0x0f;
    const isFinal = (head[0] & 0x80) !== 0;
    this.#head = [];
    if ((head[0] & 0x70) !== 0 || !this.#fits({ opcode, isFinal, left })) return this.#fail(decoded);
    if (opcode === TEXT || opcode === BINARY) this.#isWithin = true;
    const mask = Uint8Array.from(head.slice(-4));
    this.#frame = { opcode, isFinal, mask, left, seen: 0, control: [] };
    if (left === 0) this.#end(this.#frame, decoded);
  }

  #fits({ opcode, isFinal, left }: { opcode: number; isFinal: boolean; left: number }): boolean {
    if (opcode === CONTINUATION) return this.#isWithin;
    if (opcode === TEXT || opcode === BINARY) return !this.#isWithin;
    return (opcode === CLOSE || opcode === PING || opcode === PONG) && isFinal && left <= MAX_CONTROL_BYTES;
  }

  #take(piece: Uint8Array, { frame, decoded }: { frame: Frame; decoded: Decoded }): void {
    const isData = frame.opcode < CLOSE;
    for (let index = 0; index < piece.length; index++) {
      const byte = piece[index] ^ frame.mask[frame.seen++ & 3];
      // A message is one line, however it is formatted.
      piece[index] = isData && (byte === LF || byte === CR) ? SPACE : byte;
    }
    frame.left -= piece.length;
    if (isData) decoded.lines.push(piece);
    else frame.control.push(...piece);
    if (frame.left === 0) this.#end(frame, decoded);
  }

  #end(frame: Frame, decoded: Decoded): void {
    this.#frame = null;
    const { opcode, isFinal, control } = frame;
    if (opcode === PING) decoded.replies.push(frameOf(PONG, Uint8Array.from(control)));
    if (opcode === CLOSE) {
      this.#isOver = true;
      decoded.replies.push(frameOf(CLOSE, Uint8Array.from(control.slice(0, 2))));
    }
    if (opcode >= CLOSE || !isFinal) return;
    this.#isWithin = false;
    decoded.lines.push(Uint8Array.of(LF));
  }

  #fail(decoded: Decoded): void {
    this.#isOver = true;
    decoded.replies.push(closeFrame(CLOSE_PROTOCOL));
  }
}

/** A message as one frame. */
export function textFrame(text: Uint8Array): Uint8Array<ArrayBuffer> {
  return frameOf(TEXT, text);
}

/** The frame that closes a connection. */
export function closeFrame(status: number): Uint8Array<ArrayBuffer> {
  return frameOf(CLOSE, Uint8Array.of(status >> 8, status & 0xff));
}

function frameOf(opcode: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = payload.length;
  const lengthBytes = size <= 125 ? 0 : size <= 0xffff ? 2 : 8;
  const frame = new Uint8Array(2 + lengthBytes + size);
  const view = new DataView(frame.buffer);
  frame[0] = 0x80 | opcode;
  frame[1] = lengthBytes === 0 ? size : lengthBytes === 2 ? 126 : 127;
  if (lengthBytes === 2) view.setUint16(2, size);
  if (lengthBytes === 8) view.setBigUint64(2, BigInt(size));
  frame.set(payload, 2 + lengthBytes);
  return frame;
}
