import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { serializeTransaction, parseTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { verifyResult } from '#main/features/requests/verify-result.ts';
import { type Activity, fingerprintOf } from '#protocol/activity.ts';
import { createPrivateKeys, importPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { importWallet } from '#protocol/catalogue/wallets.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';

const key = `0x${'11'.repeat(32)}` as const;
const account = privateKeyToAccount(key);
const transaction = {
  chainId: 1,
  nonce: 7,
  to: `0x${'35'.repeat(20)}`,
  value: 10n ** 18n,
  gas: 21_000n,
  maxFeePerGas: 9n,
} as const;
const unsignedTransaction = serializeTransaction({ ...transaction, type: 'eip1559' }).slice(2);
const body = submitBody(signTransaction, 'org', 1, {
  signWith: account.address,
  unsignedTransaction,
  type: 'TRANSACTION_TYPE_ETHEREUM',
});
const expectation = { kind: 'signedBy', address: account.address } as const;
const answer = (signedTransaction: unknown, fingerprint = fingerprintOf(toUtf8(body))): Activity => ({
  id: 'a',
  organizationId: 'org',
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: signTransaction.type,
  intent: {},
  result: { signTransactionResult: { signedTransaction } },
  votes: [],
  fingerprint,
  canApprove: false,
  canReject: false,
  createdAt: '',
  updatedAt: '',
});
const verify = (signed: unknown) => verifyResult(signTransaction, answer(signed), body, expectation);
const failures = (signed: unknown): string[] =>
  verify(signed)
    .verifications.filter((check) => !check.passed)
    .map((check) => check.name);

describe('the result of sign_transaction', () => {
  it('passes every check when it is the previewed transaction, signed by the key', async () => {
    const signed = await account.signTransaction({ ...transaction, type: 'eip1559' });
    const { verifications, transaction: shown } = verify(signed.slice(2));
    expect(verifications.every((check) => check.passed)).toBe(true);
    expect(shown?.hash).toBe(`0x${toHex(keccak_256(fromHex(signed)))}`);
  });

  it('is shown loudly when another key signed', async () => {
    const other = privateKeyToAccount(`0x${toHex(secp256k1.utils.randomSecretKey())}`);
    expect(failures((await other.signTransaction({ ...transaction, type: 'eip1559' })).slice(2))).toEqual([
      'Signed by the key',
    ]);
  });

  it.each([
    ['value', { value: 2n * 10n ** 18n }],
    ['recipient', { to: `0x${'99'.repeat(20)}` as const }],
    ['chain', { chainId: 5 }],
  ])('is shown loudly when the service signed another %s', async (_what, change) => {
    const signed = await account.signTransaction({ ...transaction, ...change, type: 'eip1559' });
    expect(parseTransaction(signed).nonce).toBe(7);
    expect(failures(signed.slice(2))).toContain('Same transaction');
  });

  it.each(['', 'zz', unsignedTransaction, '02c0'])(
    'is shown loudly when it is no signed transaction: %s',
    (signed) => {
      const { verifications, transaction: shown } = verify(signed);
      expect(verifications.some((check) => !check.passed)).toBe(true);
      expect(shown).toBeNull();
    },
  );

  it('is shown loudly when it answers another request', async () => {
    const signed = await account.signTransaction({ ...transaction, type: 'eip1559' });
    const other = verifyResult(signTransaction, answer(signed.slice(2), 'sha256:00'), body, expectation);
    expect(other.verifications.filter((check) => !check.passed).map((check) => check.name)).toEqual([
      'Same request',
    ]);
  });

  it.each([null, 7, {}])('is shown loudly when there is none: %j', (signed) => {
    expect(failures(signed)).toEqual(['Result']);
  });
});

it('shows a result of another shape than the operation gives', () => {
  const activity = { ...answer(''), result: { createPrivateKeysResultV2: { privateKeys: 'none' } } };
  const { verifications, result } = verifyResult(createPrivateKeys, activity, '{}', { kind: 'none' });
  expect(verifications.at(-1)).toMatchObject({ name: 'Result', passed: false });
  expect(result).toEqual({ privateKeys: 'none' });
});

describe('the result of an import', () => {
  const shown = ['0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'];
  const checkOf = (operation: typeof importPrivateKey | typeof importWallet, result: object) => {
    const activity = { ...answer(''), result: { [operation.result]: result } };
    return verifyResult(operation, activity, body, { kind: 'imported', addresses: shown }).verifications.at(
      -1,
    );
  };
  const asKey = (...addresses: string[]) =>
    checkOf(importPrivateKey, { privateKeyId: 'k', addresses: addresses.map((address) => ({ address })) });
  const asWallet = (...addresses: string[]) => checkOf(importWallet, { walletId: 'w', addresses });

  it('passes with the addresses that were shown, in any order', () => {
    for (const check of [asKey(...shown), asKey(...shown.toReversed()), asWallet(...shown)])
      expect(check).toMatchObject({ name: 'Addresses', passed: true });
  });

  it.each([
    ['another address', [shown[0] ?? '', shown[0] ?? '']],
    ['one address too few', shown.slice(1)],
    ['one address too many', [...shown, shown[0] ?? '']],
    ['no address', []],
  ])('attack: %s is shown loudly', (_what, addresses) => {
    expect(asKey(...addresses)).toMatchObject({ name: 'Addresses', passed: false });
    expect(asWallet(...addresses)).toMatchObject({ name: 'Addresses', passed: false });
  });
});
