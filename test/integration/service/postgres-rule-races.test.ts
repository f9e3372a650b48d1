import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, freshSigner, resultOf, send, type Sent } from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { ProcessService } from '#test/fixtures/process-service.ts';
import { activityOf, addMember, addPolicy, setQuorum, vote, type Member } from '#test/fixtures/team.ts';

const ROUNDS = 100;
const ORIGINS = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
const SITE = { origin: 'https://wallet.example.com', rpId: 'example.com' };

describe.skipIf(noPostgres !== undefined)(
  `rules between two processes on one PostgreSQL ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    /** Another program's connection. */
    let database: Awaited<ReturnType<PostgresServer['connect']>>;
    let first: ProcessService;
    let second: ProcessService;
    let root: Member;
    let ann: Member;
    let ben: Member;

    beforeAll(async () => {
      server = await PostgresServer.start();
      [first, second] = await ProcessService.startTwo(server);
      database = await server.connect('made_1');
      root = { userId: first.ready.rootUserId, signer: first.root };
      ann = await addMember(first, 'Ann');
      ben = await addMember(second, 'Ben');
    });
    afterAll(async () => {
      await database.end();
      await Promise.all([first.stop(), second.stop()]);
      await server.stop();
    });

    const statuses = (sent: readonly Sent[]): number[] =>
      sent.map(({ status }) => status).sort((a, b) => a - b);
    const ask = async (statement: string) => (await database.query<Record<string, unknown>>(statement)).rows;
    const countOf = async (what: string): Promise<number> =>
      Number((await ask(`SELECT count(*) AS n FROM ${what}`))[0]?.['n']);
    const keyNamed = (privateKeyName: string) => ({
      privateKeys: [{ privateKeyName, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] }],
    });

    it('attack: an origin that was taken away at one has nothing carried out at the other from then on', async () => {
      const passkey = new Passkey();
      const set = () => first.submit('set_organization_feature', { name: ORIGINS, value: SITE.origin });
      await set();
      await first.submit('create_authenticators', {
        userId: root.userId,
        authenticators: [passkey.register(SITE)],
      });
      const make = (round: number) => {
        const body = second.submitBody('create_private_keys', keyNamed(`Passkey ${round}`));
        const url = `${second.ready.url}/public/v1/submit/create_private_keys`;
        return send(url, body, passkey.stamp(body, SITE));
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        const [removed, raced] = await Promise.all([
          first.submit('remove_organization_feature', { name: ORIGINS }),
          make(round),
        ]);
        expect(removed.status).toBe(200);
        expect([200, 401]).toContain(raced.status);
        const isMade = raced.status === 200;
        // IDs are in the order of the commits behind the organization's row.
        if (isMade) expect(activityOf(raced).id < activityOf(removed).id).toBe(true);
        expect(await countOf(`private_key WHERE name = 'Passkey ${round}'`)).toBe(isMade ? 1 : 0);
        expect((await make(ROUNDS + round)).status).toBe(401);
        await set();
      }
    });

    it('attack: a vote beside a change of the quorum counts by the one that was first', async () => {
      const users = [root.userId, ann.userId, ben.userId];
      await setQuorum(first, 2, users);
      for (let round = 0; round < ROUNDS; round += 1) {
        const [open, change] = (
          await Promise.all([
            first.submit('create_private_keys', keyNamed(`Vote ${round}`)),
            setQuorum(second, 3, users),
          ])
        ).map(activityOf);
        if (open === undefined || change === undefined) throw new Error('two were asked for');
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
    });

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
    });

    /** Members whose only key ends so many seconds from now, all at once. */
    async function endingMembers(count: number, expirationSeconds: string): Promise<Member[]> {
      const signers = Array.from({ length: count }, () => freshSigner());
      const apiKey = { apiKeyName: 'Brief', curveType: 'API_KEY_CURVE_P256', expirationSeconds };
      const sent = await first.submit('create_users', {
        users: signers.map(({ publicKey }) => ({
          ...{ userName: 'Ending', authenticators: [], oauthProviders: [], userTags: [] },
          apiKeys: [{ ...apiKey, publicKey }],
        })),
      });
      const { userIds } = resultOf(sent) as { userIds: string[] };
      return signers.map((signer, index) => ({ userId: userIds[index] ?? '', signer }));
    }

    it('attack: a key that ends while its request waits at another process has nothing carried out', async () => {
      await addPolicy(first, { consensus: "approvers.any(user, user.alias == 'Ending')" });
      const holder = await server.connect('made_1');
      await holder.query('BEGIN');
      // Halfway through the ten seconds for which the request waits: as much time to ask with it as to let the request go on.
      const [member] = await endingMembers(1, '5');
      await holder.query('SELECT id FROM organization FOR UPDATE');
      const waiting = second.submit('create_private_keys', keyNamed('Too late'), member?.signer);
      await expect
        .poll(() => countOf(`pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = 'made_1'`), {
          timeout: 20_000,
        })
        .toBe(1);
      const ended = `api_key WHERE user_id = '${member?.userId ?? ''}'
        AND expires_at < extract(epoch FROM clock_timestamp()) * 1000`;
      await expect.poll(() => countOf(ended), { timeout: 20_000 }).toBe(1);
      await holder.query('COMMIT');
      await holder.end();
      expect((await waiting).status).toBe(401);
      expect(await countOf(`private_key WHERE name = 'Too late'`)).toBe(0);
    });

    it('attack: keys that end while both processes are asked make nothing at either after their end', async () => {
      await addPolicy(first, { consensus: "approvers.any(user, user.alias == 'Ending')" });
      const signWith = await first.createPrivateKey('CURVE_ED25519');
      const payload = { signWith, payload: '00', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' };
      const sign = { ...payload, hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' };
      /** Asks one process again and again, until the key has ended there. */
      const untilEnded = async (at: ProcessService, { signer }: Member): Promise<string> => {
        for (;;) {
          const sent = await at.post(
            'submit/sign_raw_payload',
            first.submitBody('sign_raw_payload', sign),
            signer,
          );
          if (sent.status !== 200) return `${sent.status} ${String(codeOf(sent))}`;
        }
      };
      for (let half = 0; half < 2; half += 1) {
        const members = await endingMembers(ROUNDS / 2, '6');
        const ends = await Promise.all(
          members.flatMap((member) => [untilEnded(first, member), untilEnded(second, member)]),
        );
        expect(new Set(ends)).toEqual(new Set(['401 API_KEY_EXPIRED']));
      }
      const made = `activity JOIN vote ON vote.activity_id = activity.id
        JOIN api_key ON api_key.public_key = vote.public_key WHERE api_key.name = 'Brief'`;
      expect(await countOf(made)).toBeGreaterThan(0);
      expect(await countOf(`${made} AND activity.created_at >= api_key.expires_at`)).toBe(0);
    });
  },
);
