import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toHex } from '#protocol/encoding.ts';
import {
  LocalService,
  codeOf,
  freshSigner,
  resultOf,
  type Sent,
  wrongFields,
} from '../../fixtures/local-service.ts';
import { activityOf, addMember, setQuorum, vote, type Member } from '../../fixtures/team.ts';

let service: LocalService;
let ann: Member;
let bob: Member;
beforeAll(async () => {
  service = await LocalService.start();
  ann = await addMember(service, 'Ann');
  bob = await addMember(service, 'Bob');
});
afterAll(async () => {
  await service.stop();
});

const accounts = (count: number, steps: number, curve = 'CURVE_SECP256K1') =>
  Array.from({ length: count }, (_, at) => ({
    ...{ curve, pathFormat: 'PATH_FORMAT_BIP32', addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
    path: `m${"/1'".repeat(steps - 1)}/${at}`,
  }));
const largest = { walletName: 'Largest', accounts: accounts(100, 6) };

describe('attack: requests that compute much', () => {
  test('two wallets of the largest size: others read and write before the first of them is made', async () => {
    const answered: string[] = [];
    const noting = async (name: string, sent: Promise<Sent>): Promise<Sent> => {
      const answer = await sent;
      answered.push(name);
      return answer;
    };
    const wallets = Array.from({ length: 2 }, () =>
      noting('wallet', service.submit('create_wallet', largest)),
    );
    const others = (async () => {
      // One after the other: each has to get through while both are under way.
      for (let time = 0; time < 2; time += 1) {
        await noting('read', service.query('whoami', {}, ann.signer));
        const rename = { userId: ann.userId, userName: `Ann ${time}` };
        await noting('write', service.submit('update_user_name', rename));
        const payload = { payloads: ['one'], encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' };
        const { id } = await service.createPrivateKey('CURVE_P256', []);
        const sign = { ...payload, signWith: id, hashFunction: 'HASH_FUNCTION_SHA256' };
        await noting('sign', service.submit('sign_raw_payloads', sign));
      }
    })();
    await others;
    expect(answered).toEqual(['read', 'write', 'sign', 'read', 'write', 'sign']);
    for (const sent of await Promise.all(wallets)) expect(resultOf(sent)['addresses']).toHaveLength(100);
  });

  test('six requests that sign a hundred payloads: a query is answered before the first of them', async () => {
    const { id: signWith } = await service.createPrivateKey('CURVE_SECP256K1', []);
    const how = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_KECCAK256' };
    const payloads = Array.from({ length: 100 }, (_, at) => `payload ${at}`);
    let signed = 0;
    const signing = Array.from({ length: 6 }, async () => {
      const sent = await service.submit('sign_raw_payloads', { signWith, payloads, ...how });
      signed += 1;
      return sent;
    });
    await service.query('whoami', {}, ann.signer);
    expect(signed).toBe(0);
    for (const sent of await Promise.all(signing)) expect(resultOf(sent)['signatures']).toHaveLength(100);
  });

  test('thirty users with ten keys each: others read before their keys are looked at', async () => {
    const key = { apiKeyName: 'key', curveType: 'API_KEY_CURVE_ED25519', expirationSeconds: '600' };
    const keys = Array.from({ length: 300 }, () => toHex(ed25519.keygen().publicKey));
    const users = Array.from({ length: 30 }, (_, at) => ({
      ...{ userName: `User ${at}`, authenticators: [], oauthProviders: [], userTags: [] },
      apiKeys: keys.slice(10 * at, 10 * at + 10).map((publicKey) => ({ ...key, publicKey })),
    }));
    let isMade = false;
    const making = service.submit('create_users', { users }).then((sent) => {
      isMade = true;
      return sent;
    });
    for (let time = 0; time < 5; time += 1) await service.query('whoami', {}, ann.signer);
    expect(isMade).toBe(false);
    expect(resultOf(await making)['userIds']).toHaveLength(30);
    const more = [...users, ...users.slice(0, 1)];
    const refused = await service.submit('create_users', { users: more });
    expect([refused.status, wrongFields(refused)]).toEqual([400, ['parameters.users']]);
  });

  test('more addresses than are kept in one transaction are refused', async () => {
    const key = { privateKeyName: 'k', curve: 'CURVE_SECP256K1', privateKeyTags: [] };
    const addressFormats = Array<string>(7).fill('ADDRESS_FORMAT_ETHEREUM');
    const privateKeys = Array<object>(100).fill({ ...key, addressFormats });
    const sent = await service.submit('create_private_keys', { privateKeys });
    expect([sent.status, codeOf(sent)]).toEqual([400, 'REQUEST_INVALID']);
  });

  test('they count as many, for the credential that sent them and no other', async () => {
    service.rateLimit = { perSecond: 1, burst: 20 };
    await service.restart();
    try {
      expect((await service.submit('create_wallet', largest)).status).toBe(200);
      const next = await service.query('whoami');
      expect([next.status, next.headers['retry-after']]).toEqual([429, '21']);
      expect((await service.query('whoami', {}, ann.signer)).status).toBe(200);
      service.now += 21_000;
      expect((await service.query('whoami')).status).toBe(200);
    } finally {
      service.rateLimit = { perSecond: 1e6, burst: 1e6 };
      await service.restart();
    }
  });
});

describe('what is prepared for a request that others agree to', () => {
  test('two last approvals at once: it is made for whichever decides, once', async () => {
    await setQuorum(service, 3, [service.ready.rootUserId, ann.userId, bob.userId]);
    const asked = activityOf(
      await service.submit('create_wallet', { walletName: 'Agreed', accounts: accounts(2, 2) }),
    );
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    // Neither can know of the other when it is looked at whether something has to be made.
    const votes = await Promise.all([ann, bob].map(({ signer }) => vote(service, 'approve', asked, signer)));
    expect(votes.map(({ status }) => status)).toEqual([200, 200]);
    const done = await service.query('get_activity', { activityId: asked.id });
    expect(done.json.activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(resultOf(done)['addresses']).toHaveLength(2);
    const { wallets } = (await service.query('list_wallets')).json as { wallets?: { walletName: string }[] };
    expect(wallets?.filter(({ walletName }) => walletName === 'Agreed')).toHaveLength(1);
  });

  test('what cannot be made fails when it is agreed to, and does not wait for ever', async () => {
    const soft = { walletName: 'Soft', accounts: accounts(1, 1, 'CURVE_ED25519') };
    const asked = activityOf(await service.submit('create_wallet', soft));
    await vote(service, 'approve', asked, ann.signer);
    const last = activityOf(await vote(service, 'approve', asked, bob.signer));
    expect(last.status).toBe('ACTIVITY_STATUS_FAILED');
    expect(JSON.stringify(last.failure)).toContain('parameters.accounts.0.path');
  });

  test('attack: who may not do it makes no thread work', async () => {
    const eve = await addMemberByThree('Eve');
    await service.restart();
    const before = service.keyThreads;
    const sent = await service.submit('create_wallet', largest, eve.signer);
    expect([sent.status, codeOf(sent)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    // One whose vote does not decide: it is not known yet whether anything will be made.
    expect((await service.submit('create_wallet', largest)).status).toBe(200);
    expect(service.keyThreads).toBe(before);
  });
});

/** A further user, where it takes three to agree. */
async function addMemberByThree(userName: string): Promise<Member> {
  const key = { apiKeyName: 'key', curveType: 'API_KEY_CURVE_P256', expirationSeconds: '31536000' };
  const signer = freshSigner();
  const apiKeys = [{ ...key, publicKey: signer.publicKey }];
  const user = { userName, apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
  const asked = activityOf(await service.submit('create_users', { users: [user] }));
  await vote(service, 'approve', asked, ann.signer);
  await vote(service, 'approve', asked, bob.signer);
  return { userId: '', signer };
}
