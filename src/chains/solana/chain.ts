import type { ChainModule } from '../model/chain.ts';
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
};
