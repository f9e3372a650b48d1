import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { fromBase64Url, fromUtf8, toHex } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { compressP256 } from '#protocol/p256-key.ts';
import type { Clock } from '../platform/clock.ts';
import { consoleError } from '../platform/errors.ts';
import { type OneTimePage, type LoopbackAnswer, serveOnce } from '../platform/loopback/serve-once.ts';
import { type CeremonyAsk, ceremonyPage, takenPage } from './ceremony-page.ts';

/** The relying party of the console's passkeys: no page of its windows can be one, the loopback page can. */
export const RP_ID = 'localhost';

interface CeremonyParts {
  /** Shown by the page and by the console, for a person to compare. */
  readonly code: string;
  readonly clock: Clock;
  readonly limitMs: number;
  readonly openExternal: (url: string) => Promise<void>;
}

const stated = z.looseObject({ state: z.string(), cancelled: z.boolean().optional() });
const clientData = z.looseObject({ type: z.string(), challenge: z.string(), origin: z.string() });

/**
 * Holds one ceremony on a page of its own in the system's browser (docs/decisions/082). The page is loaded once, and takes one
 * answer: from its own origin, with its own state, about its own challenge.
 * @param answerSchema the answer's members beside the state, the client data among them
 * @param onPage gets the page that waits, for who wants to call it off
 * @throws AppError `PASSKEY_ANSWER_INVALID`, `BROWSER_PAGE_TAKEN`, `BROWSER_TIMEOUT`, `BROWSER_CANCELLED`
 */
export async function holdCeremony<T extends { readonly clientDataJson: string }>(
  parts: CeremonyParts,
  ask: CeremonyAsk,
  answerSchema: z.ZodType<T>,
  onPage: (page: OneTimePage<T>) => void,
): Promise<T> {
  const state = randomBytes(24).toString('base64url');
  const nonce = randomBytes(16).toString('base64');
  let origin = '';
  let isLoaded = false;
  const page = await serveOnce<T>(
    { host: 'localhost', limitMs: parts.limitMs, clock: parts.clock },
    (request, { finish, fail }) => {
      if (request.method === 'GET') {
        // State and challenge are one page load's alone: whoever has a second one is not who was asked, or was not first.
        if (isLoaded) {
          fail(pageTaken());
          return { status: 410, type: HTML, body: takenPage(nonce), nonce };
        }
        isLoaded = true;
        return {
          status: 200,
          type: HTML,
          body: ceremonyPage(ask, { state, code: parts.code, nonce }),
          nonce,
        };
      }
      // Nobody has the state before the page was loaded.
      if (!isLoaded) return said(403);
      // Another page, or this one's answer to another ceremony: it ends nothing.
      if (request.origin !== origin) return said(403);
      const json = readJson(request.body);
      const given = stated.safeParse(json);
      if (!given.success || !isSame(given.data.state, state)) return said(403);
      if (given.data.cancelled === true) {
        fail(consoleError('BROWSER_CANCELLED.browser'));
        return said(200);
      }
      const answer = answerSchema.safeParse(json);
      if (!answer.success || !isAbout(answer.data.clientDataJson, ask, origin)) {
        fail(passkeyAnswerInvalid());
        return said(400);
      }
      finish(answer.data);
      return said(200);
    },
  );
  ({ origin } = new URL(page.url));
  onPage(page);
  try {
    // One that was called off already is opened nowhere.
    await Promise.race([page.done, Promise.resolve()]);
    await parts.openExternal(page.url);
    return await page.done;
  } finally {
    page.cancel();
  }
}

const pageTaken = (): AppError => consoleError('BROWSER_PAGE_TAKEN');

/** The passkey's answer is not one to what it was asked. */
export const passkeyAnswerInvalid = (): AppError => consoleError('PASSKEY_ANSWER_INVALID');

/** The head of a SubjectPublicKeyInfo of P-256, before the uncompressed point (RFC 5480, section 2). */
const P256_SPKI_HEAD = '3059301306072a8648ce3d020106082a8648ce3d030107034200';

/**
 * The public key of a passkey that was made, compressed, as hex.
 * @param publicKey its SubjectPublicKeyInfo (RFC 5280), base64url
 * @throws AppError `PASSKEY_ANSWER_INVALID` for any other than one of P-256
 */
export function passkeyPublicKey(publicKey: string): string {
  const spki = fromBase64Url(publicKey);
  const headLength = P256_SPKI_HEAD.length / 2;
  if (toHex(spki.subarray(0, headLength)) !== P256_SPKI_HEAD) throw passkeyAnswerInvalid();
  return toHex(compressP256(spki.subarray(headLength), 'public key of the passkey'));
}

const HTML = 'text/html; charset=utf-8';

const said = (status: number): LoopbackAnswer => ({ status, type: 'application/json', body: '{}' });

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether client data is of this ceremony (WebAuthn level 3, section 5.8.1). */
function isAbout(clientDataJson: string, ask: CeremonyAsk, origin: string): boolean {
  try {
    const data = clientData.parse(JSON.parse(fromUtf8(fromBase64Url(clientDataJson))));
    return data.type === `webauthn.${ask.kind}` && data.challenge === ask.challenge && data.origin === origin;
  } catch {
    return false;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
