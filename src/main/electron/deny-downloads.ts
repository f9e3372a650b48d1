import type { Session } from 'electron';

/** Refuses every download: what the operator saves is written by the privileged side. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault());
}
