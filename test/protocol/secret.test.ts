import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';

const key = () => new Secret(Uint8Array.from([0xde, 0xad, 0xbe, 0xef]));

describe('Secret', () => {
  it('lends its bytes', () => {
    expect(key().use((bytes) => [...bytes])).toEqual([0xde, 0xad, 0xbe, 0xef]);
  });

  it('lends a Buffer’s memory so that a slice of it is a copy, which can be wiped alone', () => {
    const given = Buffer.from([1, 2, 3]);
    const secret = new Secret(given);
    secret.use((bytes) => bytes.slice(1).fill(0));
    expect(secret.use((bytes) => [...bytes])).toEqual([1, 2, 3]);
    secret.wipe();
    expect([...given]).toEqual([0, 0, 0]);
  });

  it('has no form that shows the bytes', () => {
    const secret = key();
    const shown = [
      String(secret),
      JSON.stringify({ secret }),
      inspect(secret, { depth: 9 }),
      inspect({ secret }, { showHidden: true }),
    ];
    for (const text of shown) expect(text).not.toMatch(/222|173|dead|beef/i);
  });

  it('cannot be cloned into another context', () => {
    expect(() => structuredClone(key())).toThrow();
  });

  it('zeroes the very bytes it was given, says so, and lends them no more', () => {
    const bytes = Uint8Array.from([1, 2, 3]);
    const secret = new Secret(bytes);
    expect([secret.wiped, secret.length]).toEqual([false, 3]);
    secret.wipe();
    secret.wipe();
    expect([...bytes]).toEqual([0, 0, 0]);
    expect([secret.wiped, secret.length]).toEqual([true, 0]);
    expect(() => secret.use((lent) => lent)).toThrow('wiped');
  });
});
