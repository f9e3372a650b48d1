import type { SentencePart } from '#chains/model/decoded.ts';
import type { BatchLine } from '#preload/contract/batches.ts';
import { AppError } from '#protocol/error.ts';
import type { Clock } from '../../platform/clock.ts';
import { createYield } from '../../platform/pacing.ts';
import type { StoredRequest } from '../../storage/request-groups.ts';
import { type PreviewReads, previewMakerOf } from '../previews/module.ts';
import { readRequest } from '../request-groups/module.ts';
import { contactWords } from './batch-text.ts';

type NameOf = (address: string) => string | undefined;

/** How long a request's sentence is reused, in ms: a window that follows a run asks for its rows several times a second. */
const KEPT_MS = 10_000;
/** How many sentences are kept, and the longest body, in characters, whose sentence is. */
const [MOST_KEPT, LARGEST_KEPT] = [400, 8192];

/**
 * Gives a function that turns requests of a batch into rows, read from the bodies that are stamped. Names of contacts are
 * current; the rest of a sentence may be `KEPT_MS` old.
 */
export function createLineRows(
  reads: PreviewReads,
  clock: Clock,
): (requests: readonly StoredRequest[]) => Promise<BatchLine[]> {
  const kept = new Map<string, { readonly parts: readonly SentencePart[]; readonly atMs: number }>();
  const partsOf = async ({ operation: path, body }: StoredRequest): Promise<readonly SentencePart[]> => {
    const name = `${path} ${body}`;
    const known = kept.get(name);
    if (known !== undefined && clock.now() - known.atMs <= KEPT_MS) return known.parts;
    kept.delete(name);
    const { operation, parameters } = readRequest({ operation: path, body });
    let parts: readonly SentencePart[];
    try {
      parts = (await previewMakerOf(operation)(parameters, { operation, ...reads })).sentence;
    } catch (error) {
      // What it names may be gone by now, for example because this very request took it away.
      if (!(error instanceof AppError)) throw error;
      return [{ kind: 'text', value: operation.summary }];
    }
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    if (body.length <= LARGEST_KEPT) kept.set(name, { parts, atMs: clock.now() });
    return parts;
  };
  return async (requests) => {
    const contacts = await reads.contacts?.();
    const nameOf: NameOf = (address) => contactWords(contacts?.nameOf(address));
    const yieldToEventLoop = createYield();
    const rows: BatchLine[] = [];
    for (const request of requests) {
      const parts = await partsOf(request);
      rows.push({ ...rowOf(request), sentence: parts.map((part) => spelled(part, nameOf)).join('') });
      // A search reads a whole batch: the window is answered in between.
      await yieldToEventLoop();
    }
    return rows;
  };
}

const rowOf = (request: StoredRequest): Omit<BatchLine, 'sentence'> => {
  const { position, line, reference, operation, state, activityId } = request;
  return { position, line: line ?? position + 1, reference, operation, state, activityId };
};

function spelled({ kind, value }: SentencePart, nameOf: NameOf): string {
  const name = kind === 'address' ? nameOf(value) : undefined;
  return name === undefined ? value : `${value} (${name})`;
}
