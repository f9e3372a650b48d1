import { addressOfPublicKey } from '#chains/ethereum/model/address.ts';
import { chainError } from '#chains/model/errors.ts';
import { grantingAccount, assembleSigned, signingHash } from '#chains/tempo/signed.ts';
import { parseTempo } from '#chains/tempo/transaction.ts';
import { fromHex, toHex } from '#protocol/encoding.ts';
import { type TransactionSigner, signHash } from './transaction-signer.ts';

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
      throw chainError('TRANSACTION_NOT_FOR_KEY.tempo', {
        granting: granting ?? 'an account that could not be worked out',
        address,
      });
    }
    return toHex(assembleSigned(tx, signHash(signingHash(tx), privateKey)));
  },
};
