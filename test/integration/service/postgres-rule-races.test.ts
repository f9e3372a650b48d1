import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, freshSigner, LocalService, send, type Sent } from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { activityOf, addMember, addPolicy, setQuorum, vote, type Member } from '#test/fixtures/team.ts';

const ROUNDS = 100;
const YEAR_MS = 365 * 24 * 3_600_000;
const ORIGINS = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
const SITE = { origin: 'https://wallet.example.com', rpId: 'example.com' };

describe.skipIf(noPostgres !== undefined)(
  `rules between two services on one PostgreSQL ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let first: LocalService;
    let second: LocalService;
    let root: Member;
    let ann: Member;
    let ben: Member;

    beforeAll(async () => {
      server = await PostgresServer.start();
      const shared = { url: await server.makeDatabase(), storageKey: randomBytes(32) };
      const signer = freshSigner();
      [first, second] = [await LocalService.start(signer, shared), await LocalService.start(signer, shared)];
      root = { userId: first.ready.rootUserId, signer };
      ann = await addMember(first, 'Ann');
      ben = await addMember(second, 'Ben');
    }, 60_000);
    afterAll(async () => {
      await Promise.all([first.stop(), second.stop()]);
      await server.stop();
    });

    const statuses = (sent: readonly Sent[]): number[] =>
      sent.map(({ status }) => status).sort((a, b) => a - b);
    const ask = (statement: string) => server.ask('made_1', statement);
    const countOf = async (what: string): Promise<number> =>
      Number((await ask(`SELECT count(*) AS n FROM ${what}`))[0]?.['n']);
    const keyNamed = (privateKeyName: string) => ({
      privateKeys: [{ privateKeyName, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] }],
    });

    it('attack: an origin that was taken away at one lets no passkey in at the other from then on', async () => {
      const passkey = new Passkey();
      const set = () => first.submit('set_organization_feature', { name: ORIGINS, value: SITE.origin });
      await set();
      await first.submit('create_authenticators', {
        userId: ann.userId,
        authenticators: [passkey.register(SITE)],
      });
      const body = JSON.stringify({ organizationId: first.ready.organizationId });
      const whoami = () =>
        send(`${second.ready.url}/public/v1/query/whoami`, body, passkey.stamp(body, SITE));
      for (let round = 0; round < ROUNDS; round += 1) {
        expect((await whoami()).status).toBe(200);
        const [removed, raced] = await Promise.all([
          first.submit('remove_organization_feature', { name: ORIGINS }),
          whoami(),
        ]);
        expect(removed.status).toBe(200);
        expect([200, 401]).toContain(raced.status);
        expect((await whoami()).status).toBe(401);
        await set();
      }
    }, 240_000);

    it('attack: a vote beside a change of the quorum counts by the one that was first', async () => {
      const users = [root.userId, ann.userId, ben.userId];
      await setQuorum(first, 2, users);
      for (let round = 0; round < ROUNDS; round += 1) {
        const open = activityOf(await first.submit('create_private_keys', keyNamed(`Vote ${round}`)));
        const change = activityOf(await setQuorum(first, 3, users));
        const [voted, changed] = await Promise.all([
          vote(first, 'approve', open, ann.signer),
          vote(second, 'approve', change, ben.signer),
        ]);
        expect([voted.status, changed.status]).toEqual([200, 200]);
        const [order] = await ask(`SELECT
        (SELECT rowid FROM vote WHERE activity_id = '${open.id}' AND user_id = '${ann.userId}') <
        (SELECT rowid FROM vote WHERE activity_id = '${change.id}' AND user_id = '${ben.userId}') AS "votedFirst",
        (SELECT count(*) FROM private_key WHERE name = 'Vote ${round}') AS made`);
        expect(Number(order?.['made'])).toBe(order?.['votedFirst'] === true ? 1 : 0);
        const back = activityOf(await setQuorum(first, 2, users));
        for (const member of [ann, ben])
          expect((await vote(second, 'approve', back, member.signer)).status).toBe(200);
      }
      const back = activityOf(await setQuorum(first, 1, [root.userId]));
      expect((await vote(second, 'approve', back, ann.signer)).status).toBe(200);
    }, 240_000);

    it('attack: the last keys that the root quorum needs are not deleted at both at once', async () => {
      await addPolicy(first, { consensus: `approvers.any(user, user.id == '${root.userId}')` });
      const heirs = [await addMember(first, 'Heir'), await addMember(first, 'Second heir')] as const;
      await setQuorum(first, 2, [root.userId, ...heirs.map(({ userId }) => userId)]);
      const keysOf = async ({ userId }: Member): Promise<string[]> =>
        (await ask(`SELECT id FROM api_key WHERE user_id = '${userId}'`)).map((row) => String(row['id']));
      const [one, other] = heirs;
      for (let round = 0; round < ROUNDS; round += 1) {
        const [ofOne, ofOther] = [await keysOf(one), await keysOf(other)];
        const sent = await Promise.all([
          first.submit('delete_api_keys', { userId: one.userId, apiKeyIds: ofOne }),
          second.post(
            'submit/delete_api_keys',
            first.submitBody('delete_api_keys', { userId: other.userId, apiKeyIds: ofOther }),
            root.signer,
          ),
        ]);
        expect(statuses(sent)).toEqual([200, 400]);
        expect(sent.map(codeOf)).toContain('REQUEST_INVALID');
        const lost = sent[0].status === 200 ? one : other;
        const apiKey = {
          ...{ apiKeyName: 'Again', publicKey: freshSigner().publicKey, curveType: 'API_KEY_CURVE_P256' },
        };
        const again = await first.submit('create_api_keys', { userId: lost.userId, apiKeys: [apiKey] });
        expect(activityOf(again).status).toBe('ACTIVITY_STATUS_COMPLETED');
      }
    }, 240_000);

    it('attack: a key that ends while its request waits at another process has nothing carried out', async () => {
      const member = await addMember(first, 'Ending');
      await addPolicy(first, { consensus: `approvers.any(user, user.id == '${member.userId}')` });
      const holder = await server.connect('made_1');
      await holder.query('BEGIN');
      await holder.query('SELECT id FROM organization FOR UPDATE');
      const waiting = second.submit('create_private_keys', keyNamed('Too late'), member.signer);
      await expect
        .poll(() => countOf(`pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = 'made_1'`), {
          timeout: 20_000,
        })
        .toBe(1);
      second.now += 2 * YEAR_MS;
      await holder.query('COMMIT');
      await holder.end();
      expect((await waiting).status).toBe(401);
      expect(await countOf(`private_key WHERE name = 'Too late'`)).toBe(0);
    });
  },
);
