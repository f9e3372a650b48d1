import { randomBytes } from 'node:crypto';
import { encryptSecretToBundle } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, freshSigner, resultOf } from '#test/fixtures/local-service.ts';
import { Passkey } from '#test/fixtures/passkey.ts';
import { noPostgres, PostgresServer } from '#test/fixtures/postgres-server.ts';
import { ProcessService } from '#test/fixtures/process-service.ts';
import { addMember } from '#test/fixtures/team.ts';
import { ethereumAccount } from '#test/fixtures/wallet-accounts.ts';

const ROUNDS = 100;
const SUITE = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1';

type Made = ReturnType<Passkey['register']>;

/** Two requests with different bodies, of which one may be carried out. */
interface Pair {
  readonly path: string;
  readonly one: object;
  readonly other: object;
  /** What is there once then: what both asked for, and what each asked for besides, of the one that was carried out. */
  readonly once: readonly string[];
}

describe.skipIf(noPostgres !== undefined)(
  `what is to be one’s alone, asked for at two processes on one PostgreSQL ${noPostgres ?? ''}`,
  () => {
    let server: PostgresServer;
    let first: ProcessService;
    let second: ProcessService;
    let walletId: string;

    beforeAll(async () => {
      server = await PostgresServer.start();
      [first, second] = await ProcessService.startTwo(server);
      walletId = String((await made('create_wallet', { walletName: 'W', accounts: [] }))['walletId']);
    });
    afterAll(async () => {
      await Promise.all([first.stop(), second.stop()]);
      await server.stop();
    });

    async function made(path: string, parameters: object): Promise<Record<string, unknown>> {
      return resultOf(await first.submit(path, parameters));
    }
    const countOf = async (what: string): Promise<number> =>
      Number((await server.ask('made_1', `SELECT count(*) AS n FROM ${what}`))[0]?.['n']);

    /** The shared thing for two users, each with something of their own before it; new ones, since a user has only so many. */
    async function ofBoth(member: string, shared: object, own: readonly [object, object]) {
      const [ann, ben] = [await addMember(first, 'Ann'), await addMember(first, 'Ben')];
      return {
        one: { userId: ann.userId, [member]: [own[0], shared] },
        other: { userId: ben.userId, [member]: [own[1], shared] },
      };
    }
    const quoted = (values: readonly string[]): string =>
      `(${values.map((each) => `'${each.replaceAll("'", "''")}'`).join()})`;
    const keyOf = (publicKey: string) => ({
      ...{ apiKeyName: 'Raced', publicKey, curveType: 'API_KEY_CURVE_P256', expirationSeconds: '600' },
    });
    const claimsOf = (sub: string) => ({
      ...{ providerName: 'Raced' },
      oidcClaims: { iss: 'https://issuer.example.com', sub, aud: 'a-client' },
    });

    async function secretNamed(name: string): Promise<object> {
      const { enclaveTargetMessages } = (await made('init_import_secrets', {
        ...{ encryptionSuite: SUITE, numSecrets: 1 },
      })) as { enclaveTargetMessages: string[] };
      const { secretPayload, targetPublicKey } = await encryptSecretToBundle({
        ...{ userId: first.ready.rootUserId, organizationId: first.ready.organizationId },
        dangerouslyOverrideSignerPublicKey: first.ready.keys['enclaveQuorum'] ?? '',
        ...{ plaintext: 'raced', ingressTargetBundle: enclaveTargetMessages[0] ?? '' },
      });
      return { name, secretPayload, targetPublicKey, encryptionSuite: SUITE };
    }
    async function invited(round: number): Promise<Pair> {
      const userEmail = `heir-${round}@example.com`;
      const invitation = { receiverUserName: 'Heir', receiverUserEmail: userEmail, receiverUserTags: [] };
      const { invitationIds } = (await made('create_invitations', {
        invitations: [{ ...invitation, accessType: 'ACCESS_TYPE_ALL', senderUserId: first.ready.rootUserId }],
      })) as { invitationIds: string[] };
      const user = { userName: 'Heir', userEmail, apiKeys: [keyOf(freshSigner().publicKey)] };
      const users = [{ ...user, authenticators: [], oauthProviders: [], userTags: [] }];
      const { userIds } = (await made('create_users', { users })) as { userIds: string[] };
      const asked = { invitationId: invitationIds[0], userId: userIds[0] };
      return {
        path: 'accept_invitation',
        one: { ...asked, authenticator: new Passkey().register() },
        other: { ...asked, authenticator: new Passkey().register() },
        once: [
          `authenticator WHERE user_id = '${userIds[0] ?? ''}'`,
          `invitation WHERE status = 'INVITATION_STATUS_ACCEPTED' AND id = '${invitationIds[0] ?? ''}'`,
        ],
      };
    }

    const RULES: Readonly<Record<string, (round: number) => Promise<Pair> | Pair>> = {
      'a public key is one user’s': async () => {
        const [shared, one, other] = [1, 2, 3].map(() => freshSigner().publicKey) as [string, string, string];
        return {
          path: 'create_api_keys',
          ...(await ofBoth('apiKeys', keyOf(shared), [keyOf(one), keyOf(other)])),
          once: [[shared], [one, other]].map((keys) => `api_key WHERE public_key IN ${quoted(keys)}`),
        };
      },
      'a passkey is one user’s': async () => {
        const [shared, one, other] = [1, 2, 3].map(() => new Passkey().register()) as [Made, Made, Made];
        const rows = (made: readonly Made[]): string =>
          `authenticator WHERE credential_id IN ${quoted(made.map(({ attestation }) => attestation.credentialId))}`;
        return {
          path: 'create_authenticators',
          ...(await ofBoth('authenticators', shared, [one, other])),
          once: [rows([shared]), rows([one, other])],
        };
      },
      'a subject of an issuer is one user’s': async (round) => ({
        path: 'create_oauth_providers',
        ...(await ofBoth('oauthProviders', claimsOf(`raced-${round}`), [
          claimsOf(`ann-${round}`),
          claimsOf(`ben-${round}`),
        ])),
        once: [[`raced-${round}`], [`ann-${round}`, `ben-${round}`]].map(
          (subjects) => `oauth_provider WHERE subject IN ${quoted(subjects)}`,
        ),
      }),
      'a session profile has a name of its own': (round) => ({
        path: 'create_session_profile',
        one: { sessionProfileName: `Raced ${round}`, scope: 'true' },
        other: { sessionProfileName: `Raced ${round}`, scope: 'false' },
        once: [`session_profile WHERE name = 'Raced ${round}'`],
      }),
      'a secret has a name of its own': async (round) => ({
        path: 'import_secrets',
        one: { secrets: [await secretNamed(`Own ${round}`), await secretNamed(`Raced ${round}`)] },
        other: { secrets: [await secretNamed(`Other ${round}`), await secretNamed(`Raced ${round}`)] },
        once: [[`Raced ${round}`], [`Own ${round}`, `Other ${round}`]].map(
          (names) => `secret WHERE name IN ${quoted(names)}`,
        ),
      }),
      'an account is in a wallet once': (round) => ({
        path: 'create_wallet_accounts',
        one: { walletId, accounts: [ethereumAccount(3 * round), ethereumAccount(3 * round + 1)] },
        other: { walletId, accounts: [ethereumAccount(3 * round), ethereumAccount(3 * round + 2)] },
        once: [[3 * round], [3 * round + 1, 3 * round + 2]].map(
          (indexes) =>
            `wallet_account WHERE path IN ${quoted(indexes.map((index) => ethereumAccount(index).path))}`,
        ),
      }),
      'a vault has one wrapper': () => {
        const vaultAddress = `0x${randomBytes(20).toString('hex')}`;
        const wrapper = { vaultAddress, chainCaip2: 'eip155:8453', clientFeeWallet: vaultAddress };
        return {
          path: 'earn_deploy_wrapper',
          one: { ...wrapper, clientFeeBps: '25' },
          other: { ...wrapper, clientFeeBps: '26' },
          once: [`earn_wrapper WHERE lower(vault_address) = '${vaultAddress}'`],
        };
      },
      'an invitation is accepted once': invited,
    };

    it.each(Object.entries(RULES))('attack: %s', async (_, pairOf) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { path, one, other, once } = await pairOf(round);
        const sent = await Promise.all([
          first.submit(path, one),
          second.post(`submit/${path}`, first.submitBody(path, other)),
        ]);
        const refused = sent.filter(({ status }) => status !== 200);
        expect([path, refused.map(({ status }) => status)]).toEqual([path, [400]]);
        expect(['CREDENTIAL_CONFLICT', 'OAUTH_PROVIDER_ALREADY_EXISTS', 'REQUEST_INVALID']).toContain(
          codeOf(refused[0] ?? sent[0]),
        );
        // What was refused has left nothing, neither of what both asked for nor of its own.
        for (const rows of once) expect([rows, await countOf(rows)]).toEqual([rows, 1]);
      }
    });
  },
);
