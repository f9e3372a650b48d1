import {
  type ParametersOf,
  type SubmitOperation,
  pathOf,
  submitBody,
  submitResponse,
} from '#protocol/catalogue/operation.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { type Signer, stamp } from '#protocol/stamp.ts';
import type { Shot } from './load.ts';
import type { Running } from './process.ts';

/** A submit request, stamped now. */
export function shotOf<O extends SubmitOperation>(
  { organizationId }: Running,
  signer: Signer,
  operation: O,
  parameters: ParametersOf<O>,
): Shot {
  const body = submitBody(operation, organizationId, Date.now(), parameters);
  const headers = { 'content-type': 'application/json', 'x-stamp': stamp(toUtf8(body), signer) };
  return { path: pathOf(operation), headers, body };
}

/** Sends one, and reads its result. */
export async function resultOf<O extends SubmitOperation>(
  { url }: Running,
  operation: O,
  { path, headers, body }: Shot,
): Promise<ReturnType<O['output']['parse']>> {
  const answer = await fetch(url + path, { method: 'POST', headers, body });
  const { activity } = submitResponse.parse(await answer.json());
  return operation.output.parse(activity.result?.[operation.result]) as ReturnType<O['output']['parse']>;
}
