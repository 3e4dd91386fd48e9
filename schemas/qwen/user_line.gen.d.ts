// Written by schemas/generate.ts from the schema beside it. Do not edit.
import type { Fault, UserLine } from "./in.gen.js";

/** Whether a value is sound; its faults are in `errors`. */
export declare const validate: ((value: unknown) => value is UserLine) & { errors?: Fault[] | null };
