import fc from 'fast-check';
import { TxEnvelopeTempo } from 'ox/tempo';
import { decodeFunctionData, erc20Abi, getAddress, parseUnits } from 'viem';
import { describe, expect, it } from 'vitest';
import { recipientsOf } from '#chains/model/recipients.ts';
import { readTempo } from '#chains/tempo/read-tempo.ts';
import { tempoTransfer } from '#chains/tempo/transfer.ts';
import { problemsOf, requestOf } from '../transfer-request.ts';
import { PATH_USD, RECEIVER, SENDER } from './unsigned.ts';

const request = (changes: Parameters<typeof requestOf>[2] = {}) =>
  requestOf(tempoTransfer, SENDER, {
    to: RECEIVER,
    asset: PATH_USD,
    ...changes,
    values: { nonce: '7', ...changes.values },
  });

describe('payments on Tempo', () => {
  it('are the call and the fee token that ox reads, and pay whom the preview says', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.nat(), (atoms, nonce) => {
        const amount = `${atoms / 1_000_000n}.${(atoms % 1_000_000n).toString().padStart(6, '0')}`;
        const hex = tempoTransfer.build(request({ amount, values: { nonce: String(nonce) } }));
        const read = TxEnvelopeTempo.deserialize(`0x76${hex.slice(2)}`);
        expect(read.chainId).toBe(4217);
        expect(Number(read.nonce ?? 0n)).toBe(nonce);
        expect(getAddress(String(read.feeToken))).toBe(PATH_USD);
        const [call] = read.calls;
        expect(getAddress(String(call?.to))).toBe(PATH_USD);
        expect(decodeFunctionData({ abi: erc20Abi, data: call?.data ?? '0x' }).args).toEqual([
          RECEIVER,
          parseUnits(amount, 6),
        ]);
        expect(recipientsOf(readTempo(hex, { address: SENDER }))).toEqual([RECEIVER]);
        expect(tempoTransfer.nonceOf(hex)).toEqual({ network: '4217', nonce: BigInt(nonce) });
      }),
      { numRuns: 50 },
    );
  });

  it('ask for the nonce, and have no coin', () => {
    expect(problemsOf(tempoTransfer, request({ values: { nonce: '' } }))).toEqual([
      'nonce: TRANSFER_FIELD_MISSING',
    ]);
    expect(problemsOf(tempoTransfer, request({ asset: '' }))).toEqual(['asset: TRANSFER_ASSET_UNKNOWN']);
  });

  it('attack: a token of Ethereum isn’t one of Tempo', () => {
    const asset = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    expect(problemsOf(tempoTransfer, request({ asset }))).toEqual(['asset: TRANSFER_ASSET_UNKNOWN']);
  });
});
