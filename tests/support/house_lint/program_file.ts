/** Whether a file is part of the program, and not of its tests or its build. */
export function isProgramFile(path: string): boolean {
  return /\/(lib\/|main\.ts$)/.test(path) && !/\/(tests|build|schemas)\//.test(path);
}
