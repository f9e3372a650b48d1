/** Writes what was not expected to standard error, as one JSON line. Errors of ours hold no secrets. */
export function reportFault(name: string, error: unknown): void {
  const what =
    error instanceof Error ? { message: error.message, stack: error.stack } : { message: 'not an error' };
  process.stderr.write(`${JSON.stringify({ level: 'error', name, ...what })}\n`);
}
