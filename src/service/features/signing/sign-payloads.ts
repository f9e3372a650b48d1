import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { bytesToSign } from '#chains/payload/payload-digest.ts';
import type { SubmitContext } from '../../engine/operation-handler.ts';
import { asInvalidField } from '../../errors.ts';
import { featureError } from '../errors.ts';
import { signRaw, type RawSignature } from './raw-signature.ts';
import { findSigningKey } from './signing-key.ts';

/** One payload of a request, and where it stands there. */
export interface Payload {
  readonly text: string;
  readonly field: string;
}

/**
 * Signs payloads with the key of `signWith`, in order.
 * @throws ServiceError NOT_FOUND for the key, REQUEST_INVALID for a payload or hash function that does not fit
 */
export async function signPayloads(
  context: SubmitContext,
  signWith: string,
  payloads: readonly Payload[],
  how: { readonly encoding: PayloadEncoding; readonly hashFunction: HashFunction },
): Promise<RawSignature[]> {
  const key = await findSigningKey(context, signWith);
  checkEncoding(key.curve, how.encoding);
  const messages = payloads.map(({ text, field }) => {
    try {
      return bytesToSign(text, how.encoding, how.hashFunction, key.curve === 'CURVE_ED25519');
    } catch (error) {
      const isOfHash = error instanceof AppError && error.code === 'HASH_FUNCTION_INVALID';
      throw asInvalidField(error, isOfHash ? 'parameters.hashFunction' : field);
    }
  });
  const privateKey = await key.open();
  try {
    return messages.map((message) => signRaw(key.curve, message, privateKey));
  } finally {
    privateKey.wipe();
  }
}

function checkEncoding(curve: string, encoding: PayloadEncoding): void {
  const isOfEthereum =
    encoding === 'PAYLOAD_ENCODING_EIP712' || encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION';
  if (!isOfEthereum || curve === 'CURVE_SECP256K1') return;
  throw featureError('REQUEST_INVALID.payloadEncoding', { field: 'parameters.encoding', encoding, curve });
}
