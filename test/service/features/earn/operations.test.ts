import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely';
import { beforeAll, afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addressOfPublicKey } from '#chains/ethereum/model/address.ts';
import { openStore } from '#service/storage/store.ts';
import { codeOf, LocalService, resultOf, wrongFields } from '#test/fixtures/local-service.ts';

let service: LocalService;
let key: { id: string; address: string };
beforeAll(async () => {
  service = await LocalService.start();
  key = await service.createPrivateKey('CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM']);
});
afterAll(async () => {
  await service.stop();
});

const strangersAddress = () => addressOfPublicKey(secp256k1.getPublicKey(secp256k1.utils.randomSecretKey()));
const chainCaip2 = 'eip155:8453';
const deploy = (vaultAddress: string = strangersAddress(), chain = chainCaip2) =>
  service.submit('earn_deploy_wrapper', {
    vaultAddress,
    chainCaip2: chain,
    clientFeeBps: '25',
    clientFeeWallet: key.address,
  });

let wrapperAddress: string;
beforeEach(async () => {
  wrapperAddress = resultOf(await deploy())['wrapperAddress'] as string;
});

const deposit = (assets: string, more: object = {}) =>
  service.submit('earn_deposit', { wrapperAddress, signWith: key.address, assets, chainCaip2, ...more });
const withdraw = (amountValue: string, more: object = {}) =>
  service.submit('earn_withdraw', {
    wrapperAddress,
    signWith: key.address,
    amountValue,
    chainCaip2,
    ...more,
  });
const setState = (depositsDisabled: boolean, wrapper = wrapperAddress) =>
  service.submit('earn_set_wrapper_state', { wrapperAddress: wrapper, depositsDisabled });
async function position(): Promise<Record<string, unknown> | undefined> {
  const { json } = await service.query('list_earn_positions', { walletAddress: key.address });
  return (json['positions'] as Record<string, unknown>[]).find(
    (each) => each['wrapperAddress'] === wrapperAddress,
  );
}
async function vault(): Promise<Record<string, unknown> | undefined> {
  const { json } = await service.query('list_earn_enabled_vaults');
  return (json['enabledVaults'] as Record<string, unknown>[]).find(
    (each) => each['wrapperAddress'] === wrapperAddress,
  );
}

/** Where Kysely runs statements. */
const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
  DefaultQueryExecutor,
  'executeQuery'
>;

test('what a wallet has is read with one statement, of all wrappers in the order in which they were made', async () => {
  const wrappers = [wrapperAddress];
  for (let count = 0; count < 5; count += 1)
    wrappers.push(resultOf(await deploy())['wrapperAddress'] as string);
  for (const each of [wrappers[4], wrappers[1]]) resultOf(await deposit('5', { wrapperAddress: each }));
  const spy = vi.spyOn(executor, 'executeQuery');
  const { json } = await service.query('list_earn_positions', { walletAddress: key.address });
  const asked = spy.mock.calls.map(([{ sql }]: readonly [CompiledQuery]) => sql);
  spy.mockRestore();
  expect(asked.filter((text) => text.includes('earn_'))).toHaveLength(1);
  const found = (json['positions'] as { wrapperAddress: string }[]).map((each) => each.wrapperAddress);
  expect(found.slice(-2)).toEqual([wrappers[1], wrappers[4]]);
});

describe('the registry of wrappers', () => {
  test('a deployed wrapper is listed as it was asked for', async () => {
    const vaultAddress = strangersAddress();
    const result = resultOf(await deploy(vaultAddress.toLowerCase()));
    wrapperAddress = result['wrapperAddress'] as string;
    expect(await vault()).toEqual({
      vaultAddress,
      wrapperAddress,
      totalDeposited: '0',
      clientFeeBps: '25',
      depositsDisabled: false,
      clientFeeWallet: key.address,
      deployStatus: 'COMPLETED',
      deployRequestId: result['deployRequestId'],
    });
    expect(result['splitterAddress']).not.toBe(wrapperAddress);
    const status = await service.query('get_earn_deploy_status', {
      deployRequestId: result['deployRequestId'],
    });
    expect(status.json).toEqual({ status: 'COMPLETED' });
  });

  test('a second wrapper of the same vault is refused, one on another chain is not', async () => {
    const vaultAddress = strangersAddress();
    expect((await deploy(vaultAddress)).status).toBe(200);
    const again = await deploy(vaultAddress);
    expect([again.status, wrongFields(again)]).toEqual([400, ['parameters.vaultAddress']]);
    expect((await deploy(vaultAddress, 'eip155:1')).status).toBe(200);
  });
});

describe('earn_set_wrapper_state', () => {
  test('deposit while disabled: it is refused and changes nothing; withdrawals still go', async () => {
    expect((await deposit('100')).status).toBe(200);
    expect(resultOf(await setState(true))).toEqual({ wrapperAddress, depositsDisabled: true });
    const refused = await deposit('1');
    expect([refused.status, codeOf(refused), wrongFields(refused)]).toEqual([
      400,
      'REQUEST_INVALID',
      ['parameters.wrapperAddress'],
    ]);
    expect(await position()).toMatchObject({ currentValue: '100', depositsDisabled: true });
    expect(await vault()).toMatchObject({ totalDeposited: '100', depositsDisabled: true });

    expect((await withdraw('40')).status).toBe(200);
    expect(await position()).toMatchObject({
      currentValue: '60',
      totalDeposited: '100',
      totalWithdrawn: '40',
    });

    expect(resultOf(await setState(false))).toEqual({ wrapperAddress, depositsDisabled: false });
    expect((await deposit('1')).status).toBe(200);
    expect(await position()).toMatchObject({ currentValue: '61', depositsDisabled: false });
  });

  test('a wrapper of someone else cannot be opened or closed', async () => {
    const sent = await setState(true, strangersAddress());
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  });

  test('a wrapper whose address was changed by one letter of its checksum is refused', async () => {
    const index = 2 + wrapperAddress.slice(2).search(/[a-f]/i);
    const letter = wrapperAddress.charAt(index);
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const sent = await setState(
      true,
      wrapperAddress.slice(0, index) + other + wrapperAddress.slice(index + 1),
    );
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.wrapperAddress']]);
    expect((await setState(true, wrapperAddress.toLowerCase())).status).toBe(200);
  });
});

describe('deposits and withdrawals', () => {
  test('the ledger counts beyond 64 bits, for a key by its id and by its address', async () => {
    const half = String(2n ** 200n);
    const made = resultOf(await deposit(half));
    expect((await deposit(half, { signWith: key.id })).status).toBe(200);
    expect(await position()).toMatchObject({ currentValue: String(2n ** 201n) });
    const status = await service.query('get_earn_deposit_status', made);
    expect(status.json).toEqual({ status: 'COMPLETED' });
    const out = resultOf(await withdraw(half));
    expect((await service.query('get_earn_withdraw_status', out)).json).toEqual({ status: 'COMPLETED' });
  });

  test('overdraft: a withdrawal of more than there is, is refused and changes nothing', async () => {
    const empty = await withdraw('1');
    expect([empty.status, wrongFields(empty)]).toEqual([400, ['parameters.amountValue']]);
    await deposit('10');
    expect((await withdraw('11')).status).toBe(400);
    expect(await position()).toMatchObject({ currentValue: '10', totalWithdrawn: '0' });
  });

  test.each(['0', '-1', '1.5', '01', '', String(2n ** 256n)])('the amount %j is refused', async (amount) => {
    expect(wrongFields(await deposit(amount))).toContain('parameters.assets');
    expect(wrongFields(await withdraw(amount))).toContain('parameters.amountValue');
  });

  test('a key that the organization does not have, a key of another curve, another chain: refused', async () => {
    const foreign = await deposit('1', { signWith: strangersAddress() });
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'NOT_FOUND']);
    const solana = await service.createPrivateKey('CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']);
    expect(wrongFields(await deposit('1', { signWith: solana.id }))).toEqual(['parameters.signWith']);
    expect(wrongFields(await deposit('1', { chainCaip2: 'eip155:1' }))).toEqual(['parameters.chainCaip2']);
    expect(await position()).toBeUndefined();
  });

  test('request id of another kind: its status is not found', async () => {
    const { depositRequestId } = resultOf(await deposit('1'));
    const sent = await service.query('get_earn_withdraw_status', { withdrawRequestId: depositRequestId });
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('claim_swap_fees', () => {
  test('a claim is kept with its identifier and status', async () => {
    const first = await service.submit('claim_swap_fees', {});
    expect(first.json.activity?.intent).toEqual({ claimSwapFeesIntent: {} });
    const id = resultOf(first)['requestId'] as string;
    expect(resultOf(await service.submit('claim_swap_fees', {}))['requestId']).not.toBe(id);
    const store = await openStore(service.data);
    const row = await store.selectFrom('swap_fee_claim').selectAll().where('id', '=', id).executeTakeFirst();
    await store.destroy();
    // How it ends is the relay's affair, which may have been here already.
    expect(row).toMatchObject({
      id,
      organization_id: service.ready.organizationId,
      requested_by: service.ready.rootUserId,
      created_at: service.now,
    });
  });

  test('the same claim sent twice is one claim', async () => {
    const body = service.submitBody('claim_swap_fees', {});
    const [one, other] = [
      await service.post('submit/claim_swap_fees', body),
      await service.post('submit/claim_swap_fees', body),
    ];
    expect(resultOf(other)).toEqual(resultOf(one));
  });

  test('parameters that are not empty are refused', async () => {
    expect(wrongFields(await service.submit('claim_swap_fees', { amount: '1' }))).toEqual([
      'parameters.amount',
    ]);
  });
});
