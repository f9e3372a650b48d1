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
  PreparedAnswer,
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

class PreparedSignatures extends PreparedAnswer<readonly RawSignature[]> {}

const inThreads = (context: PrepareContext, payloads: Payloads): Promise<PreparedSignatures> =>
  signPayloads(context, payloads, (...work) => context.keyThreads.signatures(...work));

/** What was signed in threads, or a little now. */
const signedFor = async (context: SubmitContext, payloads: Payloads): Promise<readonly RawSignature[]> =>
  (isLargeWork(workOf(payloads))
    ? preparedAs(context, PreparedSignatures)
    : await signPayloads(context, payloads, KEY_WORK.signatures)
  ).answer;

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

type OneTransaction = ParametersOf<typeof signing.signTransaction>;

/** More inputs than can be signed take no longer. */
const LONGEST_MS = 700;

/** What its signing computes, in milliseconds: of Bitcoin a signature for each input, and reading what they spend. */
function workOfTransaction({ type, unsignedTransaction }: OneTransaction): number {
  return type === 'TRANSACTION_TYPE_BITCOIN' ? Math.min(unsignedTransaction.length / 1_000, LONGEST_MS) : 0;
}

class PreparedTransaction extends PreparedAnswer<string> {}

/** @throws ServiceError NOT_FOUND, REQUEST_INVALID for the key, INVALID_TRANSACTION */
async function signedTransactionOf(
  context: Pick<SubmitContext, 'store' | 'caller' | 'keyRing'>,
  { type, signWith, unsignedTransaction }: OneTransaction,
): Promise<string> {
  const signer = transactionSignerOf(type);
  const { curve, publicKey, open } = await findSigningKey(context, signWith);
  const wanted = signer.curve;
  if (curve !== wanted)
    throw featureError('REQUEST_INVALID.signerCurve', { field: 'parameters.signWith', curve, type, wanted });
  const privateKey = await open();
  try {
    return await signer.sign(unsignedTransaction, { privateKey, publicKey, signWith });
  } catch (error) {
    throw error instanceof AppError ? invalidTransaction(error) : error;
  } finally {
    privateKey.wipe();
  }
}

export const signingHandlers = handlersOf(signing, {
  signTransaction: {
    writesNothing: true,
    work: workOfTransaction,
    prepare: async (context, parameters) =>
      new PreparedTransaction(await signedTransactionOf(context, parameters)),
    handle: async (context, parameters) => ({
      signedTransaction: isLargeWork(workOfTransaction(parameters))
        ? preparedAs(context, PreparedTransaction).answer
        : await signedTransactionOf(context, parameters),
    }),
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
