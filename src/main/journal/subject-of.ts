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
