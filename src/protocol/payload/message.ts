import { fromUtf8, toUtf8 } from '../encoding.ts';
import { ProtocolError } from '../error.ts';

const PREFIX = toUtf8('\x19Ethereum Signed Message:\n');
const SIGN_IN = /^([^\s]{1,253}) wants you to sign in with your Ethereum account:$/;

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/**
 * The message inside of what a personal signature hashes: the prefix, the message's length in decimal, the message
 * (EIP-191, version `45`).
 * @returns the message's bytes; null where it is not that form
 */
export function personalMessage(bytes: Uint8Array): Uint8Array | null {
  if (!startsWith(bytes, PREFIX)) return null;
  const rest = bytes.subarray(PREFIX.length);
  // A message may start with digits; one length alone counts what is behind it.
  for (let digits = 1; digits <= 8 && digits <= rest.length; digits += 1) {
    if (
      startsWith(rest, toUtf8(String(rest.length - digits))) &&
      String(rest.length - digits).length === digits
    ) {
      return rest.subarray(digits);
    }
  }
  return null;
}

/**
 * The text that bytes are; null for bytes that are no text: no UTF-8, or controls (C0, C1) other than tabs and line breaks.
 * A carriage return alone is none: it lets a line be written over.
 */
export function textOf(bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = fromUtf8(bytes);
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/.test(text) ? null : text;
}

/** Where and as whom a message signs in (ERC-4361); null where it does not. Both as they stand in it. */
export function signInOf(text: string): { readonly domain: string; readonly address: string } | null {
  const [first = '', address = ''] = text.split('\n', 2);
  const [, domain] = SIGN_IN.exec(first) ?? [];
  return domain === undefined ? null : { domain, address };
}
