import { describe, expect, it } from 'vitest';
import { previewMakerOf } from '#main/features/previews/operation-views.ts';
import type { PreviewParts } from '#main/features/previews/preview-maker.ts';
import { importPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { importWallet, initImportWallet } from '#protocol/catalogue/wallets.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { OFFLINE } from './preview-context.ts';

const OURS = 'sealed here';
const ADDRESSES = ['0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'];
const describeIt = (operation: SubmitOperation, parameters: unknown): Promise<PreviewParts> =>
  previewMakerOf(operation)(parameters, {
    ...OFFLINE,
    operation,
    sealedAddresses: (message: string) => (message === OURS ? ADDRESSES : undefined),
  });
const userId = '11111111-6ff3-4b43-b962-916698f8ff58';
const key = (encryptedBundle: string) => ({
  userId,
  privateKeyName: 'Treasury',
  encryptedBundle,
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON'],
});

describe('the preview of an import', () => {
  it('names the addresses of what this console sealed, and has the result held against them', async () => {
    const { sentence, facts, warnings, expectation } = await describeIt(importPrivateKey, key(OURS));
    expect(sentence[0]?.value).toBe('Import the secp256k1 key “Treasury” into the organization.');
    expect(facts).toEqual([
      { label: 'Ethereum', value: ADDRESSES[0], kind: 'address' },
      { label: 'Tron', value: ADDRESSES[1], kind: 'address' },
      { label: 'Name', value: 'Treasury', kind: 'text' },
      { label: 'Curve', value: 'secp256k1', kind: 'text' },
      { label: 'User', value: userId, kind: 'data', note: 'not looked up' },
      { label: 'Encrypted key', value: OURS, kind: 'data' },
    ]);
    expect(warnings).toEqual([]);
    expect(expectation).toEqual({ kind: 'imported', addresses: ADDRESSES });
  });

  it('attack: a message that another program sealed is not passed off as a known key', async () => {
    const { facts, warnings, expectation } = await describeIt(importPrivateKey, key('sealed elsewhere'));
    expect(facts.map(({ value }) => value)).toEqual([
      ...['not known here', 'not known here'],
      ...['Treasury', 'secp256k1', userId, 'sealed elsewhere'],
    ]);
    expect(warnings).toMatchObject([{ code: 'SEALED_ELSEWHERE', severity: 'danger' }]);
    expect(expectation).toEqual({ kind: 'none' });
  });

  it('names each account of a wallet by its path', async () => {
    const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' };
    const { sentence, facts } = await describeIt(importWallet, {
      userId,
      walletName: 'Cold',
      encryptedBundle: OURS,
      accounts: [
        { ...account, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
        { ...account, path: "m/44'/195'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_TRON' },
      ],
    });
    expect(sentence[0]?.value).toBe('Import the wallet “Cold” with 2 accounts into the organization.');
    expect(facts.map(({ label, value, note }) => [label, value, note])).toEqual([
      ['Ethereum', ADDRESSES[0], "m/44'/60'/0'/0/0, secp256k1, BIP-32"],
      ['Tron', ADDRESSES[1], "m/44'/195'/0'/0/0, secp256k1, BIP-32"],
      ['Name', 'Cold', undefined],
      ['User', userId, 'not looked up'],
      ['Encrypted words', OURS, undefined],
    ]);
  });

  it('says what the first request is for', async () => {
    const { sentence } = await describeIt(initImportWallet, { userId });
    expect(sentence[0]?.value).toBe('Ask for a key of one use, to seal a wallet to.');
  });
});
