import type { App } from 'electron';
import {
  denyDownloads,
  denyFiles,
  denyMoves,
  denyNavigation,
  denyNewWindows,
  denyPermissions,
  denyWebviews,
} from './deny.ts';
import { denyNetwork } from './deny-network.ts';

/** Puts the refusals on every page and session there will ever be, before it can do anything. */
export function guardContents(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => {
    denyMoves(contents);
    denyNavigation(contents);
    denyNewWindows(contents);
    denyWebviews(contents);
  });
  app.on('session-created', (session) => {
    denyPermissions(session);
    denyDownloads(session);
    denyFiles(session);
    // The sessions of our surfaces get their one address when they are made (surface-session.ts).
    denyNetwork(session, null);
  });
}
