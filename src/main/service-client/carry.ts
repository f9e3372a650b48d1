import { Agent } from 'undici';
import { type SubmitOperation, pathOf } from '#protocol/catalogue/operation.ts';
import { WEBAUTHN_STAMP_HEADER } from '#protocol/webauthn-stamp.ts';
import { ANSWER_LIMIT, type Answer, type Pauses, endingPauses, exchange, retry } from './exchange.ts';
import type { StampHeader } from './request-parts.ts';
import type { RoutedPlace, Routes } from './routes.ts';
import { type ServiceRefusal, asUncertain, isAheadOfRequest, readErrorBody } from './service-refusal.ts';

/** Brings a request that was stamped elsewhere to its service, and the answer back as it came. */
export interface Carrier {
  /**
   * Sends the exact bytes under a stamp that was made elsewhere. The service knows their fingerprint: to send them again has no
   * second effect. A passkey’s stamp is sent once.
   * @param place a hosted profile's with its proxy and certificates; the service's on this computer has neither
   * @returns the answer, a refusal too, where the service would have answered with what an earlier try did
   * @throws ServiceError also a refusal that says nothing of earlier tries, from here or from elsewhere: it is no answer
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
 * A refusal that isn’t the answer to a request by file: the file may have been sent before, from anywhere, and whoever took this
 * for its end would do the same once more.
 */
export const notAnswered = (refusal: ServiceRefusal): ServiceRefusal =>
  asUncertain(
    refusal,
    `${refusal.remedy} If this request was sent before, it may have been carried out. Look for it in the activities before you make a new one.`,
  );

/**
 * Makes a carrier.
 * @param version of this program, which services are told
 * @param routes the ways of hosted profiles
 */
export function createCarrier(
  given: Omit<Pauses, 'closed'>,
  version: string,
  routes: Pick<Routes, 'dispatcher'>,
): Carrier {
  const { pauses, end } = endingPauses(given);
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
      // An assertion that counts is good for one try.
      const tries =
        name === WEBAUTHN_STAMP_HEADER ? { ...pauses, timing: { ...timing, retries: 0 } } : pauses;
      return retry(tries, async () => {
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
        if (!isFinal) throw refusal;
        if (isAheadOfRequest(refusal)) throw notAnswered(refusal);
        return answer;
      });
    },
    close: () => {
      end();
      return agent.destroy();
    },
  };
}
