import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '#test/fixtures/databases.ts';
import {
  codeOf,
  freshSigner,
  LocalService,
  resultOf,
  send,
  stampHeader,
  type Sent,
} from '#test/fixtures/local-service.ts';
import { OidcIssuer } from '#test/fixtures/oidc-issuer.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import type { PostgresServer } from '#test/fixtures/postgres-server.ts';
import { activityOf, addMember, addPolicy, type Member } from '#test/fixtures/team.ts';

/** Tests come from loopback. */
const HERE = { cidr: '127.0.0.1/32' };
const ELSEWHERE = { cidr: '203.0.113.0/24' };
const ORIGINS = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
const SITE = { origin: 'https://wallet.example.com', rpId: 'example.com' };

for (const database of DATABASES) {
  describe.skipIf(database.missing !== undefined)(
    `what is taken away while a request waits, on ${database.name} ${database.missing ?? ''}`,
    () => {
      let opened: Awaited<ReturnType<typeof database.open>>;
      let service: LocalService;
      let issuer: OidcIssuer;
      let ann: Member;
      let ben: Member;
      let passkey: Passkey;

      beforeAll(async () => {
        opened = await database.open();
        const url = opened.postgres?.url;
        const shared = url === undefined ? undefined : { url, storageKey: randomBytes(32) };
        service = await LocalService.start(freshSigner(), shared);
        // The root user gets in whatever the organization's list says.
        await done('set_ip_allowlist', { publicKey: service.root.publicKey, rules: [HERE] });
      });
      afterAll(async () => {
        await service.stop();
        await opened.close();
      });
      beforeEach(async () => {
        await done('set_ip_allowlist', { enabled: true, rules: [HERE] });
        await done('set_organization_feature', { name: ORIGINS, value: SITE.origin });
        [ann, ben] = [await addMember(service, 'Ann'), await addMember(service, 'Ben')];
        await addPolicy(service, { consensus: `approvers.any(user, user.id == '${ann.userId}')` });
        passkey = new Passkey();
        await done('create_authenticators', { userId: ann.userId, authenticators: [passkey.register(SITE)] });
        issuer = await OidcIssuer.start();
        return () => issuer.stop();
      });

      const done = async (path: string, parameters: object): Promise<void> => {
        const sent = await service.submit(path, parameters);
        expect([path, sent.json.message, sent.status]).toEqual([path, undefined, 200]);
      };

      type Stamped = (body: string) => Record<string, string>;
      const byKey: Stamped = (body) => stampHeader(body, ann.signer);
      const byPasskey: Stamped = (body) => passkey.stamp(body, SITE);

      interface TakenAway {
        readonly what: string;
        readonly stamped: Stamped;
        readonly takeAway: () => Promise<void>;
        readonly refusal: readonly [status: number, code: string];
      }
      const narrowList = () => done('set_ip_allowlist', { enabled: true, rules: [ELSEWHERE] });
      const TAKEN_AWAY: readonly TakenAway[] = [
        {
          what: 'the organization’s IP range',
          stamped: byKey,
          takeAway: narrowList,
          refusal: [403, 'FORBIDDEN'],
        },
        {
          what: 'a passkey’s IP range',
          stamped: byPasskey,
          takeAway: narrowList,
          refusal: [403, 'FORBIDDEN'],
        },
        {
          what: 'the key’s own IP range',
          stamped: byKey,
          takeAway: () => done('set_ip_allowlist', { publicKey: ann.signer.publicKey, rules: [ELSEWHERE] }),
          refusal: [403, 'FORBIDDEN'],
        },
        {
          what: 'the passkey’s origin',
          stamped: byPasskey,
          takeAway: () => done('remove_organization_feature', { name: ORIGINS }),
          refusal: [401, 'SIGNATURE_INVALID'],
        },
        {
          what: 'the key',
          stamped: byKey,
          takeAway: async () => {
            const { apiKeys } = (await service.query('get_api_keys', { userId: ann.userId })).json as {
              apiKeys: { apiKeyId: string }[];
            };
            const apiKeyIds = apiKeys.map(({ apiKeyId }) => apiKeyId);
            await done('delete_api_keys', { userId: ann.userId, apiKeyIds });
          },
          refusal: [401, 'PUBLIC_KEY_NOT_FOUND'],
        },
      ];

      const asAnn = (path: string, parameters: object, stamped: Stamped): Promise<Sent> => {
        const body = service.submitBody(path, parameters);
        return send(`${service.ready.url}/public/v1/submit/${path}`, body, stamped(body));
      };
      /** What Ann asks for: it waits for the issuer's keys once the service knows who asks. */
      const providerOf = async ({ userId }: Member) => {
        const claims = { sub: userId, aud: 'a-client' };
        const oidcToken = await issuer.token(claims, service.now);
        return { userId, oauthProviders: [{ providerName: 'Issuer', oidcToken }] };
      };
      /** Has the issuer answer when it's told to. */
      const holdIssuer = () =>
        new Promise<() => void>((resolve) => {
          issuer.answer = (path, response) => {
            if (path !== '/keys') return false;
            const keys = JSON.stringify({ keys: [issuer.publicKey] });
            resolve(() => response.setHeader('content-type', 'application/json').end(keys));
            return true;
          };
        });
      /** All that a request could have left behind. */
      const left = async () => ({
        activities: (await service.query('list_activities')).json['activities'],
        providers: (await service.query('get_oauth_providers')).json['oauthProviders'],
      });

      test.each(TAKEN_AWAY)('attack: $what is gone, and the request is refused', async (gone) => {
        const asked = holdIssuer();
        const waiting = asAnn('create_oauth_providers', await providerOf(ann), gone.stamped);
        const release = await asked;
        await gone.takeAway();
        const before = await left();
        release();
        const refused = await waiting;
        expect([refused.status, codeOf(refused)]).toEqual(gone.refusal);
        expect(await left()).toEqual(before);
      });

      test.each(TAKEN_AWAY)('attack: $what is gone, and the vote isn’t counted', async (gone) => {
        const asked = holdIssuer();
        const open = activityOf(
          await service.submit('create_oauth_providers', await providerOf(ann), ben.signer),
        );
        expect(open.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
        const waiting = asAnn('approve_activity', { fingerprint: open.fingerprint }, gone.stamped);
        const release = await asked;
        await gone.takeAway();
        const before = await left();
        release();
        const refused = await waiting;
        expect([refused.status, codeOf(refused)]).toEqual(gone.refusal);
        expect(await left()).toEqual(before);
      });

      test('attack: the time that a session’s scope allows is over, and the vote isn’t counted', async () => {
        const asked = holdIssuer();
        const until = new Date(service.now + 60_000).toISOString();
        const scope = { sessionProfileName: until, scope: `time.now < Timestamp('${until}')` };
        const { sessionProfileId } = resultOf(await service.submit('create_session_profile', scope));
        const session = freshSigner();
        const login = { publicKey: session.publicKey, sessionProfileId };
        expect((await service.submit('stamp_login', login, ann.signer)).status).toBe(200);
        const open = activityOf(
          await service.submit('create_oauth_providers', await providerOf(ann), ben.signer),
        );
        const { fingerprint } = open;
        const waiting = service.submit('approve_activity', { fingerprint }, session);
        const release = await asked;
        service.now += 60_000;
        const before = await left();
        release();
        const refused = await waiting;
        expect([refused.status, codeOf(refused)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
        expect(await left()).toEqual(before);
      });

      test('what nobody took away is carried out, and counted', async () => {
        const asked = holdIssuer();
        const waiting = asAnn('create_oauth_providers', await providerOf(ann), byPasskey);
        (await asked)();
        expect(activityOf(await waiting).status).toBe('ACTIVITY_STATUS_COMPLETED');
      });

      // A file has one writer, and no row that another program could hold.
      if (database.name === 'SQLite') return;
      const LOCK_WAITS = `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = 'made_1'`;
      const countOf = async (server: PostgresServer, statement: string) =>
        (await server.ask('made_1', statement))[0]?.['n'];

      /** Another program holds the organization's row; behind it waits who takes something away, and behind that the request. */
      async function behindTheRow(
        takeAway: () => Promise<void>,
        request: () => Promise<Sent>,
      ): Promise<Sent> {
        const { server } = opened.postgres ?? {};
        if (server === undefined) throw new Error('a server');
        const holder = await server.connect('made_1');
        await holder.query('BEGIN');
        await holder.query('SELECT id FROM organization FOR UPDATE');
        const takenAway = takeAway();
        // It says that it waits, and then waits for as long as it takes: it's the first of the queue.
        await expect
          .poll(() => countOf(server, 'SELECT count(*)::int AS n FROM lock_wish'), { timeout: 20_000 })
          .toBe(1);
        await expect.poll(() => countOf(server, LOCK_WAITS), { timeout: 20_000 }).toBe(1);
        const waiting = request();
        await expect.poll(() => countOf(server, LOCK_WAITS), { timeout: 20_000 }).toBe(2);
        const before = await countOf(server, 'SELECT count(*)::int AS n FROM activity');
        await holder.query('COMMIT');
        await holder.end();
        await takenAway;
        const answer = await waiting;
        // That of who took it away, alone.
        const after = await countOf(server, 'SELECT count(*)::int AS n FROM activity');
        if (answer.status !== 200) expect(after).toBe(Number(before) + 1);
        return answer;
      }

      test.each(TAKEN_AWAY)(
        'attack: $what is taken away by who waits in front at the organization’s row',
        async ({ stamped, takeAway, refusal }) => {
          const key = { privateKeyName: 'Late', curve: 'CURVE_ED25519' };
          const privateKeys = [{ ...key, privateKeyTags: [], addressFormats: [] }];
          const refused = await behindTheRow(takeAway, () =>
            asAnn('create_private_keys', { privateKeys }, stamped),
          );
          expect([refused.status, codeOf(refused)]).toEqual(refusal);
        },
      );

      test('attack: a session signs with nothing that has left its scope while the request waited', async () => {
        const scope = "activity.action == 'SIGN' && wallet.label == 'Till'";
        const { sessionProfileId } = resultOf(
          await service.submit('create_session_profile', { sessionProfileName: 'Till', scope }),
        );
        const account = {
          ...{ curve: 'CURVE_ED25519', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/501'/0'/0'" },
          addressFormat: 'ADDRESS_FORMAT_SOLANA',
        };
        const { walletId, addresses } = resultOf(
          await service.submit('create_wallet', { walletName: 'Till', accounts: [account] }),
        ) as { walletId: string; addresses: string[] };
        const session = freshSigner();
        await done('stamp_login', { publicKey: session.publicKey, sessionProfileId });
        // The session gets in from here, as its user does.
        await done('set_ip_allowlist', { enabled: false, rules: [] });
        const sign = () =>
          service.submit(
            'sign_raw_payload',
            {
              ...{ signWith: addresses[0], payload: '00', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
              hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
            },
            session,
          );
        expect((await sign()).status).toBe(200);
        const refused = await behindTheRow(
          () => done('update_wallet', { walletId, walletName: 'Safe' }),
          sign,
        );
        expect([refused.status, codeOf(refused)]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
      });
    },
  );
}
