import { Agent } from 'undici';
import { type SubmitOperation, pathOf } from '#protocol/catalogue/operation.ts';
import { ANSWER_LIMIT, type Answer, type Pauses, exchange, retry } from './exchange.ts';
import type { StampHeader } from './request-parts.ts';
import type { RoutedPlace, Routes } from './routes.ts';
import { readErrorBody } from './service-refusal.ts';

/** Brings a request that was stamped elsewhere to its service, and the answer back as it came. */
export interface Carrier {
  /**
   * Sends the exact bytes under a stamp that was made elsewhere. The service knows their fingerprint: to send them again has no
   * second effect.
   * @param place a hosted profile's with its proxy and certificates; the service's on this computer has neither
   * @returns the answer, a refusal too, where the service gave one that trying again would not change
   * @throws ServiceError
   */
  carry(
    place: Pick<RoutedPlace, 'baseUrl'> & Partial<Pick<RoutedPlace, 'profileId' | 'network'>>,
    operation: SubmitOperation,
    body: Uint8Array,
    stamp: StampHeader,
  ): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * Makes a carrier.
 * @param version of this program, which services are told
 * @param routes the ways of hosted profiles
 */
export function createCarrier(pauses: Pauses, version: string, routes: Pick<Routes, 'dispatcher'>): Carrier {
  const { timing } = pauses;
  const agent = new Agent({
    connect: { timeout: timing.connectMs },
    headersTimeout: timing.headersMs,
    bodyTimeout: timing.bodyMs,
    maxResponseSize: ANSWER_LIMIT,
  });
  return {
    carry: ({ baseUrl, profileId, network }, operation, body, { name, value }) => {
      // Plain http is on this computer only, as in the client.
      const isHere = profileId === undefined || network === undefined || baseUrl.startsWith('http://');
      const way = isHere ? agent : routes.dispatcher({ baseUrl, profileId, network }, ANSWER_LIMIT);
      return retry(pauses, async () => {
        const headers = {
          'content-type': 'application/json',
          'x-client-version': `keyops-console@${version}`,
          [name]: value,
        };
        const answer = await exchange(way, `${baseUrl}${pathOf(operation)}`, {
          method: 'POST',
          headers,
          body,
          limitMs: timing.answerMs,
        });
        if (answer.status === 200) return answer;
        const refusal = readErrorBody(answer.status, answer.text, answer.retryAfterMs);
        const isFinal =
          refusal.code !== 'SERVICE_ANSWER_INVALID' && answer.status < 500 && answer.status !== 429;
        if (!isFinal || refusal.code === 'INVALID_TIME') throw refusal;
        return answer;
      });
    },
    close: () => agent.destroy(),
  };
}
