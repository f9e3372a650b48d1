import { z } from 'zod';
import type { Outcome } from '#preload/contract/requests.ts';
import { fingerprintOf } from '#protocol/activity.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import type { StoredRequest } from '../../storage/request-groups.ts';
import { failedCheck, failureOf } from '../request-groups/module.ts';
import type { ResultWriter } from '../request-groups/module.ts';
import { openResultsFile } from './results-file.ts';

// No more of a line is kept in memory: results are long, and there are many.
const written = z.object({
  line: z.number(),
  status: z.string(),
  fingerprint: z.string().optional(),
  error: z.object({ code: z.string() }).optional(),
});
type Written = z.infer<typeof written>;

/** Results that nothing comes after. */
const isLast = ({ status }: Written): boolean => status === 'completed' || status === 'unverified';
const saysTheSame = (one: Written, other: Written): boolean =>
  one.status === other.status &&
  one.fingerprint === other.fingerprint &&
  one.error?.code === other.error?.code;

/**
 * Writes each result as a line of JSON. After a crash a result may be told again: what the file has is not written twice.
 * A request that waits for votes has a line that says so and another one once it was decided; one that failed and is tried
 * again has another one for what came of it then.
 * @throws AppError as {@link openResultsFile}
 */
export async function openResultsSink(path: string): Promise<ResultWriter> {
  const there = new Map<number, Written>();
  const file = await openResultsFile(path, (text) => {
    const line = readWritten(text);
    if (line !== undefined) there.set(line.line, line);
  });
  return {
    settled: async (request, outcome) => {
      const result = resultLine(request, outcome);
      const said = written.parse(result);
      const before = there.get(said.line);
      if (before !== undefined && (isLast(before) || saysTheSame(before, said))) return;
      await file.append(JSON.stringify(result));
      there.set(said.line, said);
    },
    close: () => file.close(),
  };
}

function readWritten(text: string): Written | undefined {
  try {
    return written.safeParse(JSON.parse(text)).data;
  } catch {
    // Whoever wrote that line, it is none of ours.
    return undefined;
  }
}

/** What is written of one request: its place, its name, what came of it. */
function resultLine(
  { line, position, reference, operation, body }: StoredRequest,
  outcome: Outcome,
): Readonly<Record<string, unknown>> {
  const place = { line: line ?? position + 1, id: reference, operation };
  const fingerprint = fingerprintOf(toUtf8(body));
  switch (outcome.state) {
    case 'completed': {
      const { activityId, result, transaction } = outcome;
      const hash = transaction === null ? {} : { transactionHash: transaction.hash };
      const done = { ...place, status: 'completed', activityId, fingerprint, result, ...hash };
      return failedCheck(outcome) === undefined
        ? done
        : { ...done, status: 'unverified', error: failureOf(outcome) };
    }
    case 'waiting': {
      const { activityId } = outcome;
      return { ...place, status: 'waiting', activityId, fingerprint };
    }
    case 'failed': {
      const { code, message, service } = outcome;
      const fields = service === undefined ? {} : { fieldViolations: service.fieldViolations };
      return {
        ...place,
        status: 'failed',
        activityId: null,
        fingerprint,
        error: { code, message, ...fields },
      };
    }
    case 'denied':
    case 'expired':
      return { ...place, status: outcome.state, activityId: null, fingerprint };
    case 'unanswered':
      // The results file's own word, which outside programs read.
      return { ...place, status: 'unknown', activityId: null, fingerprint };
  }
}
