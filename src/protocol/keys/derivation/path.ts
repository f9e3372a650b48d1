import { keyError } from '../../key-errors.ts';

/** Added to an index to harden it (BIP-32). */
export const HARDENED_OFFSET = 0x80000000;

// BIP-32 keeps the depth in one byte; no wallet goes near that, and each step costs a point multiplication.
const MAX_DEPTH = 32;
const STEP = /^(0|[1-9]\d{0,9})('?)$/;

/**
 * Reads a derivation path of BIP-32: `m`, then steps such as `/44'` (hardened) or `/0`.
 * Strict: no other sign for hardening, no leading zeros, no spaces, no trailing slash.
 * @returns the child numbers, hardened ones with 2^31 added; none for `m` alone
 * @throws AppError `PATH_INVALID`
 */
export function parsePath(text: string): readonly number[] {
  const [root, ...steps] = text.split('/');
  if (root !== 'm') throw keyError('PATH_INVALID.root');
  if (steps.length > MAX_DEPTH) {
    throw keyError('PATH_INVALID.depth', { steps: steps.length, max: MAX_DEPTH });
  }
  return steps.map((step, position) => {
    const [, digits, mark] = STEP.exec(step) ?? [];
    if (digits === undefined) {
      throw keyError('PATH_INVALID.noIndex', { step: position + 1 });
    }
    const index = Number(digits);
    if (index >= HARDENED_OFFSET) {
      throw keyError('PATH_INVALID.tooLarge', { step: position + 1 });
    }
    return mark === '' ? index : index + HARDENED_OFFSET;
  });
}
