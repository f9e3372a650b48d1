import { sha256Hex } from '#protocol/encoding.ts';
import { holdsWebauthnVote, webauthnChallengeOf, WEBAUTHN_STAMP_HEADER } from '#protocol/webauthn-stamp.ts';
import type { WebauthnStamp } from '#protocol/webauthn-stamp.ts';
import type { Stamper } from '../service-client/stamper.ts';
import type { StoredPasskey } from '../storage/passkeys.ts';
import type { Ceremonies } from './ceremonies.ts';
import { answerInvalid } from './ceremony.ts';

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
      throw answerInvalid();
    return { name: WEBAUTHN_STAMP_HEADER, value };
  },
});
