import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type TransactionLike, Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { assembleSigned, parseSigned } from '#chains/ethereum/parse-signed.ts';
import { parseUnsigned } from '#chains/ethereum/parse.ts';
import { verifySigned } from '#chains/ethereum/verify-signed.ts';
import { OTHER, STRANGE, unsigned } from './unsigned.ts';

const wallet = new Wallet(`0x${'46'.repeat(32)}`);
const fields = {
  type: 2,
  chainId: 1,
  nonce: 12,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_500_000_000n,
  gasLimit: 100_000n,
  value: 5n,
  to: OTHER,
  data: '0x',
};
const previewed = unsigned(fields);
const signedWith = (changes: TransactionLike, by = wallet) => by.signTransaction({ ...fields, ...changes });
const verify = (signed: string, from = wallet.address) => verifySigned({ unsigned: previewed, signed, from });
const failed = (checks: ReturnType<typeof verify>) => checks.filter((check) => !check.passed);

describe('verifySigned', () => {
  it('passes what was previewed, and gives the hash of the transaction', async () => {
    const checks = verify(await signedWith({}));
    expect(failed(checks)).toEqual([]);
    expect(checks.map((check) => check.name)).toEqual([
      'Same transaction',
      'Signed by the key',
      'Transaction hash',
    ]);
    expect(checks[2]?.detail).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it.each([
    ['chainId', { chainId: 10 }],
    ['nonce', { nonce: 13 }],
    ['maxPriorityFeePerGas', { maxPriorityFeePerGas: 1n }],
    ['maxFeePerGas', { maxFeePerGas: 30_000_000_001n }],
    ['gasLimit', { gasLimit: 100_001n }],
    ['to', { to: STRANGE }],
    ['value', { value: 6n }],
    ['data', { data: '0x00' }],
    ['accessList', { accessList: [{ address: STRANGE, storageKeys: [] }] }],
  ])('refuses a service that signs another %s than was previewed', async (field, changes) => {
    const [same, , hash] = verify(await signedWith(changes));
    expect(same).toEqual({ name: 'Same transaction', passed: false, detail: `Not as previewed: ${field}.` });
    expect(hash?.passed).toBe(false);
  });

  it('refuses a service that signs another type of transaction', async () => {
    const signed = await signedWith({
      type: 0,
      gasPrice: 1n,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
    });
    expect(verify(signed)[0]).toMatchObject({
      passed: false,
      detail: expect.stringContaining('type') as string,
    });
  });

  it('refuses a service that signs with another key', async () => {
    const other = new Wallet(`0x${'47'.repeat(32)}`);
    const checks = failed(verify(await signedWith({}, other)));
    expect(checks.map((check) => check.name)).toEqual(['Signed by the key']);
    expect(checks[0]?.detail).toContain(other.address);
  });

  it('refuses the other of the two signatures that recover to the key (high s)', async () => {
    const { signature } = parseSigned(await signedWith({}));
    const s = secp256k1.Point.Fn.ORDER - signature.s;
    const yParity = signature.yParity === 0 ? 1 : 0;
    const malleable = Buffer.from(
      assembleSigned(parseUnsigned(previewed), { r: signature.r, s, yParity }),
    ).toString('hex');
    expect(parseSigned(malleable)).toMatchObject({ lowS: false, from: wallet.address });
    expect(failed(verify(malleable)).map((check) => check.name)).toEqual(['Signed by the key']);
  });

  it('refuses a signature with a flipped bit', async () => {
    const signed = await signedWith({});
    const flipped = signed.slice(0, -1) + (signed.endsWith('0') ? '1' : '0');
    expect(failed(verify(flipped))).not.toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['text', 'not hex'],
    ['the unsigned transaction again', previewed],
    ['a cut-off answer', '02f8'],
    ['an r and s of zero', `02e20180020182520894${OTHER.slice(2)}0180c0808080`],
  ])('fails one check, and does not throw, for an answer that is %s', (_what, signed) => {
    expect(verify(signed)).toEqual([
      {
        name: 'Signed transaction',
        passed: false,
        detail: expect.stringContaining('cannot be read') as string,
      },
    ]);
  });

  it('refuses r and s beyond the order of the curve', () => {
    const order = secp256k1.Point.Fn.ORDER;
    const signed = Buffer.from(
      assembleSigned(parseUnsigned(previewed), { yParity: 0, r: order, s: 1n }),
    ).toString('hex');
    expect(() => parseSigned(signed)).toThrow(
      expect.objectContaining({ code: 'TRANSACTION_SIGNATURE_INVALID' }) as Error,
    );
  });
});
