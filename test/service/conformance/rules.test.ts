import { address as asAddress } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshSigner, resultOf } from '../../fixtures/local-service.ts';
import { activityOf, addMember, addPolicy } from '../../fixtures/team.ts';
import { solanaAccount } from '../../fixtures/wallet-accounts.ts';
import { credentialRequests } from './valid-credential-requests.ts';
import { keyRequests } from './valid-key-requests.ts';
import { providerRequests } from './valid-provider-requests.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.stop();
});

/** Sends a valid request without some of its fields. */
async function without(path: keyof typeof credentialRequests, ...left: string[]) {
  const parameters = Object.entries(await credentialRequests[path](world));
  const rest = Object.fromEntries(parameters.filter(([name]) => !left.includes(name)));
  return resultOf(await world.service.submit(path, rest));
}
async function keyOf({ userId, apiKeyId }: Record<string, unknown>) {
  const { json } = await world.service.query('get_api_keys', { userId });
  return (json['apiKeys'] as Record<string, unknown>[]).find((key) => key['apiKeyId'] === apiKeyId);
}
const time = () => new Date(world.service.now).toISOString();
const payloadOf = (session: unknown) =>
  JSON.parse(Buffer.from(String(session).split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
const nowSeconds = () => Math.floor(world.service.now / 1000);

describe('defaults', () => {
  test('spec: rule default oauth.apiKeyName: Oauth and the time', async () => {
    const made = await without('oauth', 'apiKeyName');
    expect(await keyOf(made)).toMatchObject({ apiKeyName: `Oauth - ${time()}` });
  });

  test('spec: rule default oauth.expirationSeconds: 15 minutes', async () => {
    const made = await without('oauth', 'expirationSeconds');
    expect(await keyOf(made)).toMatchObject({ expirationSeconds: '900' });
  });

  test('spec: rule default create_read_write_session.userId: the requesting user', async () => {
    const made = await without('create_read_write_session', 'userId');
    expect(made['userId']).toBe(world.rootUserId);
  });

  test('spec: rule default create_read_write_session.apiKeyName: Read Write Session and the time', async () => {
    const made = await without('create_read_write_session', 'apiKeyName');
    expect(await keyOf(made)).toMatchObject({ apiKeyName: `Read Write Session - ${time()}` });
  });

  test('spec: rule default create_read_write_session.expirationSeconds: 15 minutes', async () => {
    const made = await without('create_read_write_session', 'expirationSeconds');
    expect(await keyOf(made)).toMatchObject({ expirationSeconds: '900' });
  });

  test('spec: rule default stamp_login.expirationSeconds: 15 minutes', async () => {
    const made = await without('stamp_login', 'expirationSeconds', 'sessionProfileId');
    expect(payloadOf(made['session']).exp - nowSeconds()).toBe(900);
  });

  test('spec: rule default stamp_login.sessionProfileId: the default session reads and writes', async () => {
    const signer = freshSigner();
    await world.done('stamp_login', { publicKey: signer.publicKey });
    const wallet = { walletName: 'W', accounts: [] };
    expect((await world.service.query('whoami', {}, signer)).status).toBe(200);
    expect((await world.service.submit('create_wallet', wallet, signer)).status).toBe(200);
  });

  test('spec: rule limit expirationSeconds default: 15 minutes to the millisecond, in all three', async () => {
    const signer = freshSigner();
    await world.done('stamp_login', { publicKey: signer.publicKey });
    const before = world.service.now;
    world.service.now = before + 899_999;
    expect((await world.service.query('whoami', {}, signer)).status).toBe(200);
    world.service.now = before + 900_000;
    expect((await world.service.query('whoami', {}, signer)).status).toBe(401);
    world.service.now = before;
    for (const path of ['oauth', 'create_read_write_session'] as const) {
      const made = await without(path, 'expirationSeconds');
      expect(await keyOf(made)).toMatchObject({ expirationSeconds: '900' });
    }
  });
});

describe('what sentences say', () => {
  test('spec: rule note on import_secrets: secrets open with the targets of init_import_secrets, and with no others', async () => {
    const { secrets } = await keyRequests.import_secrets(world);
    const foreign = secrets.map((secret) => ({ ...secret, targetPublicKey: world.target() }));
    expect((await world.service.submit('import_secrets', { secrets: foreign })).status).toBe(400);
    expect((await world.service.submit('import_secrets', { secrets })).status).toBe(200);
  });

  test('spec: rule note on stamp_login: the client’s own key becomes the session’s', async () => {
    const signer = freshSigner();
    expect((await world.service.query('whoami', {}, signer)).status).toBe(401);
    await world.done('stamp_login', { publicKey: signer.publicKey });
    expect((await world.service.query('whoami', {}, signer)).json['userId']).toBe(world.rootUserId);
  });

  test('spec: rule note on remove_organization_feature: the root quorum decides, whatever policies allow', async () => {
    const ann = await addMember(world.service, 'Ann');
    await addPolicy(world.service, { consensus: `approvers.any(user, user.id == '${ann.userId}')` });
    const feature = { name: 'FEATURE_NAME_SMS_AUTH' };
    await world.done('set_organization_feature', { ...feature, value: '' });
    const refused = await world.service.submit('remove_organization_feature', feature, ann.signer);
    expect(refused.json.activity?.status).not.toBe('ACTIVITY_STATUS_COMPLETED');
    expect((await world.service.query('get_organization_configs')).text).toContain(feature.name);
    const done = activityOf(await world.service.submit('remove_organization_feature', feature));
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('spec: rule after removal: a key falls back to the organization, and that is open without a list', async () => {
    const ann = await addMember(world.service, 'Ann');
    const { publicKey } = ann.signer;
    const [here, elsewhere] = [[{ cidr: '127.0.0.1/32' }], [{ cidr: '203.0.113.0/24' }]];
    const isLetIn = async () => (await world.service.query('whoami', {}, ann.signer)).status === 200;
    await world.done('set_ip_allowlist', { publicKey: world.service.root.publicKey, rules: here });
    await world.done('set_ip_allowlist', { enabled: true, rules: elsewhere });
    await world.done('set_ip_allowlist', { publicKey, rules: here });
    expect(await isLetIn()).toBe(true);
    await world.done('remove_ip_allowlist', { publicKey });
    expect(await isLetIn()).toBe(false);
    await world.done('remove_ip_allowlist', { publicKey: null });
    expect(await isLetIn()).toBe(true);
  });

  test('spec: rule Earn deposit state: closed to deposits, open again, and always open to withdrawals', async () => {
    const deposit = await providerRequests.earn_deposit(world);
    const { wrapperAddress, signWith, chainCaip2 } = deposit;
    const send = async (path: string, parameters: object) =>
      (await world.service.submit(path, { wrapperAddress, ...parameters })).status;
    expect(await send('earn_deposit', deposit)).toBe(200);
    expect(await send('earn_set_wrapper_state', { depositsDisabled: true })).toBe(200);
    expect(await send('earn_deposit', deposit)).toBe(400);
    expect(await send('earn_withdraw', { signWith, chainCaip2, amountValue: '1' })).toBe(200);
    expect(await send('earn_set_wrapper_state', { depositsDisabled: false })).toBe(200);
    expect(await send('earn_deposit', deposit)).toBe(200);
  });
});

test('spec: rule limit paginationOptions.limit: from 1 to 100, ten by default, and no other', async () => {
  const { address } = await world.wallet(solanaAccount(0));
  const friend = await world.cluster.account();
  const transfer = { source: friend, destination: asAddress(address), amount: 1_000_000n };
  for (let count = 0; count < 11; count += 1)
    await world.cluster.run(friend, [getTransferSolInstruction(transfer)]);
  const ask = (paginationOptions: object) =>
    world.service.query('list_sol_transaction_history', {
      ...{ address, caip2: 'solana:mainnet', paginationOptions },
    });
  for (const limit of ['0', '101', '-1', '1.5', '']) expect((await ask({ limit })).status).toBe(400);
  for (const [options, count] of [
    [{}, 10],
    [{ limit: '1' }, 1],
    [{ limit: '100' }, 11],
  ] as const)
    expect((await ask(options)).json['transactions']).toHaveLength(count);
});
