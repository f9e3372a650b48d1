import type { Dispatcher } from 'undici';
import type { NodeQuestion } from '#chains/model/node.ts';
import { nodeError } from '#chains/model/node-errors.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { exchange } from '../../service-client/exchange.ts';
import { nodesError } from './errors.ts';

/** The largest answer that is read, in bytes: Tron's nodes answer with a whole block. */
export const NODE_LIMIT = 4 * 1024 * 1024;
const MOST_PARTS = 250_000;

/**
 * Asks a node one question. Redirects are not followed, and of what it says beside an answer nothing is repeated.
 * @param signal ends it, whatever has come by then
 * @returns the JSON, or the text
 * @throws AppError `NODE_ANSWER_INVALID`, `NODE_UNREACHABLE`, and those of proxies and certificates
 */
export async function askNode(
  { through, address }: { readonly through: Dispatcher; readonly address: string },
  { name, path, body, isText }: NodeQuestion,
  { signal, limitMs }: { readonly signal: AbortSignal; readonly limitMs: number },
): Promise<unknown> {
  const { host } = new URL(address);
  const answer = await exchange(through, `${address}${path}`, {
    ...(body === undefined
      ? { method: 'GET' as const, headers: {} }
      : {
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          body: toUtf8(JSON.stringify(body)),
        }),
    signal,
    limitMs,
  }).catch((error: unknown) => {
    throw nodeFault(error, name, host);
  });
  const { status, text } = answer;
  if (status !== 200)
    throw nodeError('NODE_ANSWER_INVALID', { question: name, why: `its status is ${status}` });
  if (isText === true) return text;
  try {
    return parseStrictJson(text, 'answer', { leavesRestToSchema: true, mostParts: MOST_PARTS });
  } catch (cause) {
    throw nodeError('NODE_ANSWER_INVALID', { question: name, why: 'it isn’t JSON', cause });
  }
}

/** What the client says of a service, said of a node; proxies and certificates are told as they are. */
function nodeFault(cause: unknown, question: string, host: string): unknown {
  if (!(cause instanceof AppError)) return cause;
  switch (cause.code) {
    case 'SERVICE_UNREACHABLE':
      return nodesError('NODE_UNREACHABLE.away', { host, cause });
    case 'SERVICE_TIMEOUT':
      return nodesError('NODE_UNREACHABLE.late', { host, cause });
    case 'SERVICE_CONNECTION_LOST':
      return nodesError('NODE_UNREACHABLE.lost', { host, cause });
    case 'SERVICE_ANSWER_INVALID':
      return nodeError('NODE_ANSWER_INVALID', {
        question,
        why: 'it is a redirect, too large, or not HTTP',
        cause,
      });
    default:
      return cause;
  }
}
