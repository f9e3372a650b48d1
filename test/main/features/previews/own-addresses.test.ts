import { describe, expect, test } from 'vitest';
import { CHAINS } from '#chains/chains.ts';
import { bitcoin } from '#chains/bitcoin/chain.ts';
import { ethereum } from '#chains/ethereum/chain.ts';
import { findPayloadSigner, findSigner } from '#main/features/previews/own-addresses.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { WalletAccount } from '#protocol/catalogue/wallets.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import { privateKeys } from '#test/renderer/fake-data.ts';

const KEY = privateKeys[0]?.addresses[0]?.address ?? '';
const ACCOUNT = '0x5E2f9b0C41D7B9a9c2f4d3e1B8a6f7C0D9e8B7a6';
const account = (address: string, addressFormat: string, index: number) => ({
  walletAccountId: `0191f3a2-7c4e-7d10-8a5b-00000000000${index}`,
  address,
  addressFormat,
  name: 'payouts',
});
const reads = {
  listPrivateKeys: () => Promise.resolve(privateKeys),
  listAccounts: () =>
    Promise.resolve([
      account(ACCOUNT, 'ADDRESS_FORMAT_ETHEREUM', 1),
      account('11111111111111111111111111111111', 'ADDRESS_FORMAT_SOLANA', 2),
    ]),
} as unknown as Pick<PreviewReads, 'listPrivateKeys' | 'listAccounts'>;

describe('who signs', () => {
  test('is a private key or a wallet account, with every address of the organization on that chain', async () => {
    const byId = await findSigner(ethereum, privateKeys[0]?.privateKeyId ?? '', reads);
    expect(byId.signer).toMatchObject({ address: KEY, name: 'treasury-hot' });
    const byAccount = await findSigner(ethereum, ACCOUNT.toLowerCase(), reads);
    expect(byAccount.signer).toMatchObject({ address: ACCOUNT, name: 'payouts' });
    for (const { own } of [byId, byAccount]) expect(own).toEqual([KEY, ACCOUNT]);
  });

  test('attack: what was worked out for one list of accounts says nothing about another one', async () => {
    const ownOf = async (addresses: readonly string[]): Promise<readonly string[]> => {
      const accounts = addresses.map((each, index) => account(each, 'ADDRESS_FORMAT_ETHEREUM', index));
      const listAccounts = () => Promise.resolve(accounts as unknown as WalletAccount[]);
      return (await findSigner(ethereum, KEY, { ...reads, listAccounts })).own;
    };
    const [one, other] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
    expect(await ownOf([one])).toEqual([KEY, one]);
    expect(await ownOf([one, other])).toEqual([KEY, one, other]);
    expect(await ownOf([])).toEqual([KEY]);
    const kept = (await reads.listAccounts()) as WalletAccount[];
    const listAccounts = () => Promise.resolve(kept);
    await findSigner(ethereum, KEY, { ...reads, listAccounts });
    const noKeys = { listAccounts, listPrivateKeys: () => Promise.resolve([]) };
    expect((await findSigner(ethereum, ACCOUNT, noKeys)).own).toEqual([ACCOUNT]);
  });

  test('is told with the addresses of each chain after one look at the keys, however many chains there are', async () => {
    let looks = 0;
    const formats = CHAINS.flatMap(({ addressFormats }) => addressFormats);
    const keys = Array.from({ length: 1_000 }, (_, n) => ({
      ...{ privateKeyId: `key-${n}`, privateKeyName: `Key ${n}`, curve: 'CURVE_SECP256K1' },
      publicKey: '',
      get addresses() {
        looks += 1;
        return formats.map((format) => ({ format, address: `${format} ${n}` })).toReversed();
      },
    }));
    const signer = await findPayloadSigner('key-7', {
      listPrivateKeys: () => Promise.resolve(keys as unknown as PrivateKey[]),
      listAccounts: () => Promise.resolve([]),
    });
    looks = 0;
    const own = new Map(CHAINS.map((chain) => [chain.type, signer.ownOn?.(chain)]));
    expect(looks).toBe(keys.length);
    expect(own.get(bitcoin.type)).toEqual(
      keys.flatMap((_, n) => bitcoin.addressFormats.map((format) => `${format} ${n}`)),
    );
  });

  test('is found by its ID with one look at all keys, however many lines name one', async () => {
    let looks = 0;
    const keys = Array.from({ length: 1_000 }, (_, n) => ({
      ...{ privateKeyName: `Key ${n}`, curve: 'CURVE_SECP256K1', publicKey: '', addresses: [] },
      get privateKeyId() {
        looks += 1;
        return `key-${n}`;
      },
    })) as unknown as PrivateKey[];
    const accounts: WalletAccount[] = [];
    const listed = {
      listPrivateKeys: () => Promise.resolve(keys),
      listAccounts: () => Promise.resolve(accounts),
    };
    for (let n = 0; n < 100; n += 1)
      expect(await findPayloadSigner(`KEY-${n}`, listed)).toMatchObject({ name: `Key ${n}` });
    expect(looks).toBe(keys.length);
  });

  test('is refused where the organization has no such key, or the key no such address', async () => {
    await expect(findSigner(ethereum, '0x01', reads)).rejects.toMatchObject({ code: 'SIGN_WITH_UNKNOWN' });
    await expect(findSigner(ethereum, privateKeys[1]?.privateKeyId ?? '', reads)).rejects.toMatchObject({
      code: 'SIGN_WITH_NO_ADDRESS',
    });
  });
});
