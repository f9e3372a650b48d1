import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExportTarget } from '#preload/contract/exports.ts';
import { getConsole } from '../../bridge/console.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { EXPORT_KIND_NAMES, EXPORT_TEXT } from './text.ts';

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

/** Where the export screen is to open: at a kind, with one of it chosen. */
export const exportFocus = (kind: ExportKind, id: string): string => `${kind} ${id}`;

/** What the screen was opened at; the first kind where it was opened at nothing. */
export function readExportFocus(focus: string | null): { kind: ExportKind; id: string | null } {
  const [kind = '', id = null] = focus?.split(' ') ?? [];
  return isKind(kind) ? { kind, id } : { kind: 'privateKey', id: null };
}

const isKind = (kind: string): kind is ExportKind => Object.hasOwn(EXPORT_KIND_NAMES, kind);

interface ExportButtonProps {
  readonly kind: ExportKind;
  readonly id: string;
  /** What is exported, for those who do not see the row. */
  readonly name: string;
}

/** Opens the export with one thing chosen; what leaves is decided there. */
export const ExportButton = ({ kind, id, name }: ExportButtonProps): ReactNode => (
  <Button
    kind="quiet"
    small
    icon={Upload}
    aria-label={EXPORT_TEXT.export(name)}
    onPress={() => go('export', exportFocus(kind, id))}
  />
);
