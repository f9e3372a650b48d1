import { describe, expect, it } from 'vitest';
import type { SigningContext } from '#main/context/context-resolver.ts';
import { describeBatch } from '#main/features/batches/describe-batch.ts';
import { prepare } from '#main/features/requests/prepare.ts';
import { type Cover, RENDERINGS } from '#main/features/previews/covers.ts';
import { previewMakerOf } from '#main/features/previews/operation-views.ts';
import { leavesOf } from '#main/features/previews/parameter-facts.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import { DigestList, groupPreview } from '#main/features/request-groups/review-group.ts';
import { writeCard } from '#main/features/previews/card-text.ts';
import { TIMING } from '#main/platform/clock.ts';
import { buildCard } from '#preload/approval-card/card-model.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { type CatalogueOperation, catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Operation, ParametersOf, SubmitOperation } from '#protocol/catalogue/operation.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { addressOf, transferParameters } from '#test/fixtures/batch-files.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';
import { ParameterGenerator, valuesOf } from './generate-parameters.ts';

const KEY_ID = '01a1ff07-2512-7000-94f8-bc561132a1b1';
const OURS = `0x${'77'.repeat(20)}`;
const key = {
  privateKeyId: KEY_ID,
  privateKeyName: 'payouts',
  publicKey: `02${'aa'.repeat(32)}`,
  curve: 'CURVE_SECP256K1',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: OURS }],
};
/** What an organization of nobody but this key answers. */
const answers: Readonly<Record<string, unknown>> = {
  list_activities: { activities: [] },
  list_policies: { policies: [] },
  list_secrets: { secrets: [] },
  list_users: { users: [] },
  list_wallets: { wallets: [] },
  list_private_keys: { privateKeys: [key] },
  get_api_keys: { apiKeys: [] },
  get_user: { user: { userId: KEY_ID, userName: 'somebody', apiKeys: [], authenticators: [] } },
  get_oauth_providers: { oauthProviders: [] },
  get_private_key: { privateKey: key },
  get_wallet: { wallet: { walletId: KEY_ID, walletName: 'cold' } },
  get_organization_configs: { configs: { features: [], quorum: { threshold: 1, userIds: [] } } },
  list_webhook_endpoints: { webhookEndpoints: [] },
  get_ip_allowlist: { allowlist: { organizationId: KEY_ID, enabled: false, rules: [] } },
} satisfies Partial<Record<CatalogueOperation['path'], unknown>>;
const reads = {
  listPrivateKeys: () => Promise.resolve([key]),
  listAccounts: () => Promise.resolve([]),
  ask: ({ path }: Operation) =>
    path in answers ? Promise.resolve(answers[path]) : Promise.reject(new Error(`asked for ${path}`)),
  self: () => Promise.resolve({ publicKey: key.publicKey, source: '203.0.113.7', userId: KEY_ID }),
} as unknown as PreviewReads;
const session = {
  profile: { id: 'local', name: 'Local', organizationId: KEY_ID, organizationName: 'Acme' },
  credential: { label: 'ops', publicKey: key.publicKey, curve: 'API_KEY_CURVE_P256' },
} as unknown as SigningContext;

/** Members that a request has one of: each is tried without the others. */
const ONE_OF: Readonly<Record<string, readonly string[]>> = {
  create_users: ['oidcToken', 'oidcClaims'],
  create_oauth_providers: ['oidcToken', 'oidcClaims'],
} satisfies Partial<Record<CatalogueOperation['path'], readonly string[]>>;
/** What a generated text cannot be: a key that signs, what is read by its encoding, and blocks of addresses. */
const GIVEN: Readonly<Record<string, object>> = {
  set_ip_allowlist: {
    rules: [
      { cidr: '203.0.113.0/24', label: 'recognizable-office' },
      { cidr: '198.51.100.0/25', label: 'recognizable-vpn' },
    ],
  },
  sign_raw_payload: {
    signWith: KEY_ID,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
  },
  sign_raw_payloads: {
    signWith: KEY_ID,
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_SHA256',
  },
} satisfies { readonly [O in CatalogueOperation as O['path']]?: Partial<ParametersOf<O>> };

const without = (value: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => without(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, member]) => [name, without(member, names)]),
  );
};

/** What the language of policies has to be able to read, each another. */
const EXPRESSIONS: Readonly<Record<string, (text: string) => string>> = {
  condition: (text) => `activity.action == '${text}'`,
  scope: (text) => `activity.action == '${text}'`,
  time: (text) => `time.now >= Timestamp('20${text.slice(-2).replace(/\D/g, '3')}-01-01T00:00:00Z')`,
  consensus: (text) => `approvers.any(user, user.id == '${text}')`,
};

function withConditions(path: string, value: unknown): unknown {
  if (!/polic|session_profile/.test(path)) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => withConditions(path, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      const write = EXPRESSIONS[name.replace(/^policy/, '').toLowerCase()];
      return [
        name,
        write !== undefined && typeof member === 'string' ? write(member) : withConditions(path, member),
      ];
    }),
  );
}

function generated(operation: SubmitOperation): unknown[] {
  const whole = {
    ...(new ParameterGenerator().value(operation.parameters) as object),
    ...GIVEN[operation.path],
  };
  const names = ONE_OF[operation.path] ?? [''];
  return names.map((name) =>
    operation.parameters.parse(
      withConditions(
        operation.path,
        without(
          whole,
          names.filter((other) => other !== name),
        ),
      ),
    ),
  );
}

const textOf = (preview: Preview): string =>
  JSON.stringify(
    writeCard(buildCard({ preview, deniesAtMs: 60_000, nowMs: 0, theme: 'system' }), false),
  ).toLowerCase();

async function alone(operation: SubmitOperation, parameters: unknown): Promise<string> {
  const clock = fakeClock();
  const { preview } = await prepare({
    operation: operation.path,
    parameters,
    session,
    clock,
    previewMs: 60_000,
    reads,
  });
  return textOf(preview);
}

async function inBatch(operation: SubmitOperation, parameters: unknown): Promise<string> {
  const description = describeBatch(reads, fakeClock());
  await description.add(operation, parameters, { position: 16, line: 17 });
  const words = await description.end();
  const preview = groupPreview({ session, nowMs: 0, timing: TIMING }, new DigestList(), words);
  return textOf({ ...preview, batch: { ...words.batch.outline, pages: words.batch.all() } });
}

/** So short a text may be a part of any other: it counts as a fact of its own. */
const SHORT = 8;

/** What the preview says in words of its own: its covers, by the value's place. */
const coversOf = async (operation: SubmitOperation, parameters: unknown): Promise<readonly Cover[]> =>
  (await previewMakerOf(operation)(parameters, { ...reads, operation })).covers ?? [];

/** A value counts as shown raw, in the words of its form, or as a fact of the card writes it that speaks for its place. */
async function missing(operation: SubmitOperation, parameters: unknown, text: string): Promise<unknown[]> {
  const leaves = leavesOf(parameters, formFields(operation.parameters));
  const covers = await coversOf(operation, parameters);
  return valuesOf(parameters).filter((value) => {
    const own = leaves.filter((leaf) => leaf.value === String(value));
    const isCovered = own.every((leaf) =>
      covers.some(({ path, as, fact: { label, value: shown, note = '' } }) => {
        const written = RENDERINGS[as](leaf.value).toLowerCase();
        const drawn = [label, shown, note].map((each) => each.toLowerCase());
        return (
          JSON.stringify(path) === JSON.stringify(leaf.path) &&
          drawn.some((each) => each.includes(written)) &&
          drawn.every((each) => text.includes(JSON.stringify(each).slice(1, -1)))
        );
      }),
    );
    return (
      !(isCovered && own.length > 0) &&
      ![String(value), ...own.map((leaf) => leaf.words)]
        .map((each) => each.toLowerCase())
        .some((each) => text.includes(each.length < SHORT ? `"value":"${each}"` : each))
    );
  });
}

const operations = (catalogue as readonly Operation[]).filter(
  (operation): operation is SubmitOperation =>
    // A vote shows the request that it is cast on (vote-preview.test.ts), and is in no batch.
    operation.kind === 'submit' && operation.ballot !== true && operation.path !== 'sign_transaction',
);

describe('every value of every parameter is on the card', () => {
  it.each(operations.map((operation) => [operation.path, operation] as const))(
    'attack: a parameter of %s that no preview mentions',
    async (_path, operation) => {
      for (const parameters of generated(operation)) {
        for (const text of [await alone(operation, parameters), await inBatch(operation, parameters)])
          expect(await missing(operation, parameters, text)).toEqual([]);
      }
    },
  );

  it('shows the recipient, the amount and the signer of a transaction, alone and in a batch', async () => {
    const operation = (catalogue as readonly Operation[]).find(({ path }) => path === 'sign_transaction');
    if (operation?.kind !== 'submit') throw new Error('The catalogue has it.');
    const parameters = transferParameters({
      signWith: KEY_ID,
      to: addressOf(7),
      wei: 1_234_567n * 10n ** 12n,
    });
    for (const text of [await alone(operation, parameters), await inBatch(operation, parameters)])
      for (const each of [addressOf(7), '1.234567 eth', OURS]) expect(text).toContain(each);
  });
});
