import type { LoginSession } from '../../../../preload/contract/login-sessions.ts';

/** How a session was opened, in words. */
export const ORIGIN_WORDS: Readonly<Record<LoginSession['origin'], string>> = {
  'stamp-login': 'Login by stamp',
  'read-write': 'Read-write session',
  oauth: 'OAuth session',
  'oauth-login': 'Login by OAuth',
};

/** Lengths that are offered; in seconds, as the choice's id. */
export const LENGTHS = [
  { id: '900', label: '15 minutes' },
  { id: '3600', label: '1 hour' },
  { id: '28800', label: '8 hours' },
  { id: '86400', label: '1 day' },
] as const;
