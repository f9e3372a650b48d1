import type { SentencePart } from '#chains/model/decoded.ts';
import type { BatchLine } from '#preload/contract/batches.ts';
import { AppError } from '#protocol/error.ts';
import { createYield } from '../../platform/pacing.ts';
import type { StoredRequest } from '../../storage/request-groups.ts';
import { type PreviewReads, previewMakerOf } from '../previews/module.ts';
import { readRequest } from '../request-groups/module.ts';
import { contactWords } from './batch-text.ts';

type NameOf = (address: string) => string | undefined;

/** Requests of a batch as its rows, read out of the bodies that are stamped; contacts have their names. */
export async function lineRows(
  requests: readonly StoredRequest[],
  reads: PreviewReads,
): Promise<BatchLine[]> {
  const contacts = await reads.contacts?.();
  const nameOf: NameOf = (address) => contactWords(contacts?.nameOf(address));
  const yieldToEventLoop = createYield();
  const rows: BatchLine[] = [];
  for (const request of requests) {
    rows.push(await toRow(request, reads, nameOf));
    // A search reads a whole batch: the window is answered in between.
    await yieldToEventLoop();
  }
  return rows;
}

async function toRow(request: StoredRequest, reads: PreviewReads, nameOf: NameOf): Promise<BatchLine> {
  const { position, line, reference, state, activityId } = request;
  const { operation, parameters } = readRequest(request);
  const row = {
    position,
    line: line ?? position + 1,
    reference,
    operation: operation.path,
    state,
    activityId,
  };
  try {
    const { sentence } = await previewMakerOf(operation)(parameters, { operation, ...reads });
    return { ...row, sentence: sentence.map((part) => spelled(part, nameOf)).join('') };
  } catch (error) {
    // What it names may be gone by now, for example because this very request took it away.
    if (!(error instanceof AppError)) throw error;
    return { ...row, sentence: operation.summary };
  }
}

function spelled({ kind, value }: SentencePart, nameOf: NameOf): string {
  const name = kind === 'address' ? nameOf(value) : undefined;
  return name === undefined ? value : `${value} (${name})`;
}
