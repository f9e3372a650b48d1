import { describe, expect, it } from 'vitest';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { upperFirst, withArticle } from '#chains/model/sentence.ts';
import { gradeFee } from '#chains/model/fee-grades.ts';
import { readTransaction } from '#chains/chains.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { readPayload } from '#chains/payload/read-payload.ts';
import { OTHER, SIGNER, unsigned } from './ethereum/unsigned.ts';
import { tempoHex } from './tempo/unsigned.ts';
import { OWNER, RECEIVER, tronRaw } from './tron/unsigned.ts';

const read = (type: TransactionType, hex: string) => {
  const { sentence, warnings } = readTransaction(type, hex);
  return { text: sentenceText(sentence), fee: warnings.find(({ code }) => code === 'FEE_HIGH')?.severity };
};
const ethereum = (gasPrice: bigint, value = 10n ** 18n, data = '0x') =>
  read(
    'TRANSACTION_TYPE_ETHEREUM',
    unsigned({ to: OTHER, value, data, gasLimit: 100_000n, maxFeePerGas: gasPrice }),
  );

describe('a fee is graded by size and by its share', () => {
  it('attack: 30,000 ETH', () => {
    expect(ethereum(300_000_000n * 10n ** 9n)).toEqual({
      text: `Send 1 ETH to ${OTHER}, and pay up to 30,000 ETH in fees`,
      fee: 'danger',
    });
  });

  it('attack: more than half of what is sent, or a tenth', () => {
    expect(ethereum(1000n * 10n ** 9n, 10n ** 17n).fee).toBe('danger');
    expect(ethereum(500n * 10n ** 9n, 3n * 10n ** 17n).fee).toBe('caution');
  });

  it('says nothing of a usual fee, of a small payment too', () => {
    expect(ethereum(30n * 10n ** 9n)).toEqual({ text: `Send 1 ETH to ${OTHER}`, fee: undefined });
    expect(ethereum(30n * 10n ** 9n, 10n ** 15n).fee).toBeUndefined();
  });

  it('attack: 15,000 TRX', () => {
    const hex = (limit: number) => {
      // tronweb’s own field, behind the timestamp.
      const raw = tronRaw('TransferContract', {
        owner_address: OWNER.hex,
        to_address: RECEIVER.hex,
        amount: 5_000_000_000,
      });
      return `${raw}9001${varint(limit * 1_000_000)}`;
    };
    expect(read('TRANSACTION_TYPE_TRON', hex(15_000))).toEqual({
      text: `Send 5,000 TRX to ${RECEIVER.text}, and pay up to 15,000 TRX in fees`,
      fee: 'danger',
    });
    expect(read('TRANSACTION_TYPE_TRON', hex(500)).fee).toBe('caution');
    expect(read('TRANSACTION_TYPE_TRON', hex(100)).fee).toBeUndefined();
  });

  it('attack: 1,000 dollars on Tempo', () => {
    const of = (maxFeePerGas: bigint) => read('TRANSACTION_TYPE_TEMPO', tempoHex({ maxFeePerGas }));
    expect(of(20_000_000_000_000_000n)).toMatchObject({
      fee: 'danger',
      text: expect.stringContaining('and pay up to 1,000.00 USD in fees') as string,
    });
    expect(of(400_000_000_000_000n).fee).toBe('caution');
  });

  it('has limits for every coin, and those of ether for others', () => {
    expect(gradeFee('BTC', 1_000_001n)).toBe('danger');
    expect(gradeFee('tBTC', 1_000_001n)).toBe('danger');
    expect(gradeFee('SOL', 1_400n * 10n ** 9n)).toBe('danger');
    expect(gradeFee('XYZ', 2n * 10n ** 18n)).toBe('danger');
  });
});

const varint = (value: number): string => {
  const bytes: number[] = [];
  for (let left = BigInt(value); left > 0n; left >>= 7n)
    bytes.push(Number(left & 0x7fn) | (left > 0x7fn ? 0x80 : 0));
  return Buffer.from(bytes).toString('hex');
};

describe('articles', () => {
  it('fit the name', () => {
    expect(['Ethereum', 'Tron', 'Ed25519'].map(withArticle)).toEqual(['an Ethereum', 'a Tron', 'an Ed25519']);
    expect(upperFirst('an AssetIssueContract')).toBe('An AssetIssueContract');
  });

  it('are right where a payload is a transaction', () => {
    const { sentence } = readPayload(
      {
        payload: unsigned({ to: OTHER, value: 1n }).slice(2),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_KECCAK256',
      },
      { curve: 'CURVE_SECP256K1', addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: SIGNER }] },
    );
    expect(sentenceText(sentence)).toContain('Sign an Ethereum transaction');
  });
});
