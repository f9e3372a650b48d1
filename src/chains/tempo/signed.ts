import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { recoverPublicKey } from '#protocol/key-recovery.ts';
import { type Delegation, MAX_RECOVERED, authorizationHash } from '../ethereum/delegations.ts';
import { type Hex, addressOfPublicKey, prefixedHex, toChecksumAddress } from '../ethereum/model/address.ts';
import { encodeRlp, wrapRlpList } from '../ethereum/model/rlp.ts';
import { transactionBytes } from '../ethereum/parse.ts';
import { chainError } from '../model/errors.ts';
import { FIELDS, TYPE_BYTE, type TempoTransaction, decodeEnvelope, parseTempoBytes } from './transaction.ts';

/** A secp256k1 signature as Tempo writes it: r, s, and v of 27 or 28. */
const SIGNATURE_LENGTH = 65;

/** The 32 bytes that the sender signs: keccak256 of the unsigned transaction. */
export const signingHash = (tx: TempoTransaction): Uint8Array => keccak_256(tx.bytes);

/**
 * Puts the sender's signature behind the fields, which are carried over as they are.
 * @param signature 65 bytes: r, s, v (27 or 28)
 * @returns the signed serialised transaction; its keccak256 is the transaction's hash
 */
export function assembleSigned(tx: TempoTransaction, signature: Uint8Array): Uint8Array {
  const { payload, end } = decodeEnvelope(tx.bytes);
  const list = wrapRlpList(concatBytes(tx.bytes.subarray(payload, end), encodeRlp(signature)));
  return concatBytes(Uint8Array.of(TYPE_BYTE), list);
}

/** Who made a signature of 65 bytes over a hash; null where it is none, or has a high s. */
function signerOf(hash: Uint8Array, signature: Uint8Array): Hex | null {
  const v = signature[SIGNATURE_LENGTH - 1];
  if (signature.length !== SIGNATURE_LENGTH || v === undefined) return null;
  const parity = v >= 27 ? v - 27 : v;
  if (parity > 1) return null;
  try {
    const halves = signature.subarray(0, SIGNATURE_LENGTH - 1);
    if (secp256k1.Signature.fromBytes(halves, 'compact').hasHighS()) return null;
    return addressOfPublicKey(recoverPublicKey(hash, halves, parity));
  } catch {
    // The curve library throws for numbers that are no signature.
    return null;
  }
}

/** A signed transaction taken apart. */
export interface SignedTempoTransaction {
  readonly unsigned: TempoTransaction;
  /** Whose key signed, with its checksum; null where the signature is of another kind, or not valid. */
  readonly from: Hex | null;
  /** keccak256 of the signed bytes. */
  readonly hash: Hex;
}

/**
 * Reads a signed Tempo transaction and recovers who signed it.
 * @throws AppError `TRANSACTION_NOT_SIGNED`, or as `parseTempo`
 */
export function parseSigned(hexText: string): SignedTempoTransaction {
  const bytes = transactionBytes(hexText);
  const list = decodeEnvelope(bytes);
  const signature = list.items.at(-1);
  if (signature?.kind !== 'bytes' || list.items.length < FIELDS.length) {
    throw chainError('TRANSACTION_NOT_SIGNED.transaction', {
      what: 'transaction',
      why: `of its ${list.items.length} fields the last is no signature`,
    });
  }
  const fields = wrapRlpList(bytes.subarray(list.payload, signature.start));
  const unsigned = parseTempoBytes(concatBytes(Uint8Array.of(TYPE_BYTE), fields));
  return {
    unsigned,
    from: signerOf(signingHash(unsigned), signature.bytes),
    hash: prefixedHex(keccak_256(bytes)),
  };
}

/** The length of a signature of secp256k1; of other kinds of keys the account is not worked out. */
const RECOVERABLE = 65;

/** The delegations that a transaction carries, with the accounts that they are of. */
export const delegationsOf = (tx: TempoTransaction): Delegation[] =>
  tx.authorizationList.map((authorization, index) => ({
    authorization,
    authority:
      index < MAX_RECOVERED && authorization.signature.length === RECOVERABLE
        ? signerOf(authorizationHash(authorization), authorization.signature)
        : undefined,
  }));

/**
 * The account that a key authorization lets a key into: the one that it names, else whose key signed it.
 * @returns undefined where there is no authorization; null where it was signed by another kind of key, or not validly
 */
export function grantingAccount({ keyAuthorization, bytes }: TempoTransaction): Hex | null | undefined {
  if (keyAuthorization === null) return undefined;
  const { account, signed, signature } = keyAuthorization;
  return account === null
    ? signerOf(keccak_256(bytes.subarray(...signed)), signature)
    : toChecksumAddress(account);
}
