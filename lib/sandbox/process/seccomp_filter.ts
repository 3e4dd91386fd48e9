/**
 * The system calls that a read-only command may not use. A read-only mount does not stop a command from connecting to a
 * Unix socket in it, and whoever listens there may write; so the command gets no Unix sockets at all.
 */

/** One instruction of the kernel's packet filter language. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

const LOAD = 0x20;
const EQUALS = 0x15;
const AT_LEAST = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001; // EPERM

/** Where the kernel puts the number of the call, the architecture and the first argument. */
const CALL = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

const UNIX = 1;
/** The numbers of the calls of the x32 interface, which has the same architecture. */
const X32 = 0x40000000;

/** Numbers differ by machine: socket, then ptrace, process_vm_readv, process_vm_writev and io_uring_setup. */
const MACHINES: Readonly<Record<string, { architecture: number; socket: number; refused: readonly number[] }>> = {
  x86_64: { architecture: 0xc000003e, socket: 41, refused: [101, 310, 311, 425] },
  aarch64: { architecture: 0xc00000b7, socket: 198, refused: [117, 270, 271, 425] },
};

/** The filter for read-only commands as the kernel reads it; null for an unknown machine. */
export function readOnlyFilter(machine: string = Deno.build.arch): Uint8Array<ArrayBuffer> | null {
  if (!Object.hasOwn(MACHINES, machine)) return null;
  const { architecture, socket, refused } = MACHINES[machine];
  // A jump skips instructions: each check but the last one goes to the refusal at the end.
  const checks = refused.length;
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    [EQUALS, 0, checks + 6, architecture],
    [LOAD, 0, 0, CALL],
    [AT_LEAST, checks + 4, 0, X32],
    ...refused.map((number, at): Instruction => [EQUALS, checks - at + 3, 0, number]),
    [EQUALS, 0, 2, socket],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [EQUALS, 1, 0, UNIX],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE],
  ];
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [at, [code, jumpTrue, jumpFalse, value]] of program.entries()) {
    view.setUint16(at * 8, code, true);
    view.setUint8(at * 8 + 2, jumpTrue);
    view.setUint8(at * 8 + 3, jumpFalse);
    view.setUint32(at * 8 + 4, value, true);
  }
  return bytes;
}
