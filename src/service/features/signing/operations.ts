import type { RawSignature } from '#chains/payload/payload-signature.ts';
import * as signing from '#protocol/catalogue/signing.ts';
import type { ParametersOf } from '#protocol/catalogue/operation.ts';
import { AppError } from '#protocol/error.ts';
import type { KeyCurve } from '#protocol/keys/curve.ts';
import type { Secret } from '#protocol/secret.ts';
import { transactionSignerOf } from '../../chains/signers.ts';
import { signerValues, transactionValues } from '../../engine/key-values.ts';
import {
  type PrepareContext,
  type Prepared,
  type SubmitContext,
  handlersOf,
  isLargeWork,
  preparedAs,
} from '../../engine/operation-handler.ts';
import { type ServiceError, asInvalidField, serviceError } from '../../errors.ts';
import { WORK_MS } from '../../keys/key-threads.ts';
import { ItemError, KEY_WORK, type KeyWork, type WayToSign } from '../../keys/key-work.ts';
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
  { store, caller, keyRing }: Pick<SubmitContext, 'store' | 'caller' | 'keyRing'>,
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
        ? await openAccountKey(store, keyRing, signer)
        : keyRing.open('private_key', signer, 'sealed_key'),
  };
}

/** Payloads of a request, and how they are signed. */
interface Payloads extends WayToSign {
  readonly signWith: string;
  readonly texts: readonly string[];
  /** Where one of them stands in the request. */
  readonly fieldOf: (index: number) => string;
}

/** What their hashing and signing computes, in milliseconds. */
const workOf = ({ texts, encoding }: Pick<Payloads, 'texts' | 'encoding'>): number =>
  texts.reduce((sum, payload) => sum + WORK_MS.signature({ payload, encoding }), 0);

/**
 * Signs payloads with the key of `signWith`, in order.
 * @param sign does it: in threads or at once
 * @throws ServiceError NOT_FOUND for the key, REQUEST_INVALID for a payload or hash function that does not fit
 */
async function signPayloads(
  context: Pick<SubmitContext, 'store' | 'caller' | 'keyRing'>,
  { signWith, texts, fieldOf, encoding, hashFunction }: Payloads,
  sign: (...work: Parameters<KeyWork['signatures']>) => RawSignature[] | Promise<RawSignature[]>,
): Promise<PreparedSignatures> {
  const { curve, open } = await findSigningKey(context, signWith);
  checkEncoding(curve, encoding);
  const privateKey = await open();
  try {
    const items = texts.map((payload) => ({ curve, payload, encoding, hashFunction }));
    return new PreparedSignatures(await sign(privateKey, items));
  } catch (error) {
    if (!(error instanceof ItemError)) throw error;
    const { cause, index } = error;
    const isOfHash = cause instanceof AppError && cause.code === 'HASH_FUNCTION_INVALID';
    throw asInvalidField(cause, isOfHash ? 'parameters.hashFunction' : fieldOf(index));
  } finally {
    privateKey.wipe();
  }
}

/** Signatures that are ready to be told. */
class PreparedSignatures implements Prepared {
  readonly signatures: readonly RawSignature[];

  constructor(signatures: readonly RawSignature[]) {
    this.signatures = signatures;
  }

  wipe(): void {
    // Nobody but the asker gets them.
  }
}

const inThreads = (context: PrepareContext, payloads: Payloads): Promise<PreparedSignatures> =>
  signPayloads(context, payloads, (...work) => context.keyThreads.signatures(...work));

/** What was signed in threads, or a little now. */
const signedFor = async (context: SubmitContext, payloads: Payloads): Promise<readonly RawSignature[]> =>
  (isLargeWork(workOf(payloads))
    ? preparedAs(context, PreparedSignatures)
    : await signPayloads(context, payloads, KEY_WORK.signatures)
  ).signatures;

type OnePayload = ParametersOf<typeof signing.signRawPayload>;
const payloadOf = ({ payload, ...rest }: OnePayload): Payloads => ({
  ...rest,
  texts: [payload],
  fieldOf: () => 'parameters.payload',
});

type ManyPayloads = ParametersOf<typeof signing.signRawPayloads>;
const payloadsOf = ({ payloads, ...rest }: ManyPayloads): Payloads => ({
  ...rest,
  texts: payloads,
  fieldOf: (index) => `parameters.payloads.${index}`,
});

function checkEncoding(curve: string, encoding: WayToSign['encoding']): void {
  const isOfEthereum =
    encoding === 'PAYLOAD_ENCODING_EIP712' || encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION';
  if (!isOfEthereum || curve === 'CURVE_SECP256K1') return;
  throw featureError('REQUEST_INVALID.payloadEncoding', { field: 'parameters.encoding', encoding, curve });
}

export const signingHandlers = handlersOf(signing, {
  signTransaction: {
    writesNothing: true,
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
    writesNothing: true,
    work: (parameters) => workOf(payloadOf(parameters)),
    prepare: (context, parameters) => inThreads(context, payloadOf(parameters)),
    handle: async (context, parameters) => {
      const [signature] = await signedFor(context, payloadOf(parameters));
      if (signature === undefined) throw serviceError('INTERNAL.failed');
      return { ...signature };
    },
    rules: { conditionValues: (on, { signWith }) => signerValues(on, signWith) },
  },

  signRawPayloads: {
    writesNothing: true,
    work: (parameters) => workOf(payloadsOf(parameters)),
    prepare: (context, parameters) => inThreads(context, payloadsOf(parameters)),
    handle: async (context, parameters) => {
      const signatures = await signedFor(context, payloadsOf(parameters));
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
