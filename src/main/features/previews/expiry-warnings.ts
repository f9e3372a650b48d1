import type { DecodedTransaction, Warning } from '#chains/model/decoded.ts';

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
  if (leftMs <= 0) {
    return [
      {
        code: 'TRANSACTION_EXPIRED',
        severity: 'danger',
        title: 'The time limit has passed',
        text: 'By this computer’s clock, it has expired. It will be refused: request a new transaction.',
      },
    ];
  }
  if (leftMs > LONG_MS) {
    return [
      {
        code: 'VALID_FOR_LONG',
        severity: 'caution',
        title: 'Can be used for a long time',
        text: `Whoever has it can use it for ${Math.floor(leftMs / DAY_MS).toLocaleString('en')} more days.`,
      },
    ];
  }
  if (leftMs > SOON_MS) return [];
  const seconds = Math.ceil(leftMs / 1000);
  return [
    {
      code: 'TRANSACTION_EXPIRES_SOON',
      severity: 'caution',
      title: 'It expires soon',
      text: `It had ${seconds} ${seconds === 1 ? 'second' : 'seconds'} left when this preview was made. Used later, it is refused.`,
    },
  ];
}
