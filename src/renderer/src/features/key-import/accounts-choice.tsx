import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { KEY_IMPORT_TEXT } from './text.ts';

type WalletSubject = Extract<KeyImportSubject, { kind: 'wallet' }>;
type Account = WalletSubject['accounts'][number];

const TEXT = KEY_IMPORT_TEXT.accounts;

const COLUMNS: readonly TableColumn<Account>[] = [
  { id: 'address', title: TEXT.address, grow: true, cell: ({ address }) => <Address value={address} /> },
  { id: 'format', title: TEXT.format, cell: ({ addressFormat }) => FORMAT_NAMES[addressFormat] },
  { id: 'path', title: TEXT.path, cell: ({ path }) => <span className={styles['path']}>{path}</span> },
];

const parametersOf = ({ curve, path, addressFormat }: Account): WalletAccountParameters => ({
  curve,
  pathFormat: 'PATH_FORMAT_BIP32',
  path,
  addressFormat,
});

const choose = async (accounts: WalletAccountParameters[]): Promise<true> => {
  showKeyImport(await getConsole().keyImports.choose({ kind: 'wallet', accounts }));
  return true;
};

/** The accounts of a wallet; each is derived on the privileged side when it is added. */
export function AccountsChoice({ subject }: { subject: WalletSubject }): ReactNode {
  const { accounts } = subject;
  const [isAdding, setAdding] = useState(false);
  const removing = useTask(choose);
  const remove: TableColumn<Account> = {
    id: 'remove',
    title: TEXT.actions,
    cell: (account) => (
      <Button
        kind="quiet"
        small
        icon={X}
        aria-label={TEXT.remove(account.path)}
        onPress={() => void removing.run(accounts.filter((each) => each !== account).map(parametersOf))}
      />
    ),
  };
  return (
    <div className={styles['accounts']}>
      <DataTable
        label={TEXT.title}
        columns={[...COLUMNS, remove]}
        rows={accounts}
        rowId={({ addressFormat, path }) => `${addressFormat} ${path}`}
        rowText={({ address }) => address}
        empty={<p className={styles['faint']}>{TEXT.none}</p>}
      />
      <span>
        <Button small icon={Plus} onPress={() => setAdding(true)}>
          {TEXT.add}
        </Button>
      </span>
      <Refusal error={removing.error} />
      {isAdding && (
        <AccountDialog
          taken={accounts.map(parametersOf)}
          onAdd={(account) => choose([...accounts.map(parametersOf), account])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
