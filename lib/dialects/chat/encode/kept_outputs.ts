/** A piece of output of one channel. */
export interface OutputPiece {
  channel: "stdout" | "stderr";
  text: string;
}

const MAX_KEPT_CHARS = 200_000;

/** Output of running tools in order, for lines that are written when the tool has ended. */
export class KeptOutputs {
  readonly #calls = new Map<string, { pieces: OutputPiece[]; chars: number }>();

  /** Keeps a piece. Output that is too long is dropped: the line then shows the tool's own shortened output. */
  add(callId: string, piece: OutputPiece): void {
    const call = this.#calls.get(callId) ?? { pieces: [], chars: 0 };
    this.#calls.set(callId, call);
    call.chars += piece.text.length;
    if (call.chars > MAX_KEPT_CHARS) {
      call.pieces = [];
      return;
    }
    const last = call.pieces.at(-1);
    if (last?.channel === piece.channel) last.text += piece.text;
    else call.pieces.push({ channel: piece.channel, text: piece.text });
  }

  /** Removes and returns the output of a call. */
  take(callId: string): OutputPiece[] {
    const { pieces } = this.#calls.get(callId) ?? { pieces: [] };
    this.#calls.delete(callId);
    return pieces;
  }
}
