import type { DecodedTransaction, Warning } from '#chains/model/decoded.ts';
import { previewWarning } from './warnings.ts';

// Two people, two factors and the network take about this long.
const SOON_MS = 120_000;
const DAY_MS = 86_400_000;
// Orders and allowances by signature are asked for with hours or weeks.
const LONG_MS = 60 * DAY_MS;

/**
 * What there is to say of a transaction's own time limit at a moment; the bytes alone cannot tell.
 * @param nowMs ms since the epoch
 * @returns a warning once the limit has passed or is near, else none
 */
export function expiryWarnings(reading: DecodedTransaction | null, nowMs: number): Warning[] {
  const expiresAtMs = reading?.expiresAtMs;
  if (expiresAtMs === undefined) return [];
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) return [previewWarning('TRANSACTION_EXPIRED')];
  if (leftMs > LONG_MS)
    return [previewWarning('VALID_FOR_LONG', { days: Math.floor(leftMs / DAY_MS).toLocaleString('en') })];
  if (leftMs > SOON_MS) return [];
  const seconds = Math.ceil(leftMs / 1000);
  return [
    previewWarning('TRANSACTION_EXPIRES_SOON', {
      seconds: `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
    }),
  ];
}
