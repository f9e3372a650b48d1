import { encryptSecretToBundle } from '@turnkey/crypto';
import { address, Psbt } from 'bitcoinjs-lib';
import { Transaction } from 'ethers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseTronAddress } from '#chains/tron/address.ts';
import { toHex } from '#protocol/encoding.ts';
import { transactionValues } from '#service/engine/key-values.ts';
import { openSealedStore } from '../../fixtures/open-sealed-store.ts';
import { codeOf, LocalService, resultOf } from '../../fixtures/local-service.ts';
import { addMember, addPolicy, type Member } from '../../fixtures/team.ts';
import { OTHER, scriptOf } from '../../chains/bitcoin/unsigned.ts';
import { RECEIVER, tronRaw } from '../../chains/tron/unsigned.ts';

const encryptionSuite = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';
const FRIEND = `0x${'ab'.repeat(20)}`;

let service: LocalService;
let ann: Member;
beforeEach(async () => {
  service = await LocalService.start();
  ann = await addMember(service, 'Ann');
});
afterEach(async () => {
  await service.stop();
});

const unsigned = (to: string, value: bigint): string =>
  Transaction.from({
    type: 2,
    chainId: 1,
    nonce: 1,
    to,
    value,
    gasLimit: 21_000n,
    maxFeePerGas: 9n,
  }).unsignedSerialized.slice(2);
const sign = async (signWith: string, to: string, value: bigint): Promise<unknown> => {
  const parameters = {
    signWith,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: unsigned(to, value),
  };
  const sent = await service.submit('sign_transaction', parameters, ann.signer);
  return sent.status === 200 ? sent.json.activity?.status : codeOf(sent);
};

test('a policy over eth.tx and the key decides over each transaction', async () => {
  const { id, address: from } = await service.createPrivateKey('CURVE_SECP256K1', [
    'ADDRESS_FORMAT_ETHEREUM',
  ]);
  const other = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
  await addPolicy(service, {
    condition: `eth.tx.to == '${FRIEND}' && eth.tx.value <= 5 && eth.tx.from == '${from}' && private_key.id == '${id}'`,
  });
  expect(await sign(id, FRIEND, 5n)).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await sign(from, FRIEND.toUpperCase().replace('0X', '0x'), 5n)).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await sign(id, FRIEND, 6n)).toBe('REQUEST_NOT_AUTHORIZED');
  expect(await sign(id, `0x${'cd'.repeat(20)}`, 5n)).toBe('REQUEST_NOT_AUTHORIZED');
  expect(await sign(other.id, FRIEND, 5n)).toBe('REQUEST_NOT_AUTHORIZED');
});

test('policies over tron.tx and bitcoin.tx decide over each transaction, and signing stops there', async () => {
  const tronKey = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_TRON']);
  const owner = toHex(parseTronAddress(tronKey.address));
  await addPolicy(service, {
    condition: `tron.tx.contract[0].type == 'TransferContract' && tron.tx.contract[0].to_address == '${RECEIVER.text}' && tron.tx.contract[0].amount <= 5`,
  });
  const send = async (type: string, signWith: string, unsignedTransaction: string): Promise<unknown> => {
    const sent = await service.submit(
      'sign_transaction',
      { signWith, type, unsignedTransaction },
      ann.signer,
    );
    return sent.status === 200 ? sent.json.activity?.status : codeOf(sent);
  };
  const pay = (to: string, amount: number): Promise<unknown> => {
    const raw = tronRaw('TransferContract', { owner_address: owner, to_address: to, amount });
    return send('TRANSACTION_TYPE_TRON', tronKey.address, raw);
  };
  expect(await pay(RECEIVER.hex, 5)).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await pay(RECEIVER.hex, 6)).toBe('REQUEST_NOT_AUTHORIZED');
  expect(await pay(`41${'cd'.repeat(20)}`, 5)).toBe('REQUEST_NOT_AUTHORIZED');

  const coins = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH']);
  await addPolicy(service, { condition: 'bitcoin.tx.fee <= 50000 && bitcoin.tx.outputs.count() == 1' });
  const spend = (amount: bigint): Promise<unknown> => {
    const psbt = new Psbt();
    const script = address.toOutputScript(coins.address);
    psbt.addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo: { script, value: 1_000_000n } });
    psbt.addOutput({ script: scriptOf(OTHER.p2wpkh), value: amount });
    return send('TRANSACTION_TYPE_BITCOIN', coins.address, psbt.toHex());
  };
  expect(await spend(950_000n)).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await spend(949_999n)).toBe('REQUEST_NOT_AUTHORIZED');
});

test('a policy over a wallet reaches its accounts, and no other wallet', async () => {
  const make = async (walletName: string) => {
    const account = {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    };
    const sent = await service.submit('create_wallet', { walletName, accounts: [account] });
    return resultOf(sent) as { walletId: string; addresses: [string] };
  };
  const [allowed, other] = [await make('Allowed'), await make('Other')];
  await addPolicy(service, { condition: `wallet.id == '${allowed.walletId}'` });
  expect(await sign(allowed.addresses[0], FRIEND, 1n)).toBe('ACTIVITY_STATUS_COMPLETED');
  expect(await sign(other.addresses[0], FRIEND, 1n)).toBe('REQUEST_NOT_AUTHORIZED');
  const rename = (walletId: string) =>
    service.submit('update_wallet', { walletId, walletName: 'New' }, ann.signer);
  expect((await rename(allowed.walletId)).status).toBe(200);
  expect(codeOf(await rename(other.walletId))).toBe('REQUEST_NOT_AUTHORIZED');
});

/** Imports secrets, one for each team. @returns their IDs */
async function keep(...teams: readonly string[]): Promise<string[]> {
  const begun = await service.submit('init_import_secrets', { encryptionSuite, numSecrets: teams.length });
  const targets = resultOf(begun)['enclaveTargetMessages'] as string[];
  const secrets = teams.map(async (team, at) => {
    const { secretPayload, targetPublicKey } = await encryptSecretToBundle({
      plaintext: 'a secret',
      ingressTargetBundle: targets[at] ?? '',
      organizationId: service.ready.organizationId,
      dangerouslyOverrideSignerPublicKey: service.ready.keys.enclaveQuorum,
    });
    const staticProperties = [{ key: 'team', value: team }];
    return { secretPayload, targetPublicKey, encryptionSuite, staticProperties };
  });
  const sent = await service.submit('import_secrets', { secrets: await Promise.all(secrets) });
  return resultOf(sent)['secretIds'] as string[];
}
const remove = (...secretIds: string[]) => service.submit('delete_secrets', { secretIds }, ann.signer);

test('policy bypass in a batch: a forbidden secret does not go with a permitted one', async () => {
  const [mine = '', theirs = ''] = await keep('ops', 'other');
  await addPolicy(service, {
    condition: "activity.kind == 'DELETE_SECRETS' && secret.static_properties['team'] == 'ops'",
  });
  for (const ids of [[theirs], [mine, theirs], [theirs, mine]])
    expect(codeOf(await remove(...ids))).toBe('REQUEST_NOT_AUTHORIZED');
  expect((await service.query('list_secrets')).json['secrets']).toHaveLength(2);
  expect((await remove(mine)).status).toBe(200);
});

test('who asks for too much to ask every policy about is told so, and who may do none of it is not', async () => {
  const ids = await keep(...Array.from({ length: 30 }, () => 'ops'));
  const list = `[${Array.from({ length: 100 }, (_, at) => at).join()}]`;
  await addPolicy(service, { condition: `${list}.any(a, ${list}.any(b, a == b && a > 100))` });
  const ask = async (count: number) => {
    const { status, json } = await remove(...ids.slice(0, count));
    return [status, json.message];
  };
  expect(await ask(2)).toEqual([403, 'request not authorized']);
  expect(await ask(30)).toEqual([403, expect.stringContaining('takes too much work')]);
});

test('a transaction is read once for all decisions over a request, for the key that signs', async () => {
  const coins = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH']);
  const other = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH']);
  const psbt = new Psbt();
  const script = address.toOutputScript(coins.address);
  psbt.addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo: { script, value: 1_000_000n } });
  psbt.addOutput({ script: scriptOf(OTHER.p2wpkh), value: 1n });
  const asked = {
    ...{ signWith: coins.address, unsignedTransaction: psbt.toHex() },
    type: 'TRANSACTION_TYPE_BITCOIN',
  } as const;
  const { organizationId } = service.ready;
  await service.halt();
  const store = await openSealedStore(service.data, service.storageKey);
  const valuesOf = async (parameters: Parameters<typeof transactionValues>[1]) =>
    await transactionValues({ store, organizationId }, parameters);
  const first = await valuesOf(asked);
  expect(first['bitcoin']).toBeDefined();
  expect((await valuesOf(asked))['bitcoin']).toBe(first['bitcoin']);
  expect((await valuesOf({ ...asked }))['bitcoin']).not.toBe(first['bitcoin']);
  expect((await valuesOf({ ...asked, signWith: other.id }))['private_key']).not.toEqual(first['private_key']);
  const broken = { ...asked, unsignedTransaction: '00' };
  expect(Object.keys(await valuesOf(broken))).toEqual(['private_key']);
  expect(Object.keys(await valuesOf(broken))).toEqual(['private_key']);
  await store.destroy();
  await service.restart();
});
