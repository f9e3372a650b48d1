import fc from 'fast-check';
import { getAddress, parseGwei, serializeTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildTransfer, FIRST_TRANSFER, parseUnits } from '#renderer/features/signing/build-form.tsx';

const TO = getAddress('0x5e2f9b0c41d7b9a9c2f4d3e1b8a6f7c0d9e8b7a6');
const draft = { ...FIRST_TRANSFER, to: TO, amount: '1.5', nonce: '7' };

describe('building a transfer', () => {
  it('gives the bytes that viem gives', () => {
    const wei = fc.bigInt({ min: 0n, max: 2n ** 80n });
    const count = fc.bigInt({ min: 0n, max: 2n ** 32n });
    fc.assert(
      fc.property(
        wei,
        count,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 500 }),
        (value, nonce, chainId, fee) => {
          const digits = value.toString().padStart(19, '0');
          const built = buildTransfer({
            ...draft,
            amount: `${digits.slice(0, -18)}.${digits.slice(-18)}`,
            nonce: String(nonce),
            chainId: String(chainId),
            maxFee: String(fee),
            tip: '1',
          });
          expect(built).toEqual({
            hex: serializeTransaction({
              type: 'eip1559',
              chainId,
              nonce: Number(nonce),
              to: TO,
              value,
              gas: 21_000n,
              maxFeePerGas: parseGwei(String(fee)),
              maxPriorityFeePerGas: parseGwei('1'),
            }),
          });
        },
      ),
    );
  });

  it.each([
    ['an address with a changed character', { to: `${TO.slice(0, -1)}7` }, 'to'],
    ['no address', { to: '' }, 'to'],
    ['an amount in words', { amount: 'one' }, 'amount'],
    ['a negative amount', { amount: '-1' }, 'amount'],
    ['an amount in exponents', { amount: '1e18' }, 'amount'],
    ['more places than ether has', { amount: '0.0000000000000000001' }, 'amount'],
    ['no nonce, which nobody guesses', { nonce: FIRST_TRANSFER.nonce }, 'nonce'],
    ['half a nonce', { nonce: '1.5' }, 'nonce'],
    ['a gas limit past 64 bits', { gasLimit: '18446744073709551616' }, 'gasLimit'],
    ['a tip above the highest fee', { maxFee: '1', tip: '2' }, 'tip'],
  ] as const)('refuses %s, at its field', (_name, change, field) => {
    const built = buildTransfer({ ...draft, ...change });
    expect('errors' in built && Object.keys(built.errors)).toEqual([field]);
  });
});

describe('parseUnits', () => {
  it('is exact where floating point is not', () => {
    expect(parseUnits('0.1', 18)).toBe(100_000_000_000_000_000n);
    expect(parseUnits('123456789.123456789123456789', 18)).toBe(123_456_789_123_456_789_123_456_789n);
  });
});
