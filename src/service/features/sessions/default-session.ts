/** Specification, "Limits": sessions last 15 minutes where the request does not say. */
export const DEFAULT_SESSION_SECONDS = '900';

/** What a session JWT calls a session without a profile (PROTOCOL.md, section 4). */
export const DEFAULT_SESSION_TYPE = 'SESSION_TYPE_READ_WRITE';
