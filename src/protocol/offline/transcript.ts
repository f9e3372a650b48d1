import { z } from 'zod';
import { fromHex, sha256Hex, toHex } from '../encoding.ts';
import { findInvisible } from '../invisible-characters.ts';
import { lookOf } from '../confusables.ts';
import { API_KEY_CURVES } from '../stamp.ts';
import { type CborMap, type CborValue, decodeCanonical, encodeCanonical, isSameBytes } from './cbor.ts';
import { offlineFileError, transcriptError } from './errors.ts';

/** The version of the format. */
const VERSION = 1;
/** As of the other offline files: tag 55799 of RFC 8949, section 3.4.6. */
const MAGIC = Uint8Array.of(0xd9, 0xd9, 0xf7);
/** The largest transcript, in bytes. */
export const TRANSCRIPT_LIMIT = 256 * 1024;
/** The most people of a ceremony. */
const MOST_PEOPLE = 16;
const MOST_ENTRIES = 400;

const bytes = (least: number, most = least) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && value.length >= least && value.length <= most,
    `is not ${least === most ? least : `${least} to ${most}`} bytes`,
  );
/** Words of letters, digits and what names have between them, one space apart: no quote, no mark that a line begins with. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]*)*$/u;
/** The longest name of a person, and of a ceremony, in characters. */
export const CEREMONY_NAMES = { person: 48, title: 60 } as const;
/** Whether a text can be a name in a transcript: nothing unseen, nothing that imitates what stands around it. */
export const isCeremonyName = (text: string, kind: keyof typeof CEREMONY_NAMES): boolean =>
  text.length <= CEREMONY_NAMES[kind] &&
  WORDS.test(text) &&
  text.normalize('NFC') === text &&
  findInvisible(text).length === 0;
const words = (kind: keyof typeof CEREMONY_NAMES) =>
  z
    .string()
    .refine(
      (text) => isCeremonyName(text, kind),
      `takes up to ${CEREMONY_NAMES[kind]} letters, digits, dots, apostrophes and hyphens, with single spaces between`,
    );
const person = words('person');
/** IDs and versions: printable ASCII without a space. */
const plain = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x21-\x7e]+$/, 'takes printable ASCII without spaces');
const time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const publicKey = bytes(32, 33);
const digest = bytes(32);
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Whether a transcript can call a file so. */
export const isTranscriptFileName = (name: string): boolean => FILE_NAME.test(name);
const file = z.strictObject({
  /** The last part of its path, as it was called then. */
  name: z.string().regex(FILE_NAME, 'takes letters, digits, dots, hyphens and underscores, up to 64'),
  /** SHA-256 of its bytes. */
  digest,
});
const credential = { of: person, publicKey, curve: z.enum(API_KEY_CURVES) };

const act = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('begin') }),
  /** A credential that was made in the keychain of this ceremony's computer. */
  z.strictObject({ step: z.literal('create'), ...credential }),
  /** One that somebody has elsewhere, and approves with. */
  z.strictObject({ step: z.literal('bring'), ...credential }),
  z.strictObject({ step: z.literal('export'), file }),
  z.strictObject({
    step: z.literal('enroll'),
    of: person,
    /** The service's ID of the user who got the key. */
    user: plain(128),
    /** The credential that stamped the request. */
    enroller: publicKey,
    /** The digests of the three files. */
    request: digest,
    stamp: digest,
    answer: digest,
    activity: plain(128),
  }),
  z.strictObject({
    step: z.literal('paper'),
    of: person,
    needed: z.number().int().min(2).max(16),
    count: z.number().int().min(2).max(16),
  }),
  z.strictObject({
    step: z.literal('file'),
    of: person,
    file,
    sealed: z.enum(['passphrase', 'recipients']),
  }),
  /** A backup was opened, and its key signed. */
  z.strictObject({
    step: z.literal('trial'),
    of: person,
    /** The number of the backup's entry, from 1. */
    backup: z.number().int().min(1).max(MOST_ENTRIES),
    /** Over {@link trialStatement}; as an X-Stamp's signature. */
    proof: bytes(64, 80),
  }),
]);

const entry = z.strictObject({
  /** SHA-256 of the entry before it, or of the ceremony's head. */
  previous: digest,
  /** By the clock of the ceremony's computer, in ms since the epoch. */
  at: time,
  /** The program's version. */
  program: plain(64),
  /** Who did it. */
  by: person,
  act,
});

const approval = z.strictObject({
  person,
  publicKey,
  at: time,
  /** How many entries there were. */
  entries: z.number().int().min(1).max(MOST_ENTRIES),
  /** The digest of the transcript without its approvals. */
  transcript: digest,
  /** An X-Stamp's value over {@link approvalStatement}. */
  stamp: z.string().min(1).max(1024),
});

const transcriptSchema = z.strictObject({
  format: z.literal('keyops-transcript'),
  version: z.literal(VERSION),
  /** Drawn at random. */
  ceremony: bytes(16),
  title: words('title'),
  organization: plain(128),
  people: z.array(person).min(2).max(MOST_PEOPLE),
  entries: z.array(entry).max(MOST_ENTRIES),
  approvals: z.array(approval).max(MOST_PEOPLE),
});

/** The record of a key ceremony: its entries, each chained to the one before, and who approved them. */
export type Transcript = z.infer<typeof transcriptSchema>;
export type CeremonyEntry = z.infer<typeof entry>;
export type CeremonyAct = CeremonyEntry['act'];
export type CeremonyApproval = z.infer<typeof approval>;

const framed = (value: CborValue): Uint8Array => {
  const content = encodeCanonical(value);
  const all = new Uint8Array(MAGIC.length + content.length);
  all.set(MAGIC);
  all.set(content, MAGIC.length);
  return all;
};
const hashOf = (value: object): Uint8Array => fromHex(sha256Hex(framed(value as CborMap)));

/**
 * Writes a transcript: the magic, then the content in CBOR's deterministic form.
 * @throws AppError `OFFLINE_FILE_MALFORMED`, `OFFLINE_FILE_TOO_LARGE`
 */
export function writeTranscript(transcript: Transcript): Uint8Array {
  const written = framed(checkShape(transcript));
  requireSize(written.length);
  return written;
}

/**
 * Reads a transcript in its one form. Whether it holds together is another question ({@link checkTranscript}).
 * @throws AppError `OFFLINE_FILE_TOO_LARGE`, `TRANSCRIPT_UNKNOWN`, `OFFLINE_FILE_VERSION`, `OFFLINE_FILE_MALFORMED`,
 *   `OFFLINE_FILE_NOT_CANONICAL`
 */
export function readTranscript(given: Uint8Array): Transcript {
  requireSize(given.length);
  if (!isSameBytes(given.subarray(0, MAGIC.length), MAGIC))
    throw transcriptError('TRANSCRIPT_UNKNOWN', { why: 'it begins with other bytes' });
  const value = decodeCanonical(given.subarray(MAGIC.length));
  const head = z.looseObject({ format: z.string(), version: z.number() }).safeParse(value);
  if (!head.success) throw transcriptError('TRANSCRIPT_UNKNOWN', { why: 'it names no format and version' });
  const { format, version } = head.data;
  if (format !== 'keyops-transcript')
    throw transcriptError('TRANSCRIPT_UNKNOWN', { why: 'it names another format' });
  if (version !== VERSION) throw offlineFileError('OFFLINE_FILE_VERSION', { found: version, known: VERSION });
  return checkShape(value);
}

function checkShape(value: unknown): Transcript {
  const parsed = transcriptSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
  const why = `${where}: ${(issue?.message ?? 'wrong shape').slice(0, 200)}`;
  throw offlineFileError('OFFLINE_FILE_MALFORMED', { why });
}

function requireSize(length: number): void {
  if (length > TRANSCRIPT_LIMIT)
    throw offlineFileError('OFFLINE_FILE_TOO_LARGE', {
      limit: TRANSCRIPT_LIMIT,
      format: '.keyops-transcript',
    });
}

/** The JSON twin, for people: it is written and never read. Byte strings as lowercase hex. */
export const transcriptTwin = (transcript: Transcript): unknown =>
  JSON.parse(
    JSON.stringify(transcript, (_key, value: unknown) =>
      value instanceof Uint8Array ? toHex(value) : value,
    ),
  );

/** The digest that people approve and write down: SHA-256 of the file as it is without approvals. */
export const transcriptDigest = (transcript: Transcript): Uint8Array =>
  hashOf({ ...transcript, approvals: [] });

/** What the next entry names as `previous`: SHA-256 of the last entry, or of what the ceremony says of itself. */
export function headOf({
  format,
  version,
  ceremony,
  title,
  organization,
  people,
  entries,
}: Transcript): Uint8Array {
  const last = entries.at(-1);
  return hashOf(last ?? { format, version, ceremony, title, organization, people });
}

/** What a restored key signs. No service takes it: a request’s body is JSON, and this begins with CBOR’s tag. */
export const trialStatement = (
  { ceremony, previous }: { readonly ceremony: Uint8Array; readonly previous: Uint8Array },
  of: string,
): Uint8Array => framed({ format: 'keyops-trial', version: VERSION, ceremony, previous, of });

/** What whoever approves stamps: who they are, when, and the digest of all entries. No service takes it either. */
export const approvalStatement = (
  ceremony: Uint8Array,
  { person: name, at, entries, transcript }: Omit<CeremonyApproval, 'publicKey' | 'stamp'>,
): Uint8Array =>
  framed({
    format: 'keyops-approval',
    version: VERSION,
    ...{ ceremony, person: name, at, entries, transcript },
  });

/** What two people’s names have in common where one could be taken for the other. */
export const likenessOf = (name: string): string =>
  lookOf(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l');
