import { z } from 'zod';
import { FRESHNESS } from '../activity.ts';
import { fromHex, fromUtf8, sha256Hex, toHex } from '../encoding.ts';
import { AppError } from '../error.ts';
import { parseStrictJson } from '../strict-json.ts';
import { type CborValue, decodeCanonical, encodeCanonical, isSameBytes } from './cbor.ts';
import { offlineFileError } from './errors.ts';
import {
  KIB,
  MAX_ANSWER,
  answerSchema,
  inCbor,
  inJson,
  requestSchemas,
  stampFileSchema,
} from './offline-schemas.ts';

/** The versions of each format that are read; a file is written in the first that can say it. */
const OFFLINE_VERSIONS = {
  'keyops-request': [1, 2, 3],
  'keyops-stamp': [1],
  'keyops-answer': [1],
} as const;
/** Tag 55799 of RFC 8949 (section 3.4.6), "self-described CBOR": the first three bytes of each file. */
const MAGIC = Uint8Array.of(0xd9, 0xd9, 0xf7);

/** The largest file of each kind, in bytes. */
export const OFFLINE_LIMITS = {
  'keyops-request': 4 * 1024 * KIB,
  'keyops-stamp': 16 * KIB,
  'keyops-answer': MAX_ANSWER + KIB,
} as const;
export type OfflineFormat = keyof typeof OFFLINE_LIMITS;

const SCHEMAS = {
  'keyops-request': { cbor: requestSchemas(inCbor), json: requestSchemas(inJson) },
  'keyops-stamp': { cbor: { 1: stampFileSchema(inCbor) }, json: { 1: stampFileSchema(inJson) } },
  'keyops-answer': { cbor: { 1: answerSchema(inCbor) }, json: { 1: answerSchema(inJson) } },
} as const;

type RequestSchemas = ReturnType<typeof requestSchemas>;
type RequestV1 = z.infer<RequestSchemas[1]>;
/** A table of Solana's in a request: its address, and its entries one behind the other, 32 bytes each. */
export type OfflineLookupTable = z.infer<RequestSchemas[2]>['untrusted']['lookupTables'][number];
/** A request of any version: with previous transactions it is version 3, with lookup tables alone version 2, with neither version 1. */
export type OfflineRequest = Omit<RequestV1, 'version' | 'untrusted'> & {
  readonly version: keyof RequestSchemas;
  readonly untrusted: RequestV1['untrusted'] & {
    readonly lookupTables?: readonly OfflineLookupTable[];
    /** Bitcoin transactions without their witnesses. */
    readonly previousTransactions?: readonly Uint8Array[];
  };
};
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
  const known: readonly number[] = OFFLINE_VERSIONS[format];
  if (!known.includes(version))
    throw offlineFileError('OFFLINE_FILE_VERSION', { found: version, known: LIST.format(known.map(String)) });
  return format;
}

/** The version that says a request's content: a member that is new is in a later one alone. */
export const requestVersionOf = ({
  lookupTables,
  previousTransactions,
}: OfflineRequest['untrusted']): OfflineRequest['version'] =>
  previousTransactions !== undefined ? 3 : lookupTables === undefined ? 1 : 2;

/** Whether a request brought anything that nobody vouches for. */
export const hasUntrusted = ({ untrusted }: Pick<OfflineRequest, 'untrusted'>): boolean =>
  Object.values(untrusted).some(({ length }) => length > 0);

const LIST = new Intl.ListFormat('en');

const isFormat = (text: string): text is OfflineFormat => Object.hasOwn(OFFLINE_LIMITS, text);

function checkContent(format: OfflineFormat, form: 'cbor' | 'json', value: unknown): OfflineFile {
  const schemas: Readonly<Record<number, z.ZodType<OfflineFile>>> = SCHEMAS[format][form];
  const version = headSchema.safeParse(value).data?.version ?? 1;
  const parsed = (schemas[version] ?? SCHEMAS[format][form][1]).safeParse(value);
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
