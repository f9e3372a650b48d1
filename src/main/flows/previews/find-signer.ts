import type { PrivateKey } from '../../../protocol/catalogue/private-key.ts';
import type { Chain, Signer } from '../../../protocol/chains/chain.ts';
import { ProtocolError } from '../../../protocol/error.ts';
import { listAccounts } from '../list-all.ts';
import type { PreviewReads } from './preview-maker.ts';

/**
 * The key that `signWith` names, as the service understands it: a private key's id or address, or the address of a
 * wallet's account (specification, "sign_transaction"). The wallets are asked only when no private key is meant.
 * @throws ProtocolError `SIGN_WITH_UNKNOWN`, `SIGN_WITH_NO_ADDRESS`
 */
export async function findSigner(
  chain: Chain,
  signWith: string,
  reads: Pick<PreviewReads, 'listPrivateKeys' | 'ask'>,
): Promise<Signer> {
  const keys = await reads.listPrivateKeys();
  const byId = keys.find((each) => each.privateKeyId === signWith.toLowerCase());
  if (byId !== undefined) {
    const [address] = addressesOf(chain, byId);
    if (address !== undefined) return signerOf(byId, address);
    throw new ProtocolError(
      'SIGN_WITH_NO_ADDRESS',
      `The key “${byId.privateKeyName}” has no ${chain.name} address.`,
      `Choose a key with an address of ${chain.name}.`,
    );
  }
  for (const key of keys) {
    const address = addressesOf(chain, key).find((each) => chain.sameAddress(each, signWith));
    if (address !== undefined) return signerOf(key, address);
  }
  return findAccount(chain, signWith, reads.ask);
}

const addressesOf = (chain: Chain, key: PrivateKey): string[] =>
  chain.addressFormats.flatMap((format) =>
    key.addresses.flatMap((each) =>
      each.format === format && each.address !== undefined ? [each.address] : [],
    ),
  );

const signerOf = ({ privateKeyName: name, publicKey }: PrivateKey, address: string): Signer => ({
  address,
  publicKey,
  name,
});

async function findAccount(chain: Chain, signWith: string, ask: PreviewReads['ask']): Promise<Signer> {
  for (const { address, addressFormat, publicKey, name } of await listAccounts(ask)) {
    if (!chain.addressFormats.includes(addressFormat) || !chain.sameAddress(address, signWith)) continue;
    return {
      address,
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(typeof name === 'string' ? { name } : {}),
    };
  }
  throw new ProtocolError(
    'SIGN_WITH_UNKNOWN',
    `The organization has no such key to sign with on ${chain.name}.`,
    'Give a private key’s id or address, or the address of a wallet’s account.',
  );
}
