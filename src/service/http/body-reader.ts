import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import { httpError } from './errors.ts';

export const BODY_LIMIT = 4 * 1024 * 1024;
/** How much of a body that is too large is still read, so that its sender gets to read the answer. */
const DRAIN_LIMIT = 64 * 1024 * 1024;

/**
 * Reads the exact bytes of a request's body.
 * @throws ServiceError REQUEST_INVALID when it is larger than the limit
 */
export async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > DRAIN_LIMIT) break;
    if (length <= BODY_LIMIT) chunks.push(chunk);
  }
  if (length > BODY_LIMIT) throw new BodyTooLarge();
  return Buffer.concat(chunks, length);
}

/** A body larger than any request of this API. */
export class BodyTooLarge extends ServiceError {
  constructor() {
    super(httpError('REQUEST_INVALID.tooLarge', { limit: BODY_LIMIT / 1024 / 1024 }));
  }
}
