import type { PrivateKey } from '../../../protocol/catalogue/private-key.ts';
import { signTransaction } from '../../../protocol/catalogue/sign-transaction.ts';
import { parseAddress } from '../../../protocol/chains/ethereum/address.ts';
import { readTransaction } from '../../../protocol/chains/read.ts';
import { ProtocolError } from '../../../protocol/error.ts';
import type { PreviewMaker } from './preview-maker.ts';

/** Reads the transaction out of the very bytes, and finds whose address must come out of its signature. */
export const signTransactionPreview: PreviewMaker = async (parameters, { listPrivateKeys }) => {
  const { signWith, unsignedTransaction, type } = signTransaction.parameters.parse(parameters);
  // Before the service is asked: what cannot be read is refused without it.
  readTransaction(type, unsignedTransaction);
  const from = findSigner(signWith, await listPrivateKeys());
  const reading = readTransaction(type, unsignedTransaction, { from });
  return {
    sentence: reading.sentence,
    facts: reading.facts,
    warnings: reading.warnings,
    reading,
    expectation: { kind: 'signedBy', address: from.address },
  };
};

/** The key that `signWith` names, by id, name or address, as its Ethereum address. */
function findSigner(signWith: string, keys: readonly PrivateKey[]): { address: string; name?: string } {
  const wanted = signWith.toLowerCase();
  const key =
    keys.find((each) => each.privateKeyId === wanted) ??
    keys.find((each) => ethereumAddress(each)?.toLowerCase() === wanted) ??
    keys.find((each) => each.privateKeyName === signWith);
  if (key === undefined) {
    // An address that is no private key of the list: an account of a wallet, for example.
    if (/^0x[0-9a-f]{40}$/.test(wanted)) return { address: parseAddress(signWith) };
    throw new ProtocolError(
      'SIGN_WITH_UNKNOWN',
      'The organization has no such key to sign with.',
      'Choose a key of the list.',
    );
  }
  const address = ethereumAddress(key);
  if (address === undefined) {
    throw new ProtocolError(
      'SIGN_WITH_NO_ADDRESS',
      `The key “${key.privateKeyName}” has no Ethereum address.`,
      'Choose a secp256k1 key with an Ethereum address.',
    );
  }
  return { address, name: key.privateKeyName };
}

const ethereumAddress = (key: PrivateKey): string | undefined =>
  key.addresses.find((each) => each.format === 'ADDRESS_FORMAT_ETHEREUM')?.address;
