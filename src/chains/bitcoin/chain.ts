import { BITCOIN_ADDRESS_FORMATS } from '../addresses/format-names.ts';
import { type ChainModule, wholeTransaction } from '../model/chain.ts';
import { PSBT_FORM, RAW_BITCOIN_FORM, SIGHASH_FORMS } from './payload-forms.ts';
import { readBitcoin } from './read-bitcoin.ts';
import { finalId } from './signing.ts';
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
  payloadForms: [
    wholeTransaction('a Bitcoin transaction (PSBT)', []),
    PSBT_FORM,
    ...SIGHASH_FORMS,
    RAW_BITCOIN_FORM,
  ],
  payments: { pay: ['bitcoin.pay'], aside: /^bitcoin\.(?:change|spend)$/, givesChange: true },
};
