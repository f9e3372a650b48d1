import { OPENINGS, type Opening } from '#preload/contract/opening.ts';
import { errorText } from '#protocol/define-errors.ts';
import { consoleError } from '../platform/errors.ts';
import type { Surface } from '../platform/host.ts';

/** Where a surface's page lives: scheme, host and file. No other address is ever answered or listened to. */
export interface SurfaceAddress {
  /** With its colon, as `URL.protocol` gives it. */
  readonly protocol: string;
  readonly host: string;
  readonly page: string;
}

/** The schemes of our own, which no web page can name as its origin. */
export const ELECTRON_SURFACES: Readonly<Record<Surface, SurfaceAddress>> = {
  console: { protocol: 'app:', host: 'console', page: 'index.html' },
  approval: { protocol: 'approval:', host: 'surface', page: 'approval.html' },
};

/** A browser gives its rights to https alone; `.invalid` resolves nowhere (RFC 2606, section 2). */
export const CHROMIUM_SURFACES: Readonly<Record<Surface, SurfaceAddress>> = {
  console: { protocol: 'https:', host: 'console.keyops.invalid', page: 'index.html' },
  approval: { protocol: 'https:', host: 'approval.keyops.invalid', page: 'approval.html' },
};

/** The address of a surface's page. */
export const pageUrl = (address: SurfaceAddress): string =>
  `${address.protocol}//${address.host}/${address.page}`;

/** The address that a page is opened at, which says what it may draw at once. */
export const openingUrl = (address: SurfaceAddress, opening: Opening | undefined): string =>
  pageUrl(address) + (opening === undefined ? '' : OPENINGS[opening]);

/** A screen's name behind a page's address; anything longer could carry what the page should forget. */
const SCREEN = /^#[a-z]{1,20}$/;
const OPENED = new Set<string>(Object.values(OPENINGS));

/** The address of a surface's page with the screen that a URL names; without one where it names none, or how the window opened. */
export function screenUrl(address: SurfaceAddress, url: string): string {
  const { hash } = isAtSurface(address, url) ? new URL(url) : { hash: '' };
  return pageUrl(address) + (SCREEN.test(hash) && !OPENED.has(hash) ? hash : '');
}

/**
 * Whether a URL is at a surface's address, by scheme and host exactly; a prefix, a port or a user name is not.
 * (`URL.origin` cannot be used: it is "null" for schemes of our own.)
 */
export function isAtSurface(address: SurfaceAddress, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === address.protocol && host === address.host && username === '' && password === '';
}

/** What a frame says of itself; Electron's WebFrameMain is one. */
interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
  readonly detached?: boolean;
  isDestroyed?(): boolean;
}

/** Who sent a message: the page's identity and the frame, which is null once it navigated away or was destroyed. */
interface Sender {
  readonly contents: unknown;
  readonly frame: SenderFrame | null;
  /** The page's top frame now, where it has one frame for all that it loads. */
  readonly mainFrame?: unknown;
}

/**
 * Says why a sender is not the surface it speaks for, or undefined when it is: the very page of that surface, its top
 * frame, alive, at exactly that scheme and host.
 */
export function senderFault(sender: Sender, contents: unknown, address: SurfaceAddress): string | undefined {
  if (contents === undefined || sender.contents !== contents) return 'another page';
  const { frame } = sender;
  if (frame === null || frame.isDestroyed?.() === true) return 'a frame that is gone';
  // Electron calls a frame detached once its process died, also when its page was loaded into it again.
  if (frame.detached === true && frame !== sender.mainFrame) return 'a frame that is gone';
  if (frame.parent !== null) return 'a frame inside the page';
  if (!isAtSurface(address, frame.url)) return 'another address';
  return undefined;
}

/** The answer to a sender that is not the surface: an envelope with a code, never silence. */
export const refuseSender = (fault: string) =>
  ({ ok: false, ...errorText(consoleError('SENDER_REFUSED', { fault })) }) as const;
