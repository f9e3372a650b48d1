import { addressOfPublicKey } from '#chains/ethereum/model/address.ts';
import { grantingAccount } from '#chains/tempo/authority.ts';
import { parseTempo } from '#chains/tempo/parse.ts';
import { assembleSigned, signingHash } from '#chains/tempo/signed.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { signHash } from './sign-hash.ts';
import type { TransactionSigner } from './transaction-signer.ts';

/**
 * Signs a Tempo transaction as its sender: secp256k1 over keccak256 of the unsigned bytes, put behind the fields. The
 * bytes do not name a sender, but a key authorization is of one account, and only that account's key is to sign it.
 */
export const tempoSigner: TransactionSigner = {
  curve: 'CURVE_SECP256K1',
  sign: (unsignedTransaction, { privateKey, publicKey }) => {
    const tx = parseTempo(unsignedTransaction);
    const address = addressOfPublicKey(fromHex(publicKey));
    const granting = grantingAccount(tx);
    if (granting !== undefined && granting !== address) {
      throw new AppError(
        'TRANSACTION_NOT_FOR_KEY',
        `The transaction's key authorization is of ${granting ?? 'an account that could not be worked out'}; the key's address is ${address}.`,
        'Sign with the key of that account.',
      );
    }
    return toHex(assembleSigned(tx, signHash(signingHash(tx), privateKey)));
  },
};
