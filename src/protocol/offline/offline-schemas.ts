import { z } from 'zod';
import { fromHex, toHex } from '../encoding.ts';
import { API_KEY_CURVES, STAMP_HEADER } from '../stamp.ts';
import { WEBAUTHN_STAMP_HEADER } from '../webauthn-stamp.ts';

export const KIB = 1024;
/** The largest body that is carried, in bytes. */
const MAX_BODY = 1024 * KIB;
/** The largest answer that is carried, in bytes: as large as any that is read from a service. */
export const MAX_ANSWER = 16 * 1024 * KIB;

/** How a byte string stands in what is read: as bytes in CBOR, as lowercase hex in the JSON twin. */
type BytesIn = (least: number, most: number) => z.ZodType<Uint8Array>;

export const inCbor: BytesIn = (least, most) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && value.length >= least && value.length <= most,
    `is not ${said(least, most)} bytes`,
  );
export const inJson: BytesIn = (least, most) =>
  z
    .string()
    .regex(/^(?:[0-9a-f]{2})*$/, 'is not lowercase hex')
    .refine(
      (text) => text.length >= 2 * least && text.length <= 2 * most,
      `is not ${said(least, most)} bytes`,
    )
    .transform((text) => (text === '' ? new Uint8Array() : fromHex(text)));
const said = (least: number, most: number): string => (least === most ? `${least}` : `${least} to ${most}`);

const text = (most: number) => z.string().min(1).max(most);
const time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const head = <const F extends string, const V extends number>(format: F, version: V) => ({
  format: z.literal(format),
  version: z.literal(version),
});

/** What the decoder needs and nobody vouches for, as version 1 has it. */
const untrustedMembers = {
  /** ABIs as JSON texts, each for any contract. */
  abis: z.array(text(512 * KIB)).max(16),
  /** ERC-7730 descriptors as JSON texts. */
  descriptors: z.array(text(512 * KIB)).max(64),
  /** What somebody calls an ID or an address. */
  names: z.array(z.strictObject({ of: text(256), name: text(256) })).max(1000),
  /** Answers of the service to queries, as whoever made the file got them. */
  records: z
    .array(z.strictObject({ query: text(64), parameters: text(16 * KIB), answer: text(2048 * KIB) }))
    .max(200),
};

/** Bytes of an address of Solana, and the most entries of a lookup table: their indexes are bytes. */
const ADDRESS_BYTES = 32;
const MAX_ENTRIES = 256;

/** Lookup tables of Solana: each once and in the order of their addresses, so that a content has one encoding. */
const lookupTables = (bytes: BytesIn, least: 0 | 1) =>
  z
    .array(
      z.strictObject({
        table: bytes(ADDRESS_BYTES, ADDRESS_BYTES),
        /** Its entries, one behind the other. */
        addresses: bytes(ADDRESS_BYTES, MAX_ENTRIES * ADDRESS_BYTES).refine(
          ({ length }) => length % ADDRESS_BYTES === 0,
          `is not a multiple of ${ADDRESS_BYTES} bytes`,
        ),
      }),
    )
    .min(least)
    .max(64)
    .refine(
      (tables) =>
        tables.every(({ table }, index) => index === 0 || isBefore(tables[index - 1]?.table, table)),
      'has a table twice, or isn’t sorted by its tables',
    );

/** The shortest Bitcoin transaction without witnesses, and the longest that a block holds: a byte of it weighs four units. */
const LEAST_TRANSACTION = 60;
const MOST_TRANSACTION = 1_000_000;

/** Bitcoin transactions without their witnesses: each once and in the order of their bytes, so that a content has one encoding. */
const previousTransactions = (bytes: BytesIn) =>
  z
    .array(bytes(LEAST_TRANSACTION, MOST_TRANSACTION))
    .min(1)
    .max(64)
    .refine(
      (all) => all.every((each, index) => index === 0 || isBefore(all[index - 1], each)),
      'has a transaction twice, or isn’t sorted by their bytes',
    );

const isBefore = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && toHex(one) < toHex(other);

const requestSchema = <const V extends number, const U extends z.core.$ZodType>(
  bytes: BytesIn,
  version: V,
  untrusted: U,
) =>
  z.strictObject({
    ...head('keyops-request', version),
    /** The operation's path in the catalogue. */
    operation: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'is no operation’s name'),
    /** The exact bytes to stamp, in UTF-8. */
    body: bytes(2, MAX_BODY),
    /** When it was made: the time that the body names, in ms since the epoch. */
    made: time,
    /** From when on no service takes it, in ms since the epoch. */
    lapses: time,
    organization: text(128),
    service: z.strictObject({
      /** The base address, or an empty text for a service on the same computer. */
      address: z.string().max(2048),
      /** SHA-256 of each pinned public key's bytes. */
      keys: z.strictObject({
        enclaveQuorum: bytes(32, 32),
        fetcherQuorum: bytes(32, 32),
        onRampEncryption: bytes(32, 32),
        sessionNotarizer: bytes(32, 32),
      }),
    }),
    credential: z.strictObject({
      publicKey: bytes(32, 33),
      kind: z.enum(['key', 'session', 'passkey']),
      curve: z.enum(API_KEY_CURVES),
    }),
    untrusted,
  });
export const requestSchemas = (bytes: BytesIn) => ({
  1: requestSchema(bytes, 1, z.strictObject(untrustedMembers)),
  2: requestSchema(bytes, 2, z.strictObject({ ...untrustedMembers, lookupTables: lookupTables(bytes, 1) })),
  3: requestSchema(
    bytes,
    3,
    z.strictObject({
      ...untrustedMembers,
      lookupTables: lookupTables(bytes, 0),
      previousTransactions: previousTransactions(bytes),
    }),
  ),
});

export const stampFileSchema = (bytes: BytesIn) =>
  z.strictObject({
    ...head('keyops-stamp', 1),
    /** The digest of the request file. */
    request: bytes(32, 32),
    /** SHA-256 of the body. */
    body: bytes(32, 32),
    header: z.enum([STAMP_HEADER, WEBAUTHN_STAMP_HEADER]),
    value: text(8192),
  });

export const answerSchema = (bytes: BytesIn) =>
  z.strictObject({
    ...head('keyops-answer', 1),
    request: bytes(32, 32),
    body: bytes(32, 32),
    /** Of HTTP. */
    status: z.number().int().min(200).max(599),
    /** The exact bytes of the answer. */
    answer: bytes(0, MAX_ANSWER),
    /** When whoever carried it got it, by their clock, in ms since the epoch. */
    received: time,
  });
