import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { Wallet, WalletAccount, listWallets } from '#protocol/catalogue/wallets.ts';
import { getConsole } from '../../bridge/console.ts';
import { allPages } from '../../bridge/pages.ts';
import { createQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';
import type { KeyOfAddresses } from './key-facts.ts';
import { SIGNER_TEXT } from './text.ts';

/** Every wallet of the organization. @throws BridgeError */
export const allWallets = async (): Promise<readonly Wallet[]> =>
  (await ask<typeof listWallets>('list_wallets', {})).wallets;

const after = (id: string | undefined): { after: string } | undefined =>
  id === undefined ? undefined : { after: id };

/** Every private key to sign with. @throws BridgeError */
export const allKnownKeys = (): Promise<readonly PrivateKey[]> =>
  allPages(
    (last) => getConsole().keys.known(after(last)),
    ({ privateKeyId }) => privateKeyId,
  );

/** Every account of every wallet. @throws BridgeError */
export const allAccounts = (): Promise<readonly WalletAccount[]> =>
  allPages(
    (last) => getConsole().keys.accounts(after(last)),
    ({ walletAccountId }) => walletAccountId,
  );

/** What a transaction can be signed with: a private key, or an account of a wallet. */
export interface SignerChoice extends KeyOfAddresses {
  /** What `signWith` is given: the id of a private key, or the address of an account. */
  readonly signWith: string;
  readonly name: string;
}

/** A private key as a choice. */
export const signerOfKey = ({
  privateKeyId,
  privateKeyName,
  curve,
  addresses,
}: PrivateKey): SignerChoice => ({
  signWith: privateKeyId,
  name: privateKeyName,
  curve,
  addresses,
});

/** An account of a wallet as a choice; it is called by the wallet's name where that is known. */
export const signerOfAccount = (account: WalletAccount, walletName: string | undefined): SignerChoice => ({
  signWith: account.address,
  name: `${walletName ?? SIGNER_TEXT.wallet} · ${account.name ?? account.path}`,
  curve: account.curve,
  addresses: [{ format: account.addressFormat, address: account.address }],
});

/** Everything in the organization that signs, private keys first. @throws BridgeError */
export async function allSigners(): Promise<readonly SignerChoice[]> {
  const [keys, accounts, wallets] = await Promise.all([allKnownKeys(), allAccounts(), allWallets()]);
  const names = new Map(wallets.map(({ walletId, walletName }) => [walletId, walletName]));
  const choices = [
    ...keys.map(signerOfKey),
    ...accounts.map((account) => signerOfAccount(account, names.get(account.walletId))),
  ];
  // Wallets of the same words have accounts of the same addresses: one choice, by its first name.
  const first = new Map<string, SignerChoice>();
  for (const choice of choices) if (!first.has(choice.signWith)) first.set(choice.signWith, choice);
  return [...first.values()];
}

/** {@link allSigners}, as it is shown. */
export const signers = createQuery(allSigners);
