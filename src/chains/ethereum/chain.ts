import type { ChainModule } from '../model/chain.ts';
import type { CallContext } from './call.ts';
import { splitSigned } from './parse-signed.ts';
import { readEthereum } from './read-ethereum.ts';
import { verifySigned } from './verify-signed.ts';

export const ethereum: ChainModule<CallContext> = {
  type: 'TRANSACTION_TYPE_ETHEREUM',
  name: 'Ethereum',
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  sameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
  read: readEthereum,
  verify: ({ unsigned, signed, signer }) => verifySigned({ unsigned, signed, from: signer.address }),
  describeSigned: (signed) => ({ hash: splitSigned(signed).hash, signed }),
};
