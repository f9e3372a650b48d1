import { basename } from 'node:path';
import type { Fact } from '#chains/model/decoded.ts';
import type {
  BatchFailures,
  BatchRead,
  BatchLine as BatchRow,
  BatchSummary,
} from '#preload/contract/batches.ts';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import type { AppError } from '#protocol/error.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  REQUEST_STATES,
  type RequestGroupStore,
  type StoredGroup,
  type StoredRequest,
} from '../../storage/request-groups.ts';
import type { PreviewReads } from '../previews/module.ts';
import { groupError } from '../request-groups/errors.ts';
import {
  type PurposeParts,
  type RequestGroups,
  countReopenable,
  createQueryCache,
  readRequest,
  requireSameContext,
} from '../request-groups/module.ts';
import { Mentions } from './address-index.ts';
import { totalFacts } from './batch-text.ts';
import { BatchRefused, checkedRequests } from './checked-requests.ts';
import { type BatchDescription, describeBatch } from './describe-batch.ts';
import { batchError } from './errors.ts';
import { readCsv } from './read-csv.ts';
import { createLineRows } from './line-rows.ts';
import { type BatchLine, batchInvalid, batchOperation, readJsonl, readText } from './read-lines.ts';
import { createResultsFile, openResultsSink, removeIfEmpty } from './results-file.ts';

const PAGE = 200;

export interface BatchParts {
  readonly groups: RequestGroups;
  readonly store: RequestGroupStore;
  readonly reads: PreviewReads;
  readonly clock: Clock;
  session(): Promise<SigningContext>;
}

/** Requests out of a file: read and checked whole, kept as a set, with their results written beside the file. */
export interface BatchFlow {
  /**
   * Reads a file. Once it is kept as a set, the file is not looked at again.
   * @param operation the operation of a CSV's lines, by its path; null for JSONL
   * @throws AppError `BATCH_INVALID`, `BATCH_NEEDS_KEY`, `FILE_UNREADABLE`, `RESULTS_UNWRITABLE`; ServiceError
   */
  read(path: string, operation: string | null): Promise<BatchRead>;
  /**
   * Keeps lines that another feature made out of a file, as `read` does.
   * @throws AppError as `read`
   */
  readLines(path: string, lines: AsyncIterable<BatchLine>): Promise<BatchRead>;
  /** "3 rows of vendors.csv: Lines 7, 33 and 48". @throws AppError as `summary` */
  leftOutText(id: string): Promise<string>;
  /** @throws AppError `SET_UNKNOWN`, `SET_OF_ANOTHER` */
  summary(id: string): Promise<BatchSummary>;
  /** @throws AppError as `summary` */
  lines(id: string, after: number, limit: number): Promise<BatchRow[]>;
  /** The first lines that failed and why, and how many can be tried again. @throws AppError as `summary` */
  failures(id: string, limit: number): Promise<BatchFailures>;
  /** Takes what can be tried again back to what is left. @throws AppError as `summary`, `SET_RUNS` */
  tryAgain(id: string): Promise<RequestGroup>;
  /** @throws AppError `SET_RUNS` */
  discard(id: string): Promise<void>;
  /** Forgets what was read for the profile that was selected. */
  leaveProfile(): void;
}

/** What a set of requests out of a file is described as, and where its results go. */
export const batchPurpose = (reads: PreviewReads, clock: Clock): PurposeParts => ({
  describe: ({ leftOut }) => describeBatch(createQueryCache(reads, clock), clock, { leftOut }),
  open: ({ results }) => {
    if (results === null) throw new Error('A batch has a file for its results.');
    return openResultsSink(results);
  },
});

export function createBatchFlow(parts: BatchParts): BatchFlow {
  const { groups, store, clock } = parts;
  const reads = createQueryCache(parts.reads, clock);
  const lineRows = createLineRows(reads, clock);
  const summaries = new Map<string, BatchSummary>();

  /** A batch that the selected profile and credential made. */
  const find = async (id: string): Promise<StoredGroup> => {
    const set = await store.find(id);
    if (set?.purpose !== 'batch') throw groupError('SET_UNKNOWN.batch');
    requireSameContext(set, await parts.session());
    return set;
  };
  /** Keeps what a batch comes to. @throws AppError `SET_OF_ANOTHER` where another profile was selected meanwhile */
  const keepSummary = async (id: string, description: BatchDescription): Promise<BatchSummary> => {
    const summary = toSummary(await description.end());
    await find(id);
    summaries.set(id, summary);
    return summary;
  };
  const keep = async (
    path: string,
    lines: AsyncIterable<BatchLine>,
    description: BatchDescription,
  ): Promise<StoredGroup> => {
    const results = await createResultsFile(path);
    try {
      const draft = {
        purpose: 'batch',
        title: basename(path),
        results,
        leftOut: () => {
          const { count, lines } = description.leftOut;
          return count === 0 ? null : { count, lines };
        },
      } as const;
      return await groups.create(draft, checkedRequests(lines, description));
    } catch (error) {
      await removeIfEmpty(results);
      throw error;
    }
  };

  const readLines: BatchFlow['readLines'] = async (path, lines) => {
    const { credential } = await parts.session();
    if (credential.kind === 'passkey') throw needsKey();
    const description = describeBatch(reads, clock);
    try {
      const { id } = await keep(path, lines, description);
      await keepSummary(id, description);
      return { state: 'prepared', set: await groups.view(id) };
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error;
      return { state: 'refused', problems: [...error.problems], total: error.total };
    }
  };

  return {
    readLines,
    leaveProfile: reads.forget,
    leftOutText: async (id) => {
      const { title, leftOut } = await find(id);
      const { count, words } = new Mentions(leftOut ?? undefined);
      return `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'} of ${revealInvisible(title)}: ${words}`;
    },
    read: async (path, operation) => readLines(path, linesOf(path, operation)),
    summary: async (id) => {
      const { leftOut } = await find(id);
      const known = summaries.get(id);
      if (known !== undefined) return known;
      const description = describeBatch(reads, clock, { leftOut });
      for await (const request of everyRequest(store, id)) {
        const { operation, parameters } = readRequest(request);
        await description.add(operation, parameters, request);
      }
      return await keepSummary(id, description);
    },
    lines: async (id, after, limit) => {
      await find(id);
      const requests = await store.page(id, REQUEST_STATES, after, limit);
      return lineRows(requests);
    },
    failures: async (id, limit) => {
      await find(id);
      const [failed, again] = await Promise.all([store.failures(id, limit), countReopenable(store, id)]);
      const failures = failed.map(({ position, line, reference, failure }) => ({
        line: line ?? position + 1,
        reference,
        failure,
      }));
      return { failures, again };
    },
    tryAgain: async (id) => {
      await find(id);
      return groups.tryAgain(id);
    },
    discard: async (id) => {
      const set = await store.find(id);
      await groups.discard(id);
      summaries.delete(id);
      if (set?.results != null) await removeIfEmpty(set.results);
    },
  };
}

/** The lines of a file by what its name says it is. @throws AppError `BATCH_INVALID` */
function linesOf(path: string, named: string | null): AsyncIterable<BatchLine> {
  const name = path.toLowerCase();
  if (/\.(jsonl|ndjson)$/.test(name)) return readJsonl(readText(path));
  if (!name.endsWith('.csv')) throw batchInvalid('Its name ends in neither .jsonl, .ndjson nor .csv.');
  if (named === null) throw batchInvalid('CSV does not say which operation its lines are for.');
  const operation = batchOperation(named);
  if (typeof operation === 'string') throw batchInvalid(`“${named}” can be in no batch: ${operation}.`);
  return readCsv(readText(path), operation);
}

async function* everyRequest(store: RequestGroupStore, id: string): AsyncGenerator<StoredRequest> {
  for (let after = -1; ;) {
    const page = await store.page(id, REQUEST_STATES, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

function toSummary({
  effect,
  sentence,
  facts,
  warnings,
  batch,
}: Awaited<ReturnType<BatchDescription['end']>>): BatchSummary {
  const { totals, lines, recipients } = batch.outline;
  const number = (label: string, { total }: { total: number }): Fact[] =>
    total === 0 ? [] : [{ label, value: total.toLocaleString('en'), kind: 'number' }];
  return {
    effect,
    sentence,
    facts: [
      ...totalFacts(totals),
      ...number('Not a plain payment', lines),
      ...number('Recipients', recipients),
      ...facts,
    ],
    warnings,
  };
}

const needsKey = (): AppError => batchError('BATCH_NEEDS_KEY');
