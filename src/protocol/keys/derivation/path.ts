import type { AppError } from '../../error.ts';
import { keyError } from '../errors.ts';

/** Added to an index to harden it (BIP-32). */
export const HARDENED_OFFSET = 0x80000000;

// BIP-32 keeps the depth in one byte; no wallet goes near that, and each step costs a point multiplication.
const MAX_DEPTH = 32;
const STEP = /^(0|[1-9]\d{0,9})('?)$/;

const invalidPath = (message: string, remedy: string): AppError =>
  keyError('PATH_INVALID.path', { message, remedy });

/**
 * Reads a derivation path of BIP-32: `m`, then steps such as `/44'` (hardened) or `/0`.
 * Strict: no other sign for hardening, no leading zeros, no spaces, no trailing slash.
 * @returns the child numbers, hardened ones with 2^31 added; none for `m` alone
 * @throws AppError `PATH_INVALID`
 */
export function parsePath(text: string): readonly number[] {
  const [root, ...steps] = text.split('/');
  if (root !== 'm') throw invalidPath('it does not begin with m.', "Write it like m/44'/60'/0'/0/0.");
  if (steps.length > MAX_DEPTH) {
    throw invalidPath(`it has ${steps.length} steps.`, `Use ${MAX_DEPTH} steps at most.`);
  }
  return steps.map((step, position) => {
    const [, digits, mark] = STEP.exec(step) ?? [];
    if (digits === undefined) {
      throw invalidPath(
        `step ${position + 1} is no index.`,
        "Write each step as a number, with ' when it is hardened.",
      );
    }
    const index = Number(digits);
    if (index >= HARDENED_OFFSET) {
      throw invalidPath(`step ${position + 1} is too large.`, 'Use an index below 2147483648.');
    }
    return mark === '' ? index : index + HARDENED_OFFSET;
  });
}
