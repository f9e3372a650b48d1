import { type ChainModule, wholeTransaction } from '../model/chain.ts';
import { withEmptySignatures } from './transaction.ts';
import { readSolana } from './read-solana.ts';
import { describeSigned, verifySigned } from './verify-signed.ts';

export const solana: ChainModule = {
  type: 'TRANSACTION_TYPE_SOLANA',
  name: 'Solana',
  curve: 'CURVE_ED25519',
  addressFormats: ['ADDRESS_FORMAT_SOLANA'],
  sameAddress: (one, other) => one === other,
  read: readSolana,
  verify: ({ unsigned, signed, signer }) => verifySigned({ unsigned, signed, address: signer.address }),
  describeSigned,
  payloadForms: [
    {
      name: 'a Solana transaction',
      kind: 'transaction',
      hashedWith: ['HASH_FUNCTION_NOT_APPLICABLE'],
      read: (bytes, { readTransaction }) => readTransaction(withEmptySignatures(bytes)),
    },
    // With its signatures: the network takes a signature over the message alone.
    wholeTransaction('a Solana transaction with its signatures', []),
  ],
  payments: { pay: ['system.transfer', 'token.transferChecked'], aside: /^computeBudget\.\w+$/ },
};
