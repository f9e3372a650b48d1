import { upperFirst, withArticle } from '#chains/model/sentence.ts';
import { assembleSigned, signingHash } from '#chains/tron/signed.ts';
import { tronAddress } from '#chains/tron/address.ts';
import { parseTron } from '#chains/tron/transaction.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { tron as addressOf } from '#chains/addresses/tron.ts';
import { signHash } from './sign-hash.ts';
import type { TransactionSigner } from './transaction-signer.ts';

/** Signs Tron's raw data: secp256k1 over its SHA-256, deterministic (RFC 6979), with a low s; v is 27 or 28. */
export const tronSigner: TransactionSigner = {
  curve: 'CURVE_SECP256K1',
  sign: (unsignedTransaction, { privateKey, publicKey }) => {
    const { bytes, owner, name } = parseTron(unsignedTransaction);
    const address = addressOf(fromHex(publicKey));
    if (owner === null) {
      throw new AppError(
        'CONTRACT_NOT_SUPPORTED',
        `${upperFirst(withArticle(name))} is not signed: whose account it acts for could not be read.`,
        'Use one of the contract types of docs/clear-signing.md.',
      );
    }
    const actsFor = tronAddress(owner, 'owner_address');
    if (actsFor !== address) {
      throw new AppError(
        'TRANSACTION_NOT_FOR_KEY',
        `The transaction acts for ${actsFor}; the key's address is ${address}.`,
        'Sign with the key of that account.',
      );
    }
    return toHex(assembleSigned(bytes, signHash(signingHash(bytes), privateKey)));
  },
};
