import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notes.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AddressText } from '../../ui/values.tsx';
import { FoundTable } from '../filters/found-list.tsx';
import { AccountDialog, choose } from './account-dialog.tsx';
import styles from './key-import.module.css';
import { KEY_IMPORT_TEXT } from './text.ts';

type WalletSubject = Extract<KeyImportSubject, { kind: 'wallet' }>;
type Account = WalletSubject['accounts'][number];

const ACCOUNTS_TEXT = KEY_IMPORT_TEXT.accounts;

const COLUMNS: readonly TableColumn<Account>[] = [
  {
    id: 'address',
    title: ACCOUNTS_TEXT.address,
    grow: true,
    cell: ({ address }) => <AddressText value={address} />,
  },
  { id: 'format', title: ACCOUNTS_TEXT.format, cell: ({ addressFormat }) => FORMAT_NAMES[addressFormat] },
  {
    id: 'path',
    title: ACCOUNTS_TEXT.path,
    cell: ({ path }) => <span className={styles['path']}>{path}</span>,
  },
];

const accountWords = ({ address, addressFormat, path }: Account): string =>
  [address, FORMAT_NAMES[addressFormat], path].join(' ');

const parametersOf = ({ curve, path, addressFormat }: Account): WalletAccountParameters => ({
  curve,
  pathFormat: 'PATH_FORMAT_BIP32',
  path,
  addressFormat,
});

/** The accounts of a wallet; each is derived on the privileged side when it is added. */
export function AccountsChoice({ subject }: { subject: WalletSubject }): ReactNode {
  const { accounts } = subject;
  const [isAdding, setAdding] = useState(false);
  const removing = useTask(choose);
  const remove: TableColumn<Account> = {
    id: 'remove',
    title: ACCOUNTS_TEXT.actions,
    cell: (account) => (
      <Button
        kind="quiet"
        small
        icon={X}
        aria-label={ACCOUNTS_TEXT.remove(account.path)}
        onPress={() => void removing.run(accounts.filter((each) => each !== account).map(parametersOf))}
      />
    ),
  };
  return (
    <div className={styles['accounts']}>
      <FoundTable
        // The filters of a wallet’s accounts; what is typed here hides nothing of the next import.
        list="accounts"
        of={useId()}
        label={ACCOUNTS_TEXT.title}
        columns={[...COLUMNS, remove]}
        rows={accounts}
        rowId={({ addressFormat, path }) => `${addressFormat} ${path}`}
        rowText={accountWords}
        empty={<p className={styles['faint']}>{ACCOUNTS_TEXT.none}</p>}
      />
      <span>
        <Button small icon={Plus} onPress={() => setAdding(true)}>
          {ACCOUNTS_TEXT.add}
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
