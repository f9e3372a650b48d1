import fc from 'fast-check';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import {
  type OfflineAnswer,
  type OfflineFile,
  type OfflineRequest,
  type OfflineStamp,
  requestVersionOf,
  takenBetween,
} from '#protocol/offline/offline-files.ts';

const MADE = Date.UTC(2026, 10, 22, 16, 0, 0);
const filled = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

/** One file of each kind, with something in every member. */
export const requestFile: OfflineRequest = {
  format: 'keyops-request',
  version: 1,
  operation: 'create_policy',
  body: toUtf8('{"type":"ACTIVITY_TYPE_CREATE_POLICY_V3"}'),
  made: MADE,
  lapses: takenBetween(MADE).lapsesMs,
  organization: '01234567-89ab-4cde-8f01-23456789abcd',
  service: {
    address: 'https://keys.example.com',
    keys: {
      enclaveQuorum: filled(32, 1),
      fetcherQuorum: filled(32, 2),
      onRampEncryption: filled(32, 3),
      sessionNotarizer: filled(32, 4),
    },
  },
  credential: { publicKey: filled(33, 5), kind: 'key', curve: 'API_KEY_CURVE_P256' },
  untrusted: {
    abis: ['[]'],
    descriptors: ['{}'],
    names: [{ of: '0x11', name: 'Ünïcode 😀' }],
    records: [{ query: 'whoami', parameters: '{}', answer: '{"userId":"1"}' }],
  },
};
/** The same of version 2: with lookup tables. */
export const tablesFile: OfflineRequest = {
  ...requestFile,
  version: 2,
  untrusted: {
    ...requestFile.untrusted,
    lookupTables: [
      { table: filled(32, 8), addresses: Uint8Array.from([...filled(32, 10), ...filled(32, 11)]) },
      { table: filled(32, 9), addresses: filled(32, 12) },
    ],
  },
};
/** The same of version 3: with previous transactions, and without tables. */
export const previousFile: OfflineRequest = {
  ...requestFile,
  version: 3,
  untrusted: {
    ...requestFile.untrusted,
    lookupTables: [],
    previousTransactions: [filled(60, 13), filled(61, 13), filled(60, 14)],
  },
};
export const stampFile: OfflineStamp = {
  format: 'keyops-stamp',
  version: 1,
  request: filled(32, 6),
  body: filled(32, 7),
  header: 'X-Stamp',
  value: 'eyJ9',
};
export const answerFile: OfflineAnswer = {
  format: 'keyops-answer',
  version: 1,
  request: filled(32, 6),
  body: filled(32, 7),
  status: 200,
  answer: toUtf8('{"activity":{}}'),
  received: MADE + 1_000,
};
export const FILES: readonly OfflineFile[] = [requestFile, tablesFile, previousFile, stampFile, answerFile];

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
const text = (maxLength: number) => fc.string({ unit: 'grapheme', minLength: 1, maxLength });
const ms = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 3_600_000 });

/** Transactions, each once and in the order of their bytes. */
const anyPrevious = fc
  .uniqueArray(bytes(60, 90), { minLength: 1, maxLength: 3, selector: toHex })
  .map((all) => all.toSorted((one, other) => (toHex(one) < toHex(other) ? -1 : 1)));

/** Tables, each once and in the order of their bytes. */
const anyTables = fc
  .uniqueArray(
    fc.record({
      table: bytes(32, 32),
      addresses: fc
        .array(bytes(32, 32), { minLength: 1, maxLength: 4 })
        .map((all) => Uint8Array.from(all.flatMap((each) => [...each]))),
    }),
    { minLength: 1, maxLength: 3, selector: ({ table }) => toHex(table) },
  )
  .map((tables) => tables.sort((one, other) => (toHex(one.table) < toHex(other.table) ? -1 : 1)));

const anyRequest = fc
  .record({
    operation: fc.stringMatching(/^[a-z][a-z0-9_]{0,63}$/),
    body: bytes(2, 300),
    made: ms,
    organization: text(30),
    address: fc.string({ unit: 'grapheme', maxLength: 50 }),
    keys: fc.record({
      enclaveQuorum: bytes(32, 32),
      fetcherQuorum: bytes(32, 32),
      onRampEncryption: bytes(32, 32),
      sessionNotarizer: bytes(32, 32),
    }),
    credential: fc.record({
      publicKey: bytes(32, 33),
      kind: fc.constantFrom('key' as const, 'session' as const, 'passkey' as const),
      curve: fc.constantFrom('API_KEY_CURVE_P256' as const, 'API_KEY_CURVE_ED25519' as const),
    }),
    untrusted: fc.record({
      abis: fc.array(text(40), { maxLength: 3 }),
      descriptors: fc.array(text(40), { maxLength: 3 }),
      names: fc.array(fc.record({ of: text(20), name: text(20) }), { maxLength: 3 }),
      records: fc.array(fc.record({ query: text(10), parameters: text(20), answer: text(20) }), {
        maxLength: 3,
      }),
    }),
  })
  .chain((request) =>
    fc
      .tuple(fc.option(anyTables, { nil: undefined }), fc.option(anyPrevious, { nil: undefined }))
      .map(([lookupTables, previousTransactions]) => ({
        ...request,
        untrusted: {
          ...request.untrusted,
          ...(previousTransactions === undefined
            ? lookupTables === undefined
              ? {}
              : { lookupTables }
            : { lookupTables: lookupTables ?? [], previousTransactions }),
        },
      })),
  )
  .map(({ address, keys, ...rest }): OfflineRequest => ({
    format: 'keyops-request',
    version: requestVersionOf(rest.untrusted),
    ...rest,
    lapses: takenBetween(rest.made).lapsesMs,
    service: { address, keys },
  }));
const anyStamp = fc
  .record({
    request: bytes(32, 32),
    body: bytes(32, 32),
    header: fc.constantFrom('X-Stamp' as const, 'X-Stamp-WebAuthn' as const),
    value: text(200),
  })
  .map((rest): OfflineStamp => ({ format: 'keyops-stamp', version: 1, ...rest }));
const anyAnswer = fc
  .record({
    request: bytes(32, 32),
    body: bytes(32, 32),
    status: fc.integer({ min: 200, max: 599 }),
    answer: bytes(0, 500),
    received: ms,
  })
  .map((rest): OfflineAnswer => ({ format: 'keyops-answer', version: 1, ...rest }));

/** Any file that may be written. */
export const anyFile: fc.Arbitrary<OfflineFile> = fc.oneof(anyRequest, anyStamp, anyAnswer);

/** The code of the error that work ends with, or `taken`. */
export const codeOf = (work: () => unknown): unknown => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
};
