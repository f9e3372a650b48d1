import { describe, expect, it } from 'vitest';
import { expiryWarnings } from '#main/features/previews/signing-views.ts';
import { readTron } from '#chains/tron/read-tron.ts';
import { OWNER, RECEIVER, tronRaw } from '#test/chains/tron/unsigned.ts';

const EXPIRES_MS = 1_763_730_060_000;
const reading = readTron(
  tronRaw('TransferContract', { owner_address: OWNER.hex, to_address: RECEIVER.hex, amount: 1 }),
);
const at = (nowMs: number) => expiryWarnings(reading, nowMs).map(({ code, severity }) => [code, severity]);

describe('a transaction’s own time limit against the clock', () => {
  it('says nothing while there is time, and nothing where no limit is said', () => {
    expect(at(EXPIRES_MS - 120_001)).toEqual([]);
    const { expiresAtMs, ...without } = reading;
    expect(expiresAtMs).toBe(EXPIRES_MS);
    expect([...expiryWarnings(without, EXPIRES_MS), ...expiryWarnings(null, EXPIRES_MS)]).toEqual([]);
  });

  it('asks for a look when it is near, and says how long', () => {
    expect(at(EXPIRES_MS - 120_000)).toEqual([['TRANSACTION_EXPIRES_SOON', 'caution']]);
    expect(expiryWarnings(reading, EXPIRES_MS - 1)[0]?.text).toContain('had 1 second left');
  });

  it('asks to stop from the moment itself on', () => {
    expect(at(EXPIRES_MS)).toEqual([['TRANSACTION_EXPIRED', 'danger']]);
  });

  it('asks for a look at what can be used for months', () => {
    const day = 86_400_000;
    expect(at(EXPIRES_MS - 60 * day)).toEqual([]);
    expect(at(EXPIRES_MS - 61 * day)).toEqual([['VALID_FOR_LONG', 'caution']]);
    expect(expiryWarnings(reading, EXPIRES_MS - 2000 * day)[0]?.text).toContain('2,000 more days');
  });
});
