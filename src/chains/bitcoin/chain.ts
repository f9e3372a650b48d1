import type { ChainModule } from '../model/chain.ts';
import { BITCOIN_ADDRESS_FORMATS } from './address-formats.ts';
import { finalId } from './final-id.ts';
import { readBitcoin } from './read-bitcoin.ts';
import { verifySigned } from './verify-signed.ts';

/** Segwit addresses are the same in upper case (BIP-173), those of Base58Check are not. */
const spelling = (address: string): string =>
  /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;

export const bitcoin: ChainModule = {
  type: 'TRANSACTION_TYPE_BITCOIN',
  name: 'Bitcoin',
  curve: 'CURVE_SECP256K1',
  addressFormats: BITCOIN_ADDRESS_FORMATS,
  sameAddress: (one, other) => spelling(one) === spelling(other),
  read: readBitcoin,
  verify: verifySigned,
  describeSigned: (signed) => ({ hash: finalId(signed), signed }),
};
