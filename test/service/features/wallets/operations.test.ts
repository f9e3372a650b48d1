import { HDNodeWallet, Transaction } from 'ethers';
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { DefaultQueryExecutor, type QueryResult } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshSigner, LocalService, resultOf, wrongFields } from '#test/fixtures/local-service.ts';
import { ethereumAccount } from '#test/fixtures/wallet-accounts.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

/** Where Kysely runs statements. */
const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
  DefaultQueryExecutor,
  'executeQuery'
>;

interface Created {
  walletId: string;
  addresses: string[];
}
const create = async (parameters: object = {}): Promise<Created> => {
  const sent = await service.submit('create_wallet', {
    walletName: 'Treasury',
    accounts: [ethereumAccount(0)],
    ...parameters,
  });
  return resultOf(sent) as unknown as Created;
};
const accountsOf = async (parameters: object) => {
  const { json } = await service.query('list_wallet_accounts', parameters);
  return json['accounts'] as { walletAccountId: string; address: string; path: string }[];
};
const wordsOf = async (walletId: string): Promise<string> => {
  const target = generateP256KeyPair();
  const sent = await service.submit('export_wallet', {
    walletId,
    targetPublicKey: target.publicKeyUncompressed,
  });
  return decryptExportBundle({
    exportBundle: resultOf(sent)['exportBundle'] as string,
    embeddedKey: target.privateKey,
    organizationId: service.ready.organizationId,
    dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
    returnMnemonic: true,
  });
};

describe('create_wallet', () => {
  test('attack: a hundred accounts far down the tree, while nobody else could write', async () => {
    const path = `m${'/0'.repeat(7)}`;
    const accounts = Array.from({ length: 100 }, (_, n) => ({ ...ethereumAccount(0), path: `${path}/${n}` }));
    const sent = await service.submit('create_wallet', { walletName: 'Deep', accounts });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.accounts']]);
    expect((await create({ accounts: accounts.slice(0, 75) })).addresses).toHaveLength(75);
  });

  test('its words give its addresses with another library, and queries show all but the words', async () => {
    const { walletId, addresses } = await create({ accounts: [ethereumAccount(0), ethereumAccount(5)] });
    const time = new Date(service.now).toISOString();
    const { json } = await service.query('get_wallet', { walletId });
    expect(json['wallet']).toEqual({
      walletId,
      walletName: 'Treasury',
      createdAt: time,
      updatedAt: time,
      exported: false,
      imported: false,
    });
    const listed = await service.query('list_wallets');
    expect(listed.json['wallets']).toContainEqual(json['wallet']);
    const words = await wordsOf(walletId);
    expect(words.split(' ')).toHaveLength(12);
    const paths = [0, 5].map((index) => `m/44'/60'/0'/0/${index}`);
    expect(addresses).toEqual(paths.map((path) => HDNodeWallet.fromPhrase(words, undefined, path).address));
    const accounts = await accountsOf({ walletId });
    expect(accounts.map(({ path, address }) => [path, address])).toEqual(
      paths.map((path, index) => [path, addresses[index]]),
    );
    expect(accounts[0]).toMatchObject({
      organizationId: service.ready.organizationId,
      walletId,
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/) as string,
    });
  });

  test.each([12, 15, 18, 21, 24])('%i words', async (mnemonicLength) => {
    const { walletId } = await create({ mnemonicLength, accounts: [] });
    expect((await wordsOf(walletId)).split(' ')).toHaveLength(mnemonicLength);
  });

  test.each([
    [{ mnemonicLength: 13 }, 'parameters.mnemonicLength'],
    [
      { accounts: [ethereumAccount(0), { ...ethereumAccount(0), path: 'm/x' }] },
      'parameters.accounts.1.path',
    ],
    [{ accounts: [{ ...ethereumAccount(0), curve: 'CURVE_P256' }] }, 'parameters.accounts.0.addressFormat'],
    [
      {
        accounts: [{ ...ethereumAccount(0), curve: 'CURVE_ED25519', addressFormat: 'ADDRESS_FORMAT_SOLANA' }],
      },
      'parameters.accounts.0.path',
    ],
    [{ accounts: [ethereumAccount(1), ethereumAccount(1)] }, 'parameters.accounts.1'],
    [
      { accounts: [{ ...ethereumAccount(0), pathFormat: 'PATH_FORMAT_OTHER' }] },
      'parameters.accounts.0.pathFormat',
    ],
  ])('%j makes no wallet', async (wrong, field) => {
    const before = await service.query('list_wallets');
    const sent = await service.submit('create_wallet', { walletName: 'No', accounts: [], ...wrong });
    expect([sent.status, wrongFields(sent)]).toEqual([400, [field]]);
    expect((await service.query('list_wallets')).text).toBe(before.text);
  });
});

describe('create_wallet_accounts', () => {
  test('adds accounts, of every curve; with persist false it only derives', async () => {
    const { walletId } = await create({ accounts: [] });
    const solana = {
      curve: 'CURVE_ED25519',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/501'/0'/0'",
      addressFormat: 'ADDRESS_FORMAT_SOLANA',
      name: 'Spending',
    };
    const derived = await service.submit('create_wallet_accounts', {
      walletId,
      accounts: [solana],
      persist: false,
    });
    expect(await accountsOf({ walletId })).toEqual([]);
    const kept = await service.submit('create_wallet_accounts', { walletId, accounts: [solana] });
    expect(resultOf(kept)).toEqual(resultOf(derived));
    const [account] = await accountsOf({ walletId });
    expect(account).toMatchObject({ name: 'Spending', addressFormat: 'ADDRESS_FORMAT_SOLANA' });
    const again = await service.submit('create_wallet_accounts', { walletId, accounts: [solana] });
    expect([again.status, wrongFields(again)]).toEqual([400, ['parameters.accounts.0']]);
  });

  test('a wallet that is not there', async () => {
    const sent = await service.submit('create_wallet_accounts', {
      walletId: '00000000-0000-4000-8000-000000000000',
      accounts: [ethereumAccount(0)],
    });
    expect(sent.status).toBe(404);
  });
});

describe('update_wallet', () => {
  test('renames it; without a name nothing changes', async () => {
    const { walletId } = await create();
    service.now += 1000;
    expect(resultOf(await service.submit('update_wallet', { walletId, walletName: 'Cold' }))).toEqual({
      walletId,
    });
    const renamed = await service.query('get_wallet', { walletId });
    const updatedAt = new Date(service.now).toISOString();
    expect(renamed.json['wallet']).toMatchObject({ walletName: 'Cold', updatedAt });
    service.now += 1000;
    expect((await service.submit('update_wallet', { walletId })).status).toBe(200);
    expect((await service.query('get_wallet', { walletId })).text).toBe(renamed.text);
  });

  test('a foreign wallet is not found', async () => {
    const other = await LocalService.start();
    const { walletId } = await create();
    for (const path of ['submit/update_wallet', 'submit/export_wallet'] as const) {
      const parameters = path.endsWith('update_wallet')
        ? { walletId, walletName: 'Mine' }
        : { walletId, targetPublicKey: generateP256KeyPair().publicKeyUncompressed };
      const sent = await other.submit(path.slice(7), parameters);
      expect(sent.status).toBe(404);
    }
    await other.stop();
  });
});

describe('list_wallet_accounts', () => {
  test('gives pages in the order of making, ten when nothing else is asked for, with the wallet when asked', async () => {
    const { walletId, addresses } = await create({
      accounts: Array.from({ length: 12 }, (_, index) => ethereumAccount(index)),
    });
    const first = await accountsOf({ walletId });
    expect(first.map(({ address }) => address)).toEqual(addresses.slice(0, 10));
    const after = first[9]?.walletAccountId;
    const rest = await accountsOf({ walletId, paginationOptions: { after, limit: '100' } });
    expect(rest.map(({ address }) => address)).toEqual(addresses.slice(10));
    const before = rest[1]?.walletAccountId;
    const between = await accountsOf({ walletId, paginationOptions: { before, limit: '2' } });
    expect(between.map(({ address }) => address)).toEqual(addresses.slice(9, 11));
    const [detailed] = await accountsOf({ walletId, includeWalletDetails: true });
    const { json } = await service.query('get_wallet', { walletId });
    expect(detailed).toMatchObject({ walletDetails: json['wallet'] });
    expect((await service.query('list_wallet_accounts', { walletId: crypto.randomUUID() })).status).toBe(404);
  });

  test('the details of wallets are read for the page alone', async () => {
    const { walletId } = await create();
    await create();
    const spy = vi.spyOn(executor, 'executeQuery');
    const [detailed] = await accountsOf({ walletId, includeWalletDetails: true });
    const read = await Promise.all(
      spy.mock.results.map(({ value }) => value as Promise<QueryResult<{ sealed_seed?: unknown }>>),
    );
    spy.mockRestore();
    expect(detailed).toMatchObject({ walletDetails: { walletId } });
    const wallets = read.flatMap(({ rows }) => rows).filter((row) => row.sealed_seed !== undefined);
    expect(wallets.length).toBeLessThan(2);
  });

  test('get_wallet_account finds one by address or path', async () => {
    const { walletId, addresses } = await create({ accounts: [ethereumAccount(0), ethereumAccount(1)] });
    const [, second] = await accountsOf({ walletId });
    for (const wanted of [
      { address: addresses[1]?.toUpperCase().replace('X', 'x') },
      { path: second?.path },
    ]) {
      const { json } = await service.query('get_wallet_account', { walletId, ...wanted });
      expect(json['account']).toEqual(second);
    }
    expect((await service.query('get_wallet_account', { walletId })).status).toBe(400);
    expect((await service.query('get_wallet_account', { walletId, path: 'm' })).status).toBe(404);
  });
});

describe('signing with a wallet account', () => {
  const unsigned = Transaction.from({
    type: 2,
    chainId: 1,
    to: `0x${'11'.repeat(20)}`,
    gasLimit: 21_000n,
    maxFeePerGas: 9n,
  });
  const sign = (signWith: string, on = service, signer = on.root) =>
    on.submit(
      'sign_transaction',
      {
        signWith,
        type: 'TRANSACTION_TYPE_ETHEREUM',
        unsignedTransaction: unsigned.unsignedSerialized.slice(2),
      },
      signer,
    );

  test('the address of an account signs, also after a restart', async () => {
    const { addresses } = await create({ accounts: [ethereumAccount(3)] });
    const [address = ''] = addresses;
    for (const signWith of [address, address.toLowerCase()]) {
      const { signedTransaction } = resultOf(await sign(signWith)) as { signedTransaction: string };
      expect(Transaction.from(`0x${signedTransaction}`).from).toBe(address);
    }
    await service.restart();
    expect((await sign(address)).status).toBe(200);
  });

  test('foreign account: another organization cannot sign with an address, nor can a stranger', async () => {
    const { addresses } = await create({ accounts: [ethereumAccount(4)] });
    const other = await LocalService.start();
    expect((await sign(addresses[0] ?? '', other)).status).toBe(404);
    await other.stop();
    expect((await sign(addresses[0] ?? '', service, freshSigner())).status).toBe(401);
  });
});
