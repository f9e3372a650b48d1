import type { CustomScheme, Session } from 'electron';
import { expect, it, vi } from 'vitest';
import { registerSchemes } from '#main/electron/surface-session.ts';
import { webPreferences } from '#main/electron/page-settings.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

it('gives pages no Node, no shared world and no way around the rules of the web', () => {
  const session: unknown = {};
  expect(webPreferences('preload.cjs', session as Session, false)).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    allowRunningInsecureContent: false,
    webviewTag: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    disableDialogs: true,
    devTools: false,
  });
});

it('makes origins of our schemes, without a way around the CSP and without service workers', () => {
  let registered: CustomScheme[] = [];
  registerSchemes({ registerSchemesAsPrivileged: (schemes) => (registered = schemes) });
  expect(registered.map(({ scheme }) => scheme)).toEqual(['app', 'approval']);
  for (const { privileges } of registered) {
    expect(privileges).toMatchObject({
      standard: true,
      secure: true,
      bypassCSP: false,
      allowServiceWorkers: false,
    });
  }
});
