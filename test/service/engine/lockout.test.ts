import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, freshSigner, LocalService, type Sent } from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import { addMember, resultOf, setQuorum, type Member } from '#test/fixtures/team.ts';

const DAY = 24 * 60 * 60;

let service: LocalService;
let root: Member;
beforeEach(async () => {
  service = await LocalService.start();
  root = { userId: service.ready.rootUserId, signer: service.root };
});
afterEach(async () => {
  await service.stop();
});

const refusal = (sent: Sent) => [sent.status, codeOf(sent), sent.json.message];
const locked = () => [
  400,
  'REQUEST_INVALID',
  'the root quorum needs 1 users with a credential that lasts a day (sessions don’t count), and this would leave 0',
];

const keyIds = async ({ userId }: Member, publicKey?: string) =>
  ((await service.query('get_api_keys', { userId })).json['apiKeys'] as KeyRecord[])
    .filter(({ credential }) => publicKey === undefined || credential.publicKey === publicKey)
    .map(({ apiKeyId }) => apiKeyId);
interface KeyRecord {
  readonly apiKeyId: string;
  readonly credential: { readonly publicKey: string };
}

/** Logs a member in, for an hour. */
async function logIn({ signer }: Member) {
  const session = freshSigner();
  const wanted = { publicKey: session.publicKey, expirationSeconds: '3600' };
  expect((await service.submit('stamp_login', wanted, signer)).status).toBe(200);
  return session;
}

async function addKey({ userId }: Member, seconds: number) {
  const signer = freshSigner();
  const key = { apiKeyName: 'Key', publicKey: signer.publicKey, curveType: 'API_KEY_CURVE_P256' };
  const apiKeys = [{ ...key, expirationSeconds: String(seconds) }];
  const sent = await service.submit('create_api_keys', { userId, apiKeys });
  return { signer, id: (resultOf(sent, 'createApiKeysResult') as { apiKeyIds: [string] }).apiKeyIds[0] };
}

const deleteKeys = ({ userId }: Member, apiKeyIds: readonly string[], signer = service.root) =>
  service.submit('delete_api_keys', { userId, apiKeyIds }, signer);

async function addPasskey({ userId }: Member) {
  const authenticators = [new Passkey(1).register()];
  const sent = await service.submit('create_authenticators', { userId, authenticators });
  return (resultOf(sent, 'createAuthenticatorsResult') as { authenticatorIds: string[] }).authenticatorIds;
}

describe('lockout', () => {
  test('attack: with a session alone, the root quorum’s last key is not deleted', async () => {
    const session = await logIn(root);
    const sent = await deleteKeys(root, await keyIds(root, root.signer.publicKey), session);
    expect(refusal(sent)).toEqual(locked());
    service.now += 3600 * 1000;
    expect((await service.query('whoami')).status).toBe(200);
  });

  test('attack: with a session alone, the root quorum’s last passkey is not deleted', async () => {
    const authenticatorIds = await addPasskey(root);
    const session = await logIn(root);
    const { userId } = root;
    expect((await deleteKeys(root, await keyIds(root, root.signer.publicKey), session)).status).toBe(200);
    const sent = await service.submit('delete_authenticators', { userId, authenticatorIds }, session);
    expect(refusal(sent)).toEqual(locked());
  });

  test('attack: a root quorum doesn’t count members who only have a session', async () => {
    const ann = await addMember(service, 'Ann');
    const session = await logIn(ann);
    const annsKey = await keyIds(ann, ann.signer.publicKey);
    expect((await deleteKeys(ann, annsKey)).status).toBe(200);
    expect((await service.query('whoami', {}, session)).status).toBe(200);
    const quorum = () => setQuorum(service, 2, [root.userId, ann.userId]);
    expect(refusal(await quorum())).toEqual([
      400,
      'REQUEST_INVALID',
      'the root quorum needs 2 users with a credential other than a session, and this would leave 1',
    ]);
    // A key of the default 15 minutes is enough for a quorum.
    await addKey(ann, 900);
    expect((await quorum()).status).toBe(200);
  });

  test('a key that ends within a day does not stand in for one that lasts', async () => {
    const brief = await addKey(root, DAY - 1);
    expect(refusal(await deleteKeys(root, await keyIds(root, root.signer.publicKey)))).toEqual(locked());
    expect((await deleteKeys(root, [brief.id])).status).toBe(200);
  });

  test('an old key goes once another that lasts is there: an API key, or a passkey', async () => {
    const next = await addKey(root, DAY);
    const [old = ''] = await keyIds(root, root.signer.publicKey);
    expect((await deleteKeys(root, [old], await logIn(root))).status).toBe(200);
    await service.submit(
      'create_authenticators',
      {
        ...{ userId: root.userId, authenticators: [new Passkey(1).register()] },
      },
      next.signer,
    );
    expect((await deleteKeys(root, [next.id], next.signer)).status).toBe(200);
  });

  test('attack: ten brief keys do not take the place of the root quorum’s last one', async () => {
    const last = await addKey(root, 365 * DAY);
    await deleteKeys(root, await keyIds(root, root.signer.publicKey));
    const brief = async () => {
      const { publicKey } = freshSigner();
      const apiKeys = [
        { apiKeyName: 'Brief', publicKey, curveType: 'API_KEY_CURVE_P256', expirationSeconds: '60' },
      ];
      return await service.submit('create_api_keys', { userId: root.userId, apiKeys }, last.signer);
    };
    for (let nth = 1; nth < 10; nth += 1) expect((await brief()).status).toBe(200);
    expect(refusal(await brief())).toEqual(locked());
    const { publicKey } = freshSigner();
    expect(refusal(await service.submit('stamp_login', { publicKey }, last.signer))).toEqual(locked());
    service.now += 60_000;
    expect((await brief()).status).toBe(200);
    expect((await service.submit('stamp_login', { publicKey }, last.signer)).status).toBe(200);
  });

  test('where nobody of the quorum has such a key any more, what takes none of theirs goes on', async () => {
    const ann = await addMember(service, 'Ann');
    const last = await addKey(root, 2 * DAY);
    const over = await addKey(root, 60);
    expect((await deleteKeys(root, await keyIds(root, root.signer.publicKey), last.signer)).status).toBe(200);
    service.now += (2 * DAY - 3600) * 1000;
    const session = freshSigner();
    const login = await service.submit('stamp_login', { publicKey: session.publicKey }, last.signer);
    expect(login.status).toBe(200);
    expect((await deleteKeys(root, [over.id], last.signer)).status).toBe(200);
    const annsKey = (await service.query('get_api_keys', { userId: ann.userId }, last.signer)).json;
    const ids = (annsKey['apiKeys'] as KeyRecord[]).map(({ apiKeyId }) => apiKeyId);
    expect((await deleteKeys(ann, ids, last.signer)).status).toBe(200);
    const mine = (await service.query('get_api_keys', { userId: root.userId }, last.signer)).json;
    const sessionId = (mine['apiKeys'] as KeyRecord[]).find(
      ({ credential }) => credential.publicKey === session.publicKey,
    )?.apiKeyId;
    expect((await deleteKeys(root, [sessionId ?? ''], last.signer)).status).toBe(200);
    expect(refusal(await deleteKeys(root, [last.id], last.signer))).toEqual(locked());
  });
});
