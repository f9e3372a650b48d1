import type { Session } from 'electron';

/**
 * Answers every `file:` address with a refusal. Electron reads files for such addresses without asking the request
 * filter (deny-network.ts); no page of ours is a file.
 */
export function denyFiles(session: { protocol: Pick<Session['protocol'], 'handle'> }): void {
  session.protocol.handle('file', () => new Response(null, { status: 403 }));
}
