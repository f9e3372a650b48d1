import { type ChainModule, wholeTransaction } from '../model/chain.ts';
import { parseAddress } from './model/address.ts';
import type { CallContext } from './model/call.ts';
import { splitSigned } from './parse-signed.ts';
import { CONTRACT_FORMS } from './payload-forms.ts';
import { readEthereum } from './read-ethereum.ts';
import { ethereumTransfer } from './transfer.ts';
import { verifySigned } from './verify-signed.ts';

export const ethereum: ChainModule<CallContext> = {
  type: 'TRANSACTION_TYPE_ETHEREUM',
  name: 'Ethereum',
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
  sameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
  spellAddress: parseAddress,
  read: readEthereum,
  verify: ({ unsigned, signed, signer }) => verifySigned({ unsigned, signed, from: signer.address }),
  describeSigned: (signed) => ({ hash: splitSigned(signed).hash, signed }),
  sendForms: (signed) => [
    { name: 'With 0x, as eth_sendRawTransaction takes it', text: `0x${signed.replace(/^0x/, '')}` },
  ],
  payloadForms: [...CONTRACT_FORMS, wholeTransaction('an Ethereum transaction', ['HASH_FUNCTION_KECCAK256'])],
  payments: { pay: ['native.transfer', 'erc20.transfer'] },
  transfer: ethereumTransfer,
};
