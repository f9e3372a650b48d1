import { createHash } from 'node:crypto';
import { z } from 'zod';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { fromUtf8 } from '#protocol/encoding.ts';

const body = z.object({ parameters: z.unknown() });

/**
 * What a stamped request was about, for the journal: of exports, what was exported and never what it was; of
 * votes, the request's fingerprint. Read from the
 * stamped bytes, so that a line that is written after a crash says it as well.
 * @param bytes the request's body
 */
export function subjectOf(path: string, bytes: Uint8Array): string | undefined {
  const operation = operationByPath(path);
  if (operation?.kind !== 'submit' || operation.subject === undefined) return undefined;
  return operation.subject(operation.parameters.parse(body.parse(JSON.parse(fromUtf8(bytes))).parameters));
}

/** What the first line names as the one before it. */
export const GENESIS = '0'.repeat(64);

const lineSchema = z.strictObject({
  number: z.number().int().min(1),
  time: z.iso.datetime(),
  profile: z.string(),
  publicKey: z.string(),
  operation: z.string(),
  digest: z.string(),
  /** What an export took out, by its ids. */
  subject: z.string().optional(),
  outcome: z.string(),
  previous: z.string().regex(/^[0-9a-f]{64}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A line of the journal file: what was stamped when, chained to the line before. */
export type ChainedLine = z.infer<typeof lineSchema>;

/** What a line says; number, time and chain are the journal's own. */
export type Entry = Pick<
  ChainedLine,
  'profile' | 'publicKey' | 'operation' | 'digest' | 'subject' | 'outcome'
>;

/** SHA-256 as hex over the line's canonical JSON: its members in the order below, without `hash` (docs/decisions/010-journal.md). */
export function hashOf(line: Omit<ChainedLine, 'hash'>): string {
  const canonical = JSON.stringify([
    line.number,
    line.time,
    line.profile,
    line.publicKey,
    line.operation,
    line.digest,
    ...(line.subject === undefined ? [] : [line.subject]),
    line.outcome,
    line.previous,
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** Chains an entry to the line before it. */
export function chain(entry: Entry, number: number, time: string, previous: string): ChainedLine {
  const line = {
    number,
    time,
    profile: entry.profile,
    publicKey: entry.publicKey,
    operation: entry.operation,
    digest: entry.digest,
    ...(entry.subject === undefined ? {} : { subject: entry.subject }),
    outcome: entry.outcome,
    previous,
  };
  return { ...line, hash: hashOf(line) };
}

/** Reads a line's text; undefined when it is not what the journal writes. */
export function parseLine(text: string): ChainedLine | undefined {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(text));
    // Only the very text that the journal writes: a reordered or padded line was edited.
    return parsed.success && JSON.stringify(chainOrder(parsed.data)) === text ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const chainOrder = (line: ChainedLine): ChainedLine => ({
  ...chain(line, line.number, line.time, line.previous),
  hash: line.hash,
});

/** Whether a line's stamp could change something. One whose operation the catalogue does not know counts as such. */
export const isChange = ({ operation }: Pick<Entry, 'operation'>): boolean =>
  operationByPath(operation)?.effect !== 'read';
