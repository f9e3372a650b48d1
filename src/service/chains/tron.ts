import { tronEncoding as addressOf } from '#chains/addresses/encodings.ts';
import { chainError } from '#chains/model/errors.ts';
import { upperFirst, withArticle } from '#chains/model/sentence.ts';
import { tronAddress } from '#chains/tron/address.ts';
import { tronValues } from '#chains/tron/policy-values.ts';
import { assembleSigned, parseTron, signingHash } from '#chains/tron/transaction.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { type TransactionSigner, signHash } from './transaction-signer.ts';

/** Signs Tron's raw data: secp256k1 over its SHA-256, deterministic (RFC 6979), with a low s; v is 27 or 28. */
export const tronSigner: TransactionSigner = {
  curve: 'CURVE_SECP256K1',
  sign: (unsignedTransaction, { privateKey, publicKey }) => {
    const transaction = parseTron(unsignedTransaction);
    const { bytes, owner, name } = transaction;
    const address = addressOf(fromHex(publicKey));
    if (owner === null) throw chainError('CONTRACT_NOT_SUPPORTED', { name: upperFirst(withArticle(name)) });
    const actsFor = tronAddress(owner, 'owner_address');
    if (actsFor !== address) throw chainError('TRANSACTION_NOT_FOR_KEY.tron', { actsFor, address });
    // What policies can't see isn't signed: without its values no deny would speak of it.
    tronValues(transaction);
    return toHex(assembleSigned(bytes, signHash(signingHash(bytes), privateKey)));
  },
};
