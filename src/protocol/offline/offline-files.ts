import { z } from 'zod';
import { FRESHNESS } from '../activity.ts';
import { fromHex, fromUtf8, sha256Hex, toHex } from '../encoding.ts';
import { AppError } from '../error.ts';
import { API_KEY_CURVES, STAMP_HEADER } from '../stamp.ts';
import { parseStrictJson } from '../strict-json.ts';
import { WEBAUTHN_STAMP_HEADER } from '../webauthn-stamp.ts';
import { type CborValue, decodeCanonical, encodeCanonical, isSameBytes } from './cbor.ts';
import { offlineFileError } from './errors.ts';

/** The version of all three formats. */
export const OFFLINE_VERSION = 1;
/** Tag 55799 of RFC 8949 (section 3.4.6), "self-described CBOR": the first three bytes of each file. */
const MAGIC = Uint8Array.of(0xd9, 0xd9, 0xf7);

const KIB = 1024;
/** The largest body that is carried, in bytes. */
const MAX_BODY = 1024 * KIB;
/** The largest answer that is carried, in bytes: as large as any that is read from a service. */
const MAX_ANSWER = 16 * 1024 * KIB;

/** The largest file of each kind, in bytes. */
export const OFFLINE_LIMITS = {
  'keyops-request': 4 * 1024 * KIB,
  'keyops-stamp': 16 * KIB,
  'keyops-answer': MAX_ANSWER + KIB,
} as const;
export type OfflineFormat = keyof typeof OFFLINE_LIMITS;

/** How a byte string stands in what is read: as bytes in CBOR, as lowercase hex in the JSON twin. */
type BytesIn = (least: number, most: number) => z.ZodType<Uint8Array>;

const inCbor: BytesIn = (least, most) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && value.length >= least && value.length <= most,
    `is not ${said(least, most)} bytes`,
  );
const inJson: BytesIn = (least, most) =>
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
const head = <const F extends OfflineFormat>(format: F) => ({
  format: z.literal(format),
  version: z.literal(OFFLINE_VERSION),
});

const requestSchema = (bytes: BytesIn) =>
  z.strictObject({
    ...head('keyops-request'),
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
    /** What the decoder needs and nobody vouches for. */
    untrusted: z.strictObject({
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
    }),
  });

const stampFileSchema = (bytes: BytesIn) =>
  z.strictObject({
    ...head('keyops-stamp'),
    /** The digest of the request file. */
    request: bytes(32, 32),
    /** SHA-256 of the body. */
    body: bytes(32, 32),
    header: z.enum([STAMP_HEADER, WEBAUTHN_STAMP_HEADER]),
    value: text(8192),
  });

const answerSchema = (bytes: BytesIn) =>
  z.strictObject({
    ...head('keyops-answer'),
    request: bytes(32, 32),
    body: bytes(32, 32),
    /** Of HTTP. */
    status: z.number().int().min(200).max(599),
    /** The exact bytes of the answer. */
    answer: bytes(0, MAX_ANSWER),
    /** When whoever carried it got it, by their clock, in ms since the epoch. */
    received: time,
  });

const SCHEMAS = {
  'keyops-request': { cbor: requestSchema(inCbor), json: requestSchema(inJson) },
  'keyops-stamp': { cbor: stampFileSchema(inCbor), json: stampFileSchema(inJson) },
  'keyops-answer': { cbor: answerSchema(inCbor), json: answerSchema(inJson) },
} as const;

export type OfflineRequest = z.infer<ReturnType<typeof requestSchema>>;
export type OfflineStamp = z.infer<ReturnType<typeof stampFileSchema>>;
export type OfflineAnswer = z.infer<ReturnType<typeof answerSchema>>;
interface FileOf {
  readonly 'keyops-request': OfflineRequest;
  readonly 'keyops-stamp': OfflineStamp;
  readonly 'keyops-answer': OfflineAnswer;
}
export type OfflineFile = FileOf[OfflineFormat];

/** When requests that name a time are taken by a service, in ms since the epoch. */
export const takenBetween = (madeMs: number): { readonly fromMs: number; readonly lapsesMs: number } => ({
  fromMs: madeMs - FRESHNESS.futureMs,
  lapsesMs: madeMs + FRESHNESS.pastMs,
});

/**
 * Writes a file: the magic, then the content in CBOR's deterministic form.
 * @throws AppError `OFFLINE_FILE_MALFORMED`, `OFFLINE_FILE_TOO_LARGE`
 */
export function writeOfflineFile(file: OfflineFile): Uint8Array {
  const checked = checkContent(file.format, 'cbor', file);
  const content = encodeCanonical(checked);
  const bytes = new Uint8Array(MAGIC.length + content.length);
  bytes.set(MAGIC);
  bytes.set(content, MAGIC.length);
  requireSize(file.format, bytes.length);
  return bytes;
}

/** A file's digest: SHA-256 over its bytes in CBOR, also of one that came as its JSON twin. */
export const digestOfFile = (file: OfflineFile): Uint8Array => fromHex(sha256Hex(writeOfflineFile(file)));

/** The JSON twin: the same members, byte strings as lowercase hex; a line for each member. */
export const writeTwin = (file: OfflineFile): string => `${JSON.stringify(asJson(file), null, 2)}\n`;

const asJson = (value: CborValue): unknown => {
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map((item: CborValue) => asJson(item));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asJson(member)]));
};

/**
 * Reads a file of one kind, in CBOR or as its JSON twin. Everything is checked before anything is given: size, form, version,
 * members, and that the content has no other encoding.
 * @throws AppError `OFFLINE_FILE_TOO_LARGE`, `OFFLINE_FILE_UNKNOWN`, `OFFLINE_FILE_KIND`, `OFFLINE_FILE_VERSION`,
 *   `OFFLINE_FILE_MALFORMED`, `OFFLINE_FILE_NOT_CANONICAL`
 */
export function readOfflineFile<const F extends OfflineFormat>(format: F, bytes: Uint8Array): FileOf[F] {
  // A twin has two characters and more for each byte.
  if (bytes.length > 3 * OFFLINE_LIMITS[format]) requireSize(format, bytes.length);
  const found = readAnyOfflineFile(bytes);
  if (found.format !== format)
    throw offlineFileError('OFFLINE_FILE_KIND', { found: `.${found.format}`, wanted: `.${format}` });
  return found as FileOf[F];
}

/** As {@link readOfflineFile}, for a file of any of the kinds. */
export function readAnyOfflineFile(bytes: Uint8Array): OfflineFile {
  const isCbor = isSameBytes(bytes.subarray(0, MAGIC.length), MAGIC);
  // The largest of them: which kind it is stands inside.
  const limit = OFFLINE_LIMITS['keyops-answer'] * (isCbor ? 1 : 3);
  if (bytes.length > limit) throw offlineFileError('OFFLINE_FILE_TOO_LARGE', { limit, format: 'file' });
  if (!isCbor && bytes[0] !== 0x7b)
    throw offlineFileError('OFFLINE_FILE_UNKNOWN', { why: 'it begins with other bytes' });
  const value: unknown = isCbor ? decodeCanonical(bytes.subarray(MAGIC.length)) : readTwin(bytes);
  const format = readHead(value);
  if (isCbor) requireSize(format, bytes.length);
  const file = checkContent(format, isCbor ? 'cbor' : 'json', value);
  // A twin's size is that of the file that it is a twin of; and what it says has to be sayable there.
  if (!isCbor) writeOfflineFile(file);
  return file;
}

function readTwin(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(fromUtf8(bytes, 'file'), 'file');
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw offlineFileError('OFFLINE_FILE_MALFORMED', { why: cause.message.replace(/\.$/, ''), cause });
  }
}

const headSchema = z.looseObject({ format: z.string(), version: z.number() });

function readHead(value: unknown): OfflineFormat {
  const parsed = headSchema.safeParse(value);
  if (!parsed.success)
    throw offlineFileError('OFFLINE_FILE_UNKNOWN', { why: 'it names no format and version' });
  const { format, version } = parsed.data;
  if (!isFormat(format)) throw offlineFileError('OFFLINE_FILE_UNKNOWN', { why: 'it names another format' });
  if (version !== OFFLINE_VERSION)
    throw offlineFileError('OFFLINE_FILE_VERSION', { found: version, known: OFFLINE_VERSION });
  return format;
}

const isFormat = (text: string): text is OfflineFormat => Object.hasOwn(OFFLINE_LIMITS, text);

function checkContent(format: OfflineFormat, form: 'cbor' | 'json', value: unknown): OfflineFile {
  const parsed = SCHEMAS[format][form].safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
    throw offlineFileError('OFFLINE_FILE_MALFORMED', {
      why: `${where}: ${(issue?.message ?? 'wrong shape').slice(0, 200)}`,
    });
  }
  const file: OfflineFile = parsed.data;
  if (file.format === 'keyops-request' && file.lapses !== takenBetween(file.made).lapsesMs)
    throw offlineFileError('OFFLINE_FILE_MALFORMED', { why: 'lapses: is not an hour after made' });
  return file;
}

function requireSize(format: OfflineFormat, length: number): void {
  const limit = OFFLINE_LIMITS[format];
  if (length > limit) throw offlineFileError('OFFLINE_FILE_TOO_LARGE', { limit, format: `.${format}` });
}

/** The first part of a file's name: of the body's digest, so that a name says nothing. All files of a request share it. */
export const fileStemOf = (body: Uint8Array): string => sha256Hex(body).slice(0, 16);
