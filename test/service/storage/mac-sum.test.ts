import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MacSum, addUp } from '#service/storage/mac-sum.ts';

const MODULUS = 1n << 256n;
const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const mac = () => fc.uint8Array({ minLength: 32, maxLength: 32 });

function sumOf(macs: readonly string[]): MacSum {
  const sum = new MacSum();
  for (const each of macs) sum.add(each);
  return sum;
}

describe('a sum of MACs', () => {
  it('is what adding them up one by one gives, in any order', () => {
    fc.assert(
      fc.property(fc.array(mac(), { maxLength: 40 }), (bytes) => {
        const macs = bytes.map(asText);
        const numbers = bytes.map((each) => BigInt(`0x${Buffer.from(each).toString('hex')}`));
        const expected = numbers.reduce((sum, each) => (sum + each) % MODULUS, 0n);
        expect(sumOf(macs).total()).toBe(expected);
        expect(sumOf([...macs].reverse()).total()).toBe(expected);
        expect(numbers.reduce(addUp, 0n)).toBe(expected);
      }),
    );
  });

  it('carries between words and wraps at 2^256', () => {
    const all = asText(new Uint8Array(32).fill(0xff));
    const one = asText(Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0)));
    expect(sumOf([all]).total()).toBe(MODULUS - 1n);
    expect(sumOf([all, one]).total()).toBe(0n);
    expect(sumOf([all, all]).total()).toBe(MODULUS - 2n);
  });

  it('stays exact beyond what a word holds, and goes on after it was asked for', () => {
    const all = asText(new Uint8Array(32).fill(0xff));
    const sum = new MacSum();
    const count = 2 ** 20 + 3;
    for (let n = 0; n < count; n += 1) sum.add(all);
    expect(sum.count).toBe(count);
    expect(sum.total()).toBe((BigInt(count) * (MODULUS - 1n)) % MODULUS);
    sum.add(asText(createHmac('sha256', 'key').update('row').digest()));
    const last = BigInt(`0x${createHmac('sha256', 'key').update('row').digest('hex')}`);
    expect(sum.total()).toBe((BigInt(count) * (MODULUS - 1n) + last) % MODULUS);
  });
});
