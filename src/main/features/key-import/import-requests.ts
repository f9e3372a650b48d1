import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import { importPrivateKey, initImportPrivateKey } from '#protocol/catalogue/private-keys.ts';
import { importWallet, initImportWallet } from '#protocol/catalogue/wallets.ts';
import type { ParametersOf } from '#protocol/catalogue/operation.ts';

/** The first request of an import: a key of one use to seal to. */
export const targetOperation = ({ kind }: Pick<KeyImportSubject, 'kind'>) =>
  kind === 'privateKey' ? initImportPrivateKey : initImportWallet;

/** A request that can be prepared. */
export interface ImportRequest {
  readonly operation: string;
  readonly parameters: unknown;
}

/** The second request: what was sealed, and under which name, curve, addresses or accounts it is kept. */
export function importRequest(
  subject: KeyImportSubject,
  sealed: { readonly userId: string; readonly name: string; readonly encryptedBundle: string },
): ImportRequest {
  const { userId, name, encryptedBundle } = sealed;
  if (subject.kind === 'privateKey') {
    const { curve, addresses } = subject;
    const addressFormats = addresses.map(({ addressFormat }) => addressFormat);
    const parameters: ParametersOf<typeof importPrivateKey> = {
      ...{ userId, privateKeyName: name, encryptedBundle, curve, addressFormats },
    };
    return { operation: importPrivateKey.path, parameters };
  }
  const accounts = subject.accounts.map(({ curve, path, addressFormat }) => ({
    ...{ curve, pathFormat: 'PATH_FORMAT_BIP32' as const, path, addressFormat },
  }));
  const parameters: ParametersOf<typeof importWallet> = {
    userId,
    walletName: name,
    encryptedBundle,
    accounts,
  };
  return { operation: importWallet.path, parameters };
}
