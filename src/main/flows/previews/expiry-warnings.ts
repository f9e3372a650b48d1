import type { TransactionReading, Warning } from '../../../protocol/chains/reading.ts';

// Two people, two factors and the network take about this long.
const SOON_MS = 120_000;

/**
 * What there is to say of a transaction's own time limit at a moment; the bytes alone cannot tell.
 * @param nowMs ms since the epoch
 * @returns a warning once the limit has passed or is near, else none
 */
export function expiryWarnings(reading: TransactionReading | null, nowMs: number): Warning[] {
  const expiresAtMs = reading?.expiresAtMs;
  if (expiresAtMs === undefined) return [];
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) {
    return [
      {
        code: 'TRANSACTION_EXPIRED',
        severity: 'danger',
        title: 'This transaction has expired',
        text: 'Its time limit has passed by this machine’s clock. The network will refuse it; have it made anew.',
      },
    ];
  }
  if (leftMs > SOON_MS) return [];
  const seconds = Math.ceil(leftMs / 1000);
  return [
    {
      code: 'TRANSACTION_EXPIRES_SOON',
      severity: 'caution',
      title: 'This transaction expires soon',
      text: `It had ${seconds} ${seconds === 1 ? 'second' : 'seconds'} left when this preview was made. Sent later, the network refuses it.`,
    },
  ];
}
