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

/**
 * Whether a URL is at a surface's address, by scheme and host exactly; a prefix, a port or a user name is not.
 * (`URL.origin` cannot be used: it is "null" for schemes of our own.)
 */
export function isAtSurface(address: SurfaceAddress, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return protocol === address.protocol && host === address.host && username === '' && password === '';
}
