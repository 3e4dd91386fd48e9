// Written by schemas/generate.ts from the tools in lib/tools. Do not edit.

/** A fault of a value. */
export interface Fault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Validators of tool inputs by the name of the tool; the faults of a value are in `errors`. */
export declare const validators: Readonly<Record<string, ((value: unknown) => boolean) & { errors?: Fault[] | null }>>;
