import { randomBytes } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { fromBase64Url, fromHex, fromUtf8, toBase64Url, toHex, toUtf8 } from '#protocol/encoding.ts';
import { verifyByCurves } from '#protocol/stamp.ts';
import type { VerifiedSubject } from '../../context/console-context.ts';
import type { Ceremonies } from '../../webauthn/ceremonies.ts';
import { RP_ID, passkeyPublicKey } from '../../webauthn/ceremony.ts';
import { lockError } from './errors.ts';

/** A passkey that was registered for unlocking alone; no service knows it. */
export const unlockPasskey = z.strictObject({
  method: z.literal('passkey'),
  credentialId: z.string().regex(/^[A-Za-z0-9_-]{1,1366}$/),
  /** Compressed, hex. */
  publicKey: z.string().regex(/^0[23][0-9a-f]{64}$/),
  /** The authenticator’s signature counter as it was last seen; 0 where it counts nothing. */
  counter: z.number().int().min(0).max(0xffff_ffff),
});
export type UnlockPasskey = z.infer<typeof unlockPasskey>;

const NAME = 'Unlock KeyOps Console';
const DOMAIN = 'keyops-console user verification v1\n';

/**
 * The challenge of one verification, base64url: SHA-256 over what it is for and a nonce, so that no answer is good twice, or
 * for anything else.
 */
const challengeFor = ({ id, digest }: VerifiedSubject): string =>
  toBase64Url(sha256(concatBytes(toUtf8(`${DOMAIN}${id}\n${digest}\n`), Uint8Array.from(randomBytes(32)))));

const clientData = z.looseObject({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
});
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HEAD_BYTES = 37;
const LOOPBACK = /^http:\/\/localhost:\d{1,5}$/;

type Assertion = Awaited<ReturnType<Ceremonies['get']>>;

/**
 * Checks an assertion (WebAuthn level 3, section 7.2): credential, type, challenge, origin, relying party, user presence and
 * verification, signature, counter.
 * @param challenge base64url, of this verification
 * @returns the passkey with its new counter
 * @throws AppError `PASSKEY_NOT_VERIFIED`, whatever is wrong
 */
export function checkAssertion(passkey: UnlockPasskey, challenge: string, given: Assertion): UnlockPasskey {
  const counter = readCounter(passkey, challenge, given);
  if (counter === null) throw lockError('PASSKEY_NOT_VERIFIED');
  // A counter that stands still or goes back is another authenticator's, with a copy of the key.
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter)
    throw lockError('PASSKEY_NOT_VERIFIED');
  return { ...passkey, counter };
}

function readCounter(passkey: UnlockPasskey, challenge: string, given: Assertion): number | null {
  try {
    if (given.credentialId !== passkey.credentialId) return null;
    const json = fromBase64Url(given.clientDataJson);
    const said = clientData.parse(JSON.parse(fromUtf8(json)));
    if (said.challenge !== challenge || !LOOPBACK.test(said.origin)) return null;
    const data = fromBase64Url(given.authenticatorData);
    if (data.length < HEAD_BYTES) return null;
    if (toHex(data.subarray(0, 32)) !== toHex(sha256(toUtf8(RP_ID)))) return null;
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    const flags = view.getUint8(32);
    if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return null;
    const signed = concatBytes(data, sha256(json));
    const holds = verifyByCurves(
      'SIGNATURE_SCHEME_TK_API_P256',
      fromHex(passkey.publicKey),
      signed,
      fromBase64Url(given.signature),
    );
    return holds ? view.getUint32(33) : null;
  } catch {
    return null;
  }
}

/** Has the passkey prove the person, for one subject. @throws AppError `PASSKEY_NOT_VERIFIED`, and those of the ceremony */
export async function verifyByPasskey(
  ceremonies: Pick<Ceremonies, 'get'>,
  passkey: UnlockPasskey,
  subject: VerifiedSubject,
): Promise<UnlockPasskey> {
  const challenge = challengeFor(subject);
  const { credentialId } = passkey;
  const { digest, summary } = subject;
  const given = await ceremonies.get({
    ...{ kind: 'get', label: NAME, challenge, rpId: RP_ID, credentialId, digest },
    confirms: summary,
  });
  return checkAssertion(passkey, challenge, given);
}

/**
 * Registers a passkey for unlocking and has it prove the person once: one that cannot verify its user would lock them out.
 * @throws AppError those of both ceremonies
 */
export async function registerUnlockPasskey(
  ceremonies: Pick<Ceremonies, 'create' | 'get'>,
  subject: VerifiedSubject,
): Promise<UnlockPasskey> {
  const made = await ceremonies.create({
    kind: 'create',
    label: NAME,
    challenge: toBase64Url(Uint8Array.from(randomBytes(32))),
    rpId: RP_ID,
    user: { id: toBase64Url(Uint8Array.from(randomBytes(16))), name: NAME },
    exclude: [],
  });
  const passkey: UnlockPasskey = {
    method: 'passkey',
    credentialId: made.credentialId.replace(/=+$/, ''),
    publicKey: passkeyPublicKey(made.publicKey),
    counter: 0,
  };
  return verifyByPasskey(ceremonies, passkey, subject);
}
