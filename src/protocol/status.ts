// Apart from the error body's schema: the window draws with these, and does without schemas at its start.

/** gRPC status codes that the service answers with, and their HTTP status (PROTOCOL.md, section 7). */
export const STATUS = {
  INVALID_ARGUMENT: { code: 3, http: 400 },
  NOT_FOUND: { code: 5, http: 404 },
  PERMISSION_DENIED: { code: 7, http: 403 },
  RESOURCE_EXHAUSTED: { code: 8, http: 429 },
  UNIMPLEMENTED: { code: 12, http: 501 },
  INTERNAL: { code: 13, http: 500 },
  UNAVAILABLE: { code: 14, http: 503 },
  UNAUTHENTICATED: { code: 16, http: 401 },
} as const;

export type StatusName = keyof typeof STATUS;

/** One field that a request got wrong: its path in the body (`parameters.signWith`) and why. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

/** Violations in one line, for places that have no room for a list. */
export const violationWords = (violations: readonly FieldViolation[]): string =>
  violations.map(({ field, description }) => `${field}: ${description}`).join('; ');
