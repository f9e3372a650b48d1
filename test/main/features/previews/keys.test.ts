import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiKeysPreview } from '#main/features/previews/add-credentials.ts';
import { createPrivateKeysPreview } from '#main/features/previews/private-keys-views.ts';
import { genericPreview } from '#main/features/previews/generic.ts';
import { signTransactionPreview } from '#main/features/previews/signing-views.ts';
import type { PreviewContext, PreviewParts } from '#main/features/previews/preview-maker.ts';
import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { type PrivateKey, createPrivateKeys } from '#protocol/catalogue/private-keys.ts';
import { type SubmitOperation, submit } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';

const ADDRESS = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const KEY_ID = '01990000-0000-7000-8000-0000000000aa';
const key = (more: Partial<PrivateKey> = {}): PrivateKey => ({
  privateKeyId: KEY_ID,
  privateKeyName: 'treasury',
  publicKey: '02'.padEnd(66, 'a'),
  curve: 'CURVE_SECP256K1',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: ADDRESS }],
  privateKeyTags: [],
  createdAt: '',
  updatedAt: '',
  exported: false,
  imported: false,
  ...more,
});
const context = (operation: SubmitOperation, keys: readonly PrivateKey[] = []): PreviewContext => ({
  operation,
  listPrivateKeys: () => Promise.resolve(keys),
  listAccounts: () => Promise.resolve([]),
  ask: () => Promise.reject(new Error('asked')),
  self: () => Promise.reject(new Error('asked')),
});

it('says every parameter of an operation without a preview of its own, under its label', async () => {
  const operation = submit({
    path: 'make_tea',
    effect: 'write',
    summary: 'Make tea',
    parameters: z.strictObject({
      pot: z.string().meta({ label: 'Pot' }),
      cups: z.array(z.strictObject({ size: z.number().meta({ label: 'Size' }) })).meta({ label: 'Cups' }),
      tags: z.array(z.string()).nullish().meta({ label: 'Tags' }),
      plain: z.boolean(),
    }),
    output: z.looseObject({}),
  });
  const parameters = { pot: 'blue', cups: [{ size: 1 }, { size: 2 }], tags: ['a', 'b'], plain: false };
  const parts = await genericPreview(parameters, context(operation));
  expect(parts.sentence).toEqual([{ kind: 'text', value: 'Make tea.' }]);
  expect(parts.facts.map((fact) => [fact.label, fact.value])).toEqual([
    ['Pot', 'blue'],
    ['Cups 1 Size', '1'],
    ['Cups 2 Size', '2'],
    ['Tags', 'a, b'],
    ['Plain', 'No'],
  ]);
});

it('names the key that is to be created', async () => {
  const privateKeys = [
    {
      privateKeyName: 'treasury',
      curve: 'CURVE_SECP256K1' as const,
      privateKeyTags: ['hot'],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const],
    },
  ];
  const parts = await createPrivateKeysPreview({ privateKeys }, context(createPrivateKeys));
  expect(parts.sentence[0]?.value).toBe('Create the secp256k1 key “treasury” inside the service.');
  expect(parts.facts.map((fact) => fact.value)).toEqual(['treasury', 'secp256k1', 'Ethereum', 'hot']);
});

it('warns of an API key that never expires', async () => {
  const apiKey = {
    apiKeyName: 'CI',
    publicKey: '02'.padEnd(66, 'a'),
    curveType: 'API_KEY_CURVE_P256',
  } as const;
  const make = (more: object) =>
    createApiKeysPreview(
      { userId: KEY_ID, apiKeys: [{ ...apiKey, ...more }] },
      {
        ...context(createApiKeys),
        ownKeys: () => Promise.resolve([{ name: 'CI', publicKey: apiKey.publicKey }]),
        ask: () => Promise.reject(new AppError('NO_SERVICE', '', '')),
      },
    );
  const codesOf = ({ warnings }: PreviewParts) => warnings.map((warning) => warning.code);
  expect(codesOf(await make({}))).toEqual(['API_KEY_NEVER_EXPIRES', 'USERS_NOT_KNOWN']);
  const limited = await make({ expirationSeconds: '172800' });
  expect(codesOf(limited)).toEqual(['USERS_NOT_KNOWN']);
  expect(limited.facts.at(-1)?.value).toBe('after 2 days');
});

describe('sign_transaction', () => {
  const unsignedTransaction =
    'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
  const make = (signWith: string, keys: readonly PrivateKey[], unsigned = unsignedTransaction) =>
    signTransactionPreview(
      { signWith, unsignedTransaction: unsigned, type: 'TRANSACTION_TYPE_ETHEREUM' },
      context(signTransaction, keys),
    );

  it.each([KEY_ID, KEY_ID.toUpperCase(), ADDRESS, ADDRESS.toLowerCase()])(
    'expects the signature of the key that is named %s',
    async (signWith) => {
      const parts = await make(signWith, [key()]);
      expect(parts.expectation).toEqual({
        kind: 'signedBy',
        address: ADDRESS,
        publicKey: key().publicKey,
      });
      expect(parts.reading?.chain).toBe('ethereum');
    },
  );

  it('prefers an id or an address over a name that looks like one', async () => {
    const impostor = key({
      privateKeyId: '01990000-0000-7000-8000-0000000000bb',
      privateKeyName: KEY_ID,
      addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: `0x${'99'.repeat(20)}` }],
    });
    expect((await make(KEY_ID, [impostor, key()])).expectation).toMatchObject({
      kind: 'signedBy',
      address: ADDRESS,
    });
  });

  it('takes no name for a key, as the service takes none', async () => {
    await expect(make('treasury', [key()])).rejects.toMatchObject({ code: 'SIGN_WITH_UNKNOWN' });
  });

  it('refuses a key that is not there, and one without an Ethereum address', async () => {
    await expect(make('nobody', [key()])).rejects.toMatchObject({ code: 'SIGN_WITH_UNKNOWN' });
    await expect(make(KEY_ID, [key({ addresses: [] })])).rejects.toMatchObject({
      code: 'SIGN_WITH_NO_ADDRESS',
    });
  });

  it('refuses what cannot be read before it asks the service for its keys', async () => {
    const silent: PreviewContext = {
      operation: signTransaction,
      listPrivateKeys: () => Promise.reject(new Error('asked')),
      listAccounts: () => Promise.reject(new Error('asked')),
      ask: () => Promise.reject(new Error('asked')),
      self: () => Promise.reject(new Error('asked')),
    };
    const parameters = {
      signWith: 'treasury',
      unsignedTransaction: 'zz',
      type: 'TRANSACTION_TYPE_ETHEREUM',
    } as const;
    await expect(signTransactionPreview(parameters, silent)).rejects.not.toThrow('asked');
  });
});
