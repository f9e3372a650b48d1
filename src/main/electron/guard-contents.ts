import type { App, BrowserWindow, Session, WebContents } from 'electron';
import { type SurfaceAddress, isAtSurface } from '../bridge/surfaces.ts';

/**
 * Cancels every request of a session's pages but those to its surface's own address. The pages need no network: the
 * privileged side speaks to the service.
 * @param address null for a session that shows no surface: everything is cancelled
 */
export function denyNetwork(
  session: { webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> },
  address: SurfaceAddress | null,
): void {
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: address === null || !isAtSurface(address, details.url) }),
  );
}

/** Keeps a page where the host put it: no link, script, form or redirect leads it, or a frame in it, elsewhere. */
export function denyNavigation(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
}

/** Refuses every window that a page wants to open: `window.open`, targets of links, middle clicks. */
export function denyNewWindows(contents: Pick<WebContents, 'setWindowOpenHandler'>): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Refuses every move and resize that a page asks for (`moveTo`, `resizeBy`): where the window is, the operator decides. */
function denyMoves(contents: Pick<WebContents, 'on'>): void {
  contents.on('content-bounds-updated', (event) => event.preventDefault());
}

/** Refuses every webview tag; the tag is switched off too (`webviewTag: false`). */
export function denyWebviews(contents: Pick<WebContents, 'on'>): void {
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Refuses every permission, asked for or looked up; Electron's own default is to grant them all. */
export function denyPermissions(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >,
): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

/**
 * Lends the camera to a surface's own page while it is open, and refuses everything else as before: the microphone, frames,
 * other addresses, and every other permission.
 * @param session that of the surface alone
 * @returns opens and closes it; it is closed at first
 */
export function lendCamera(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>,
  address: SurfaceAddress,
): (isOpen: boolean) => void {
  let open = false;
  const isPage = (url: string | undefined, isMainFrame: boolean): boolean =>
    isMainFrame && url !== undefined && isAtSurface(address, url);
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const { requestingUrl, isMainFrame } = details;
    const types = 'mediaTypes' in details ? details.mediaTypes : undefined;
    const isCamera = permission === 'media' && types?.length === 1 && types[0] === 'video';
    answer(open && isCamera && isPage(requestingUrl, isMainFrame));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) => {
    const { mediaType, requestingUrl, isMainFrame } = details;
    return open && permission === 'media' && mediaType === 'video' && isPage(requestingUrl, isMainFrame);
  });
  return (isOpen) => {
    open = isOpen;
  };
}

/** Refuses every download: what the operator saves is written by the privileged side. */
export function denyDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event) => event.preventDefault());
}

/**
 * Answers every `file:` address with a refusal. Electron reads files for such addresses without asking the request
 * filter (deny-network.ts); no page of ours is a file.
 */
export function denyFiles(session: { protocol: Pick<Session['protocol'], 'handle'> }): void {
  session.protocol.handle('file', () => new Response(null, { status: 403 }));
}

/**
 * Keeps a window out of screenshots, recordings and shared screens, where the system can (macOS, Windows): a secret that is
 * shown is for who sits there. What a window holds (the approval's view) is kept out with it.
 */
const denyCapture = (window: Pick<BrowserWindow, 'setContentProtection'>): void =>
  window.setContentProtection(true);

/** What the privileged side needs of a browser's own network where it has none: no proxy script, no news, no calls home. */
const OFFLINE_SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  ['no-proxy-server'],
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
];

/**
 * Takes Chromium's own network away, of every session there will ever be: that of pages and of Electron's `net`. Requests are
 * refused one by one too, and no name is looked up. Must run before the app is ready.
 */
export function refuseChromiumNetwork(
  app: Pick<App, 'on'> & { readonly commandLine: Pick<App['commandLine'], 'appendSwitch'> },
): void {
  for (const [name, value] of OFFLINE_SWITCHES) app.commandLine.appendSwitch(name, value);
  app.on('session-created', (session) => session.enableNetworkEmulation({ offline: true }));
  app.on('web-contents-created', (_event, contents) =>
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
  );
}

/** Puts the refusals on every window, page and session there will ever be, before it can do anything. */
export function guardContents(app: Pick<App, 'on'>): void {
  app.on('web-contents-created', (_event, contents) => {
    denyMoves(contents);
    denyNavigation(contents);
    denyNewWindows(contents);
    denyWebviews(contents);
  });
  app.on('browser-window-created', (_event, window) => denyCapture(window));
  app.on('session-created', (session) => {
    denyPermissions(session);
    denyDownloads(session);
    denyFiles(session);
    // The sessions of our surfaces get their one address when they are made (surface-session.ts).
    denyNetwork(session, null);
  });
}
