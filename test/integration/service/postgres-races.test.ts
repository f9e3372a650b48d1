import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { encryptWalletToBundle } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshSigner, resultOf, type Sent } from '#test/fixtures/local-service.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { ProcessService } from '#test/fixtures/process-service.ts';
import { activityOf, addMember, addPolicy, setQuorum, vote, type Member } from '#test/fixtures/team.ts';
import { ethereumAccount } from '#test/fixtures/wallet-accounts.ts';

/** Enough for the two to meet at each statement of the other's. */
const ROUNDS = 100;
const WORDS = 'test test test test test test test test test test test junk';

describe.skipIf(noPostgres !== undefined)(`two processes on one PostgreSQL ${noPostgres ?? ''}`, () => {
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
    const shared = { server, url: await server.makeDatabase(), storageKey: randomBytes(32) };
    const signer = freshSigner();
    // Both at once: an empty database is made into one service's, once.
    [first, second] = await Promise.all([
      ProcessService.start(signer, shared),
      ProcessService.start(signer, shared),
    ]);
    database = await server.connect('made_1');
    root = { userId: first.ready.rootUserId, signer };
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
  const rowsOf = async (statement: string) => (await database.query<Record<string, unknown>>(statement)).rows;
  const countOf = async (what: string): Promise<number> =>
    Number((await rowsOf(`SELECT count(*) AS n FROM ${what}`))[0]?.['n']);
  /** Different bodies of one operation, sent to both at once. */
  const both = (
    path: string,
    one: object,
    other: object,
    by: readonly [Member, Member],
  ): Promise<[Sent, Sent]> =>
    Promise.all([
      first.submit(path, one, by[0].signer),
      second.post(`submit/${path}`, first.submitBody(path, other), by[1].signer),
    ]);

  /** A signature with a key of its own. */
  const signingParameters = async (): Promise<object> => ({
    signWith: await first.createPrivateKey('CURVE_ED25519'),
    payload: '00',
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  });

  it('were begun with one root user and one set of keys', async () => {
    expect(second.ready.organizationId).toBe(first.ready.organizationId);
    expect(second.ready.keys).toEqual(first.ready.keys);
    expect(new Set([first.pid, second.pid, process.pid]).size).toBe(3);
    expect(await countOf('organization')).toBe(1);
  });

  it('attack: the same body to both at once has one effect', async () => {
    const before = await countOf('private_key');
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = first.submitBody('create_private_keys', {
        privateKeys: [
          { privateKeyName: 'K', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
        ],
      });
      const sent = await Promise.all(
        [first, second].map((each) => each.post('submit/create_private_keys', body, root.signer)),
      );
      const [one, other] = sent.map(activityOf);
      expect(one).toEqual(other);
    }
    expect(await countOf('private_key')).toBe(before + ROUNDS);
  });

  it('attack: the same signature asked of both at once is one activity', async () => {
    const sign = await signingParameters();
    const before = await countOf('activity');
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = first.submitBody('sign_raw_payload', sign);
      const sent = await Promise.all(
        [first, second].map((each) => each.post('submit/sign_raw_payload', body, root.signer)),
      );
      expect(statuses(sent)).toEqual([200, 200]);
      expect(new Set(sent.map((each) => activityOf(each).id)).size).toBe(1);
    }
    expect(await countOf('activity')).toBe(before + ROUNDS);
  });

  it('attack: a name that is to be one policy’s is given once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const policy = { policyName: `Name ${round}`, effect: 'EFFECT_DENY', condition: 'false', notes: '' };
      const sent = await both('create_policy', policy, { ...policy, notes: 'another' }, [root, root]);
      expect(statuses(sent)).toEqual([200, 400]);
    }
    expect(await countOf(`policy WHERE name LIKE 'Name %'`)).toBe(ROUNDS);
  });

  it('attack: an import bundle that is sent to both at once is imported once', async () => {
    const on = {
      userId: root.userId,
      organizationId: first.ready.organizationId,
      dangerouslyOverrideSignerPublicKey: first.ready.keys['enclaveQuorum'] ?? '',
    };
    const before = await countOf('wallet');
    for (let round = 0; round < ROUNDS; round += 1) {
      const importBundle = resultOf(await first.submit('init_import_wallet', { userId: root.userId }))[
        'importBundle'
      ] as string;
      const encryptedBundle = await encryptWalletToBundle({ mnemonic: WORDS, importBundle, ...on });
      const wallet = {
        userId: root.userId,
        walletName: 'One',
        encryptedBundle,
        accounts: [ethereumAccount(0)],
      };
      const sent = await both('import_wallet', wallet, { ...wallet, walletName: 'Two' }, [root, root]);
      expect(statuses(sent)).toEqual([200, 400]);
    }
    expect(await countOf('wallet')).toBe(before + ROUNDS);
  });

  it('attack: a policy that was deleted at one lets nothing through at the other from then on', async () => {
    const sign = await signingParameters();
    const signAt = (at: ProcessService) =>
      at.post('submit/sign_raw_payload', first.submitBody('sign_raw_payload', sign), ben.signer);
    for (let round = 0; round < ROUNDS; round += 1) {
      const policyId = await addPolicy(first, {
        consensus: `approvers.any(user, user.id == '${ben.userId}')`,
      });
      expect((await signAt(second)).status).toBe(200);
      const [deleted, raced] = await Promise.all([
        first.submit('delete_policy', { policyId }),
        signAt(second),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 403]).toContain(raced.status);
      expect((await signAt(second)).status).toBe(403);
    }
  });

  it('attack: a key that was deleted at one stamps nothing at the other from then on', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await addMember(first, `Brief ${round}`);
      expect((await second.query('whoami', {}, member.signer)).status).toBe(200);
      const [deleted] = await Promise.all([
        first.submit('delete_users', { userIds: [member.userId] }),
        second.query('whoami', {}, member.signer),
      ]);
      expect(deleted.status).toBe(200);
      expect((await second.query('whoami', {}, member.signer)).status).toBe(401);
    }
  });

  it('attack: a key that is deleted while its request waits has nothing carried out', async () => {
    const member = await addMember(first, 'Waiting');
    await addPolicy(first, { consensus: `approvers.any(user, user.id == '${member.userId}')` });
    const before = await countOf('private_key');
    const holder = await server.connect('made_1');
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM organization FOR UPDATE');
    const waiting = second.submit(
      'create_private_keys',
      {
        privateKeys: [
          { privateKeyName: 'Late', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
        ],
      },
      member.signer,
    );
    // Who asks is known by then; what it asks for waits for the organization.
    await expect
      .poll(() => countOf(`pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = 'made_1'`), {
        timeout: 20_000,
      })
      .toBe(1);
    await holder.query('DELETE FROM api_key WHERE user_id = $1', [member.userId]);
    await holder.query('COMMIT');
    await holder.end();
    expect((await waiting).status).toBe(401);
    expect(await countOf('private_key')).toBe(before);
  });

  it('attack: a user is not deleted at one and made the root quorum at the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await addMember(first, `Heir ${round}`);
      const sent = await Promise.all([
        first.submit('delete_users', { userIds: [member.userId] }),
        second.post(
          'submit/update_root_quorum',
          first.submitBody('update_root_quorum', { threshold: 1, userIds: [root.userId, member.userId] }),
          root.signer,
        ),
      ]);
      expect(statuses(sent)).toEqual([200, 400]);
      if (sent[1].status === 200) expect((await setQuorum(first, 1, [root.userId])).status).toBe(200);
    }
  });

  describe('with two of three to agree', () => {
    beforeAll(async () => {
      await setQuorum(first, 2, [root.userId, ann.userId, ben.userId]);
    });

    const propose = async (name: string) =>
      activityOf(
        await first.submit('create_private_keys', {
          privateKeys: [
            { privateKeyName: name, curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] },
          ],
        }),
      );

    it('attack: two votes at once, each of which would decide, have it carried out once', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const open = await propose(`Twice ${round}`);
        const target = { fingerprint: open.fingerprint };
        const sent = await both('approve_activity', target, target, [ann, ben]);
        // Whoever came second finds it settled.
        expect(statuses(sent)).toEqual([200, 400]);
      }
      expect(await countOf(`private_key WHERE name LIKE 'Twice %'`)).toBe(ROUNDS);
      expect(
        await countOf(
          `vote JOIN activity ON activity.id = vote.activity_id WHERE activity.intent LIKE '%Twice %'`,
        ),
      ).toBe(2 * ROUNDS);
    });

    it('attack: an approval and a rejection at once end in one of them, never in both', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const open = await propose(`Torn ${round}`);
        await Promise.all([
          vote(first, 'approve', open, ann.signer),
          vote(second, 'reject', open, ben.signer),
        ]);
        await vote(second, 'reject', open, root.signer);
        const [row] = await rowsOf(`SELECT status, result FROM activity WHERE id = '${open.id}'`);
        const made = await countOf(`private_key WHERE name = 'Torn ${round}'`);
        expect([row?.['status'], made]).toEqual(
          made === 1
            ? ['ACTIVITY_STATUS_COMPLETED', 1]
            : [expect.stringMatching(/REJECTED|CONSENSUS_NEEDED/u), 0],
        );
      }
    });

    it('attack: the same bytes from two users at once are one request and its two votes', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const body = first.submitBody('create_private_keys', {
          privateKeys: [
            {
              privateKeyName: `Same ${round}`,
              curve: 'CURVE_ED25519',
              privateKeyTags: [],
              addressFormats: [],
            },
          ],
        });
        const sent = await Promise.all([
          first.post('submit/create_private_keys', body, ann.signer),
          second.post('submit/create_private_keys', body, ben.signer),
        ]);
        expect(new Set(sent.map((each) => activityOf(each).id)).size).toBe(1);
      }
      expect(await countOf(`private_key WHERE name LIKE 'Same %'`)).toBe(ROUNDS);
    });
  });
});
