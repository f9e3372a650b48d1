import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { PasskeyCeremony } from '#preload/contract/credentials.ts';
import { sha256Hex } from '#protocol/encoding.ts';
import {
  WEBAUTHN_STAMP_HEADER,
  type WebauthnStamp,
  holdsWebauthnVote,
  webauthnChallengeOf,
} from '#protocol/webauthn-stamp.ts';
import type { Clock } from '../platform/clock.ts';
import { consoleError } from '../platform/errors.ts';
import type { PrivateOpener } from '../platform/loopback/private-opener.ts';
import type { Stamper } from '../service-client/request-parts.ts';
import type { StoredPasskey } from '../storage/passkeys.ts';
import type { CeremonyAsk } from './ceremony-page.ts';
import { passkeyAnswerInvalid, holdCeremony } from './ceremony.ts';

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const draw = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));

/** A code that a person compares at two places, for example `K7Q-4MX`. */
export const shortCode = (): string =>
  `${Array.from({ length: 3 }, draw).join('')}-${Array.from({ length: 3 }, draw).join('')}`;

/** How long a person may take in the browser; a request is not too old by then. */
const LIMIT_MS = 2 * 60_000;

const base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/, 'base64url');

const registration = z.looseObject({
  credentialId: base64Url,
  clientDataJson: base64Url,
  attestationObject: base64Url,
  /** SubjectPublicKeyInfo (RFC 5280), base64url. */
  publicKey: base64Url,
  transports: z.array(z.string()),
});
/** What an authenticator says when it made a passkey; bytes are base64url. */
export type Registration = z.infer<typeof registration>;

const assertion = z.looseObject({
  credentialId: base64Url,
  clientDataJson: base64Url,
  authenticatorData: base64Url,
  signature: base64Url,
});
/** What an authenticator says when its passkey is used; bytes are base64url, the signature DER inside. */
type Assertion = z.infer<typeof assertion>;

type Ask<K extends CeremonyAsk['kind']> = Extract<CeremonyAsk, { kind: K }>;

/** Ceremonies in the system's browser, one at a time. Both throw what `holdCeremony` does, and `PASSKEY_UNDER_WAY`. */
export interface Ceremonies {
  create(ask: Ask<'create'>): Promise<Registration>;
  get(ask: Ask<'get'>): Promise<Assertion>;
  /** Calls off the one that waits for the browser. */
  cancel(): void;
}

export function createCeremonies(parts: {
  /** Tells the person what waits in the browser, and with which code; null when nothing does any more. */
  readonly tell: (ceremony: PasskeyCeremony | null) => void;
  readonly opener: PrivateOpener;
  readonly clock: Clock;
}): Ceremonies {
  const { tell, opener, clock } = parts;
  let waiting: { cancel(): void } | undefined;
  /** One that was called off before its page was there ends when it is. */
  let isCancelled = false;
  let busy = false;

  const hold = async <T extends { readonly clientDataJson: string }>(
    ask: CeremonyAsk,
    schema: z.ZodType<T>,
  ): Promise<T> => {
    if (busy) throw consoleError('PASSKEY_UNDER_WAY');
    busy = true;
    isCancelled = false;
    const code = shortCode();
    tell({ kind: ask.kind, label: ask.label, code });
    try {
      return await holdCeremony(
        { clock, code, openExternal: (url) => opener.open(url), limitMs: LIMIT_MS },
        ask,
        schema,
        (page) => {
          waiting = page;
          if (isCancelled) page.cancel();
        },
      );
    } finally {
      waiting = undefined;
      busy = false;
      tell(null);
      await opener.clear();
    }
  };
  return {
    create: (ask) => hold(ask, registration),
    get: (ask) => hold(ask, assertion),
    cancel: () => {
      isCancelled = true;
      waiting?.cancel();
    },
  };
}

/**
 * A stamper that holds a ceremony for each body (PROTOCOL.md, section 1.2). What the browser hands over is checked against
 * the passkey's public key before it leaves; it throws what `Ceremonies.get` does.
 */
export const passkeyStamper = (
  ceremonies: Pick<Ceremonies, 'get'>,
  { publicKey, credentialId, rpId }: StoredPasskey,
  label: string,
): Stamper => ({
  publicKey,
  asksEachTime: true,
  stamp: async (body) => {
    const { authenticatorData, clientDataJson, signature, ...given } = await ceremonies.get({
      kind: 'get',
      label,
      challenge: webauthnChallengeOf(body),
      rpId,
      credentialId,
      digest: sha256Hex(body),
    });
    const stamp: WebauthnStamp = { authenticatorData, clientDataJson, credentialId, signature };
    const value = JSON.stringify(stamp);
    if (given.credentialId !== credentialId || !holdsWebauthnVote(publicKey, body, value))
      throw passkeyAnswerInvalid();
    return { name: WEBAUTHN_STAMP_HEADER, value };
  },
});
