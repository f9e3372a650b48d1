import { AppError } from '#protocol/error.ts';
import { ServiceRefusal } from '../../service-client/service-refusal.ts';
import type { DraftRequest } from '../request-groups/module.ts';
import type { BatchDescription } from './describe-batch.ts';
import { type BatchLine, type BatchProblem, batchInvalid, checkEntry } from './read-lines.ts';

/** The most requests of one batch. */
export const BATCH_LIMIT = 50_000;
/** So many problems are told; the others are counted. */
const TOLD = 200;

/** A file with wrong lines: nothing of it is sent. */
export class BatchRefused extends Error {
  readonly problems: readonly BatchProblem[];
  readonly total: number;

  constructor(problems: readonly BatchProblem[], total: number) {
    super('Lines of the batch are wrong.');
    this.problems = problems;
    this.total = total;
  }
}

/**
 * Checks each line against the catalogue and has it read as its preview would be; gives the requests, and at the end
 * refuses them all where one line is wrong. Whoever takes them must keep none before the end.
 * @throws BatchRefused; AppError `BATCH_INVALID` for none or too many; ServiceError
 */
export async function* checkedRequests(
  lines: AsyncIterable<BatchLine>,
  description: Pick<BatchDescription, 'add' | 'leaveOut'>,
): AsyncGenerator<DraftRequest, void, undefined> {
  const problems: BatchProblem[] = [];
  let total = 0;
  const refuse = (...found: readonly BatchProblem[]): void => {
    total += found.length;
    problems.push(...found.slice(0, Math.max(0, TOLD - problems.length)));
  };
  const names = new Map<string, number>();
  let position = -1;
  for await (const each of lines) {
    if ('leftOut' in each) {
      description.leaveOut(each.leftOut);
      continue;
    }
    position += 1;
    if (position >= BATCH_LIMIT)
      throw batchInvalid(`There are more than ${BATCH_LIMIT.toLocaleString('en')} requests in it.`);
    if ('problem' in each) {
      refuse(each.problem);
      continue;
    }
    const { line, reference } = each.entry;
    const checked = checkEntry(each.entry);
    if ('problems' in checked) {
      refuse(...checked.problems);
      continue;
    }
    const first = reference === null ? undefined : names.get(reference);
    if (first !== undefined) refuse({ line, field: 'id', message: `line ${first} is called that, too` });
    if (reference !== null) names.set(reference, line);
    const { request } = checked;
    try {
      await description.add(request.operation, request.parameters, { position, line });
    } catch (error) {
      // What the service does not answer says nothing about the line.
      if (!(error instanceof AppError) || error instanceof ServiceRefusal) throw error;
      refuse({ line, field: 'parameters', message: error.message });
    }
    if (total === 0) yield request;
  }
  if (total > 0) throw new BatchRefused(problems, total);
  if (position < 0) throw batchInvalid('There is no request in it.');
}
