import { z } from 'zod';
import type { Outcome } from '../../../preload/contract/requests.ts';
import { fingerprintOf } from '../../../protocol/activity.ts';
import { toUtf8 } from '../../../protocol/encoding.ts';
import type { StoredRequest } from '../../storage/request-sets.ts';
import type { SetSink } from '../sets/set-purpose.ts';
import { openResultsFile } from './results-file.ts';

const written = z.looseObject({ line: z.number(), status: z.string() });

/**
 * Writes each result as a line of JSON. After a crash a result may be told again: what the file has is not written twice.
 * A request that waits for votes has a line that says so, and another one once it was decided.
 * @throws ProtocolError as {@link openResultsFile}
 */
export async function openResultsSink(path: string): Promise<SetSink> {
  const there = new Map<number, string>();
  const file = await openResultsFile(path, (text) => {
    const line = readWritten(text);
    if (line !== undefined) there.set(line.line, line.status);
  });
  return {
    settled: async (request, outcome) => {
      const result = resultLine(request, outcome);
      const before = there.get(result.line);
      if (before !== undefined && (before !== 'waiting' || result.status === 'waiting')) return;
      await file.append(JSON.stringify(result));
      there.set(result.line, result.status);
    },
    close: () => file.close(),
  };
}

function readWritten(text: string): z.infer<typeof written> | undefined {
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
): Record<string, unknown> & { readonly line: number; readonly status: string } {
  const place = { line: line ?? position + 1, id: reference, operation };
  const fingerprint = fingerprintOf(toUtf8(body));
  switch (outcome.state) {
    case 'completed': {
      const { activityId, result, transaction, verifications } = outcome;
      const wrong = verifications.find(({ passed }) => !passed);
      const hash = transaction === null ? {} : { transactionHash: transaction.hash };
      const done = { ...place, status: 'completed', activityId, fingerprint, result, ...hash };
      if (wrong === undefined) return done;
      const error = { code: 'RESULT_NOT_VERIFIED', message: `${wrong.name}: ${wrong.detail}` };
      return { ...done, status: 'unverified', error };
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
    case 'unknown':
      return { ...place, status: outcome.state, activityId: null, fingerprint };
  }
}
