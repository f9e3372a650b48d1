import { Transaction } from 'ethers';
import fc from 'fast-check';
import {
  parseTransaction,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerializableEIP4844,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { parseUnsigned } from '#chains/ethereum/parse.ts';
import { TRANSACTIONS } from './arbitrary.ts';

/** What viem may give back, whatever the type. */
type Theirs = Partial<
  Pick<
    TransactionSerializableEIP4844,
    'chainId' | 'nonce' | 'gas' | 'value' | 'data' | 'accessList' | 'maxFeePerBlobGas'
  > & {
    to: string;
    type: string;
    gasPrice: bigint;
    maxFeePerGas: bigint;
    maxPriorityFeePerGas: bigint;
    blobVersionedHashes: readonly string[];
  }
>;

const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;
const types = Object.entries(TRANSACTIONS) as [string, fc.Arbitrary<TransactionSerializable>][];

describe('parseUnsigned', () => {
  it.each(types)('reads every field of a random %s transaction as viem and ethers do', (_type, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (tx) => {
        const serialized = serializeTransaction(tx);
        const ours = parseUnsigned(serialized.slice(2));
        const viems: Theirs = parseTransaction(serialized) as object;
        expect({
          type: ours.type,
          chainId: Number(ours.chainId ?? 0),
          nonce: Number(ours.nonce),
          gas: ours.gasLimit,
          to: ours.to ?? undefined,
          value: ours.value,
          data: hexOf(ours.data),
          gasPrice: 'gasPrice' in ours ? ours.gasPrice : 0n,
          maxFeePerGas: 'maxFeePerGas' in ours ? ours.maxFeePerGas : 0n,
          maxPriorityFeePerGas: 'maxPriorityFeePerGas' in ours ? ours.maxPriorityFeePerGas : 0n,
          accessList: 'accessList' in ours ? ours.accessList : [],
          maxFeePerBlobGas: 'maxFeePerBlobGas' in ours ? ours.maxFeePerBlobGas : 0n,
          blobVersionedHashes: 'blobVersionedHashes' in ours ? ours.blobVersionedHashes : [],
        }).toEqual({
          type: viems.type,
          chainId: viems.chainId ?? 0,
          nonce: viems.nonce ?? 0,
          gas: viems.gas ?? 0n,
          to: viems.to?.toLowerCase(),
          value: viems.value ?? 0n,
          data: viems.data ?? '0x',
          gasPrice: viems.gasPrice ?? 0n,
          maxFeePerGas: viems.maxFeePerGas ?? 0n,
          maxPriorityFeePerGas: viems.maxPriorityFeePerGas ?? 0n,
          accessList: (viems.accessList ?? []).map((entry) => ({
            ...entry,
            address: entry.address.toLowerCase(),
          })),
          maxFeePerBlobGas: viems.maxFeePerBlobGas ?? 0n,
          blobVersionedHashes: viems.blobVersionedHashes ?? [],
        });
        const ethers = Transaction.from(serialized);
        expect([
          ours.chainId ?? 0n,
          ours.nonce,
          ours.gasLimit,
          ours.value,
          hexOf(ours.data),
          ours.to,
        ]).toEqual([
          ethers.chainId,
          BigInt(ethers.nonce),
          ethers.gasLimit,
          ethers.value,
          ethers.data,
          ethers.to?.toLowerCase() ?? null,
        ]);
        if (ours.type === 'eip7702') {
          const theirs = ethers.authorizationList?.map(({ chainId, nonce, address, signature }) => ({
            chainId,
            nonce,
            address: address.toLowerCase(),
            yParity: BigInt(signature.yParity),
            r: BigInt(signature.r),
            s: BigInt(signature.s),
          }));
          const mine = ours.authorizationList.map(({ chainId, nonce, address, yParity, r, s }) => ({
            chainId,
            nonce,
            address,
            yParity,
            r,
            s,
          }));
          expect(mine).toEqual(theirs);
        }
      }),
    );
  });

  it.each(types)('says where each field of a random %s transaction stands', (_type, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (tx) => {
        const ours = parseUnsigned(serializeTransaction(tx));
        const at = (field: keyof typeof ours.ranges) =>
          hexOf(ours.bytes.subarray(...(ours.ranges[field] ?? [0, 0])));
        if (ours.data.length > 0) expect(at('data')).toBe(hexOf(ours.data));
        if (ours.to !== null) expect(at('to')).toBe(ours.to);
        if (ours.value > 0n) expect(BigInt(at('value'))).toBe(ours.value);
        if (ours.nonce > 0n) expect(BigInt(at('nonce'))).toBe(ours.nonce);
        for (const [start, end] of Object.values(ours.ranges)) expect(end).toBeGreaterThan(start);
      }),
    );
  });

  it('reads the example of EIP-155', () => {
    const example =
      'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
    expect(parseUnsigned(example)).toMatchObject({
      type: 'legacy',
      chainId: 1n,
      nonce: 9n,
      gasPrice: 20n * 10n ** 9n,
      gasLimit: 21_000n,
      to: `0x${'35'.repeat(20)}`,
      value: 10n ** 18n,
    });
  });
});
