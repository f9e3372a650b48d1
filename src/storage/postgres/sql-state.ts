/** The five letters and digits by which PostgreSQL tells an error (`SQLSTATE`), or undefined for another error. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^[0-9A-Z]{5}$/u.test(error.code)
    ? error.code
    : undefined;
