import { describe, expect, it } from 'vitest';
import { addressOn, createdMs, FORMATS_OF_CURVE } from '#renderer/features/signers/key-facts.ts';
import { privateKeys } from '../../fake-data.ts';

describe('key facts', () => {
  it('does not take a key of the wrong curve, whatever address it carries', () => {
    const [key] = privateKeys;
    const format = 'ADDRESS_FORMAT_ETHEREUM';
    expect(key && addressOn(key, 'CURVE_SECP256K1', format)).toMatch(/^0x/);
    expect(key && addressOn({ ...key, curve: 'CURVE_ED25519' }, 'CURVE_SECP256K1', format)).toBeNull();
  });

  it('reads both forms of a time, and no other', () => {
    expect(createdMs({ createdAt: '2026-11-21T09:30:00.000Z' })).toBe(Date.UTC(2026, 10, 21, 9, 30));
    expect(createdMs({ createdAt: { seconds: '1700000000', nanos: '0' } })).toBe(1_700_000_000_000);
    expect(createdMs({ createdAt: 'yesterday' })).toBeNull();
  });

  it('has an address format for every curve', () => {
    for (const formats of Object.values(FORMATS_OF_CURVE)) expect(formats.length).toBeGreaterThan(0);
  });
});
