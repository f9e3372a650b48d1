/**
 * What our pages may do, as a Content Security Policy (CSP level 3): their own scripts, styles, fonts and pictures, and
 * nothing over a network. Scripts made out of text are refused twice: no `unsafe-eval`, and Trusted Types with no
 * policy to make them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'none'",
  // The approval surface is a view of its own, not a frame.
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // Of what a sandbox takes away, the pages get back scripts, their origin, forms (which go nowhere) and downloads (which
  // the host refuses, and sees). No boxes of the browser's, no printing, no popups, no pointer lock.
  'sandbox allow-scripts allow-same-origin allow-forms allow-downloads',
].join('; ');

const FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'payment',
  // What would be drawn over other windows, the approval's among them.
  'fullscreen',
  'picture-in-picture',
  'publickey-credentials-get',
  'identity-credentials-get',
  'window-management',
];

/** The headers that every answer to our pages carries. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
  // A new build must never meet an old script.
  'Cache-Control': 'no-store',
};
