import type { QueryOperation } from '#protocol/catalogue/operation.ts';
import { formFields, singular } from '#protocol/form/form-field.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** The parameters that ask for the pages beside an answer; null where there is none. */
export interface Pages {
  readonly older: Parameters | null;
  readonly newer: Parameters | null;
}

/** The service's page size where a query says none (PROTOCOL.md, section 6.5). */
const DEFAULT_LIMIT = 10;

/**
 * The pages beside an answer, newest first.
 * @returns null for a query without pages
 */
export function pagesOf(operation: QueryOperation, asked: Parameters, answer: unknown): Pages | null {
  if (!formFields(operation.parameters).some(({ name }) => name === 'paginationOptions')) return null;
  const ids = idsOf(answer);
  const options = (asked['paginationOptions'] ?? {}) as { limit?: string; before?: string; after?: string };
  const limit = Number(options.limit ?? DEFAULT_LIMIT);
  const [first] = ids;
  const last = ids.at(-1);
  const { before, after, ...size } = options;
  const at = (place: { before: string } | { after: string }): Parameters => ({
    ...asked,
    paginationOptions: { ...size, ...place },
  });
  const isFull = ids.length >= limit;
  return {
    // A page that one came to from an older one has older ones behind it.
    older: last !== undefined && (isFull || after !== undefined) ? at({ before: last }) : null,
    newer: first !== undefined && before !== undefined ? at({ after: first }) : null,
  };
}

/** The ids of the records in an answer: of `accounts`, those that end in `AccountId`, or `id`. */
function idsOf(answer: unknown): readonly string[] {
  const [name, rows] =
    Object.entries((answer ?? {}) as Record<string, unknown>).find(([, member]) => Array.isArray(member)) ??
    [];
  if (name === undefined) return [];
  const suffix = `${singular(name)}id`.toLowerCase();
  return (rows as Record<string, unknown>[]).flatMap((row) => {
    const key = Object.keys(row).find((each) => each === 'id' || each.toLowerCase().endsWith(suffix));
    const id = key === undefined ? undefined : row[key];
    return typeof id === 'string' ? [id] : [];
  });
}
