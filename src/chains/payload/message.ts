import { toUtf8 } from '#protocol/encoding.ts';

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

/** Where and as whom a message signs in (ERC-4361); null where it does not. Both as they stand in it. */
export function signInOf(text: string): { readonly domain: string; readonly address: string } | null {
  const [first = '', address = ''] = text.split('\n', 2);
  const [, domain] = SIGN_IN.exec(first) ?? [];
  return domain === undefined ? null : { domain, address };
}
