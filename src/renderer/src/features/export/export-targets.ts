import type { ExportTarget } from '#preload/contract/exports.ts';
import { getConsole } from '../../bridge/console.ts';

export type ExportKind = ExportTarget['kind'];

/** Something that can be exported, as the list shows it. */
export interface Exportable {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly target: ExportTarget;
}

interface Rows {
  readonly wallets?: readonly { readonly walletId: string; readonly walletName: string }[];
  readonly secrets?: readonly { readonly secretId: string; readonly name?: string }[];
}

const PAGE = { paginationOptions: { limit: '100' } };
// The privileged side parsed the answer against the catalogue.
const ask = async (operation: string, parameters = {}): Promise<Rows> =>
  (await getConsole().queries.ask({ operation, parameters })) as Rows;

/** What can be exported of a kind, as the service lists it now. @throws BridgeError */
export async function listExportable(kind: ExportKind): Promise<readonly Exportable[]> {
  switch (kind) {
    case 'privateKey':
      return (await getConsole().keys.list()).map(
        ({ privateKeyId, privateKeyName, addresses, publicKey }) => ({
          id: privateKeyId,
          label: privateKeyName,
          detail: addresses[0]?.address ?? publicKey,
          target: { kind, privateKeyId },
        }),
      );
    case 'wallet':
      return ((await ask('list_wallets')).wallets ?? []).map(({ walletId, walletName }) => ({
        id: walletId,
        label: walletName,
        detail: walletId,
        target: { kind, walletId },
      }));
    case 'walletAccount':
      return (await getConsole().keys.accounts()).map((account) => ({
        id: account.walletAccountId,
        label: account.name ?? account.path,
        detail: account.address,
        target: { kind, walletId: account.walletId, address: account.address },
      }));
    case 'secrets':
      return ((await ask('list_secrets', PAGE)).secrets ?? []).map(({ secretId, name }) => ({
        id: secretId,
        label: name ?? secretId,
        detail: secretId,
        target: { kind, secretIds: [secretId] },
      }));
  }
}
