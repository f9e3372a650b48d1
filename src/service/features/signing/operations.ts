import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToSign } from '#chains/payload/payload-signature.ts';
import * as signing from '#protocol/catalogue/signing.ts';
import type { HashFunction, PayloadEncoding } from '#protocol/catalogue/signing.ts';
import { curves } from '#protocol/curves.ts';
import { toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import type { Secret } from '#protocol/secret.ts';
import { transactionSignerOf } from '../../chains/signers.ts';
import { signerValues, transactionValues } from '../../engine/key-values.ts';
import { type SubmitContext, handlersOf } from '../../engine/operation-handler.ts';
import { type ServiceError, asInvalidField, serviceError } from '../../errors.ts';
import { findSigner, isWalletAccount } from '../../storage/signing-keys.ts';
import { featureError } from '../errors.ts';
import { openAccountKey } from '../wallets/keep-wallet.ts';

/** The key that a request names to be signed with. */
interface SigningKey {
  readonly curve: KeyCurve;
  /** Hex; compressed for the ECDSA curves. */
  readonly publicKey: string;
  /** The private key: 32 bytes, to be wiped by whoever asked. */
  readonly open: () => Promise<Secret>;
}

/**
 * The key of `signWith`, as `findSigner` has it.
 * @throws ServiceError NOT_FOUND
 */
export async function findSigningKey(
  { store, caller, storageKey }: Pick<SubmitContext, 'store' | 'caller' | 'storageKey'>,
  signWith: string,
): Promise<SigningKey> {
  const signer = await findSigner(store, caller.organizationId, signWith);
  if (signer === undefined)
    throw featureError('NOT_FOUND.signWith', { field: 'parameters.signWith', signWith });
  return {
    curve: signer.curve,
    publicKey: signer.public_key,
    open: async () =>
      isWalletAccount(signer)
        ? await openAccountKey(store, storageKey, signer)
        : storageKey.open(signer.sealed_key, signer.id),
  };
}

/** A signature as hex without 0x: r and s with 64 digits each, v with two. */
interface RawSignature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/**
 * Signs a digest (the ECDSA curves: RFC 6979, s in the lower half, v the parity of the point), or a message (Ed25519: r
 * and s are the two halves of the signature, v is 00).
 * @param bytes as `bytesToSign` gives them
 */
function signRaw(curve: KeyCurve, bytes: Uint8Array, privateKey: Secret): RawSignature {
  if (curve === 'CURVE_ED25519') return split(curves().signEd25519(bytes, privateKey), 0);
  return privateKey.use((key) => {
    const ecdsa = curve === 'CURVE_P256' ? p256 : secp256k1;
    const signed = ecdsa.sign(bytes, key, { prehash: false, lowS: true, format: 'recovered' });
    return split(signed.subarray(1), signed[0] ?? 0);
  });
}

const split = (signature: Uint8Array, recovery: number): RawSignature => ({
  r: toHex(signature.subarray(0, 32)),
  s: toHex(signature.subarray(32, 64)),
  v: toHex(Uint8Array.of(recovery)),
});

/** One payload of a request, and where it stands there. */
interface Payload {
  readonly text: string;
  readonly field: string;
}

/**
 * Signs payloads with the key of `signWith`, in order.
 * @throws ServiceError NOT_FOUND for the key, REQUEST_INVALID for a payload or hash function that does not fit
 */
async function signPayloads(
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

export const signingHandlers = handlersOf(signing, {
  signTransaction: {
    handle: async (context, parameters) => {
      const signer = transactionSignerOf(parameters.type);
      const key = await findSigningKey(context, parameters.signWith);
      if (key.curve !== signer.curve) {
        throw featureError('REQUEST_INVALID.signerCurve', {
          field: 'parameters.signWith',
          curve: key.curve,
          type: parameters.type,
          wanted: signer.curve,
        });
      }
      const privateKey = await key.open();
      try {
        const { publicKey } = key;
        const { signWith, unsignedTransaction } = parameters;
        return {
          signedTransaction: await signer.sign(unsignedTransaction, { privateKey, publicKey, signWith }),
        };
      } catch (error) {
        throw error instanceof AppError ? invalidTransaction(error) : error;
      } finally {
        privateKey.wipe();
      }
    },
    rules: { conditionValues: transactionValues },
  },

  signRawPayload: {
    handle: async (context, { signWith, payload, ...how }) => {
      const [signature] = await signPayloads(
        context,
        signWith,
        [{ text: payload, field: 'parameters.payload' }],
        how,
      );
      if (signature === undefined) throw serviceError('INTERNAL.failed');
      return { ...signature };
    },
    rules: { conditionValues: (on, { signWith }) => signerValues(on, signWith) },
  },

  signRawPayloads: {
    handle: async (context, { signWith, payloads, ...how }) => {
      const texts = payloads.map((text, index) => ({ text, field: `parameters.payloads.${index}` }));
      const signatures = await signPayloads(context, signWith, texts, how);
      return { signatures: signatures.map((signature) => ({ ...signature })) };
    },
    rules: { conditionValues: (on, { signWith }) => signerValues(on, signWith) },
  },
});

/** The transaction could not be read: what and where, as the reader found it. */
const invalidTransaction = (error: AppError): ServiceError =>
  featureError('INVALID_TRANSACTION', {
    field: 'parameters.unsignedTransaction',
    message: error.message,
    whatToDo: error.remedy,
    cause: error,
  });
