import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { USUAL_FORMATS, usualAccount } from '#protocol/keys/usual-accounts.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { AddressText } from '../../ui/values.tsx';
import { showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { KEY_IMPORT_TEXT } from './text.ts';

const ACCOUNT_TEXT = KEY_IMPORT_TEXT.account;

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
      <DataTable
        label={ACCOUNTS_TEXT.title}
        columns={[...COLUMNS, remove]}
        rows={accounts}
        rowId={({ addressFormat, path }) => `${addressFormat} ${path}`}
        rowText={({ address }) => address}
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

interface AccountDialogProps {
  readonly taken: readonly WalletAccountParameters[];
  /** Has it derived; resolves to undefined when it was refused. */
  readonly onAdd: (account: WalletAccountParameters) => Promise<true>;
  readonly onClose: () => void;
}

const FORMATS = USUAL_FORMATS.map((id) => ({ id, label: FORMAT_NAMES[id] }));

/** The next account of a format: the number after those that are there. */
const nextOf = (format: AddressFormat, taken: AccountDialogProps['taken']) =>
  usualAccount(format, taken.filter(({ addressFormat }) => addressFormat === format).length);

/** Adds an account of a wallet: its address format, and the path, which is the usual one until it is changed. */
function AccountDialog({ taken, onAdd, onClose }: AccountDialogProps): ReactNode {
  const [account, setAccount] = useState(() => nextOf('ADDRESS_FORMAT_ETHEREUM', taken));
  const task = useTask(onAdd);
  if (account === undefined) return null;
  const submit = async (): Promise<void> => {
    if (await task.run(account)) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={ACCOUNT_TEXT.title}>
      <Form
        label={ACCOUNT_TEXT.title}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{KEY_IMPORT_TEXT.cancel}</Button>
            <Button
              type="submit"
              kind="primary"
              isDisabled={account.path === ''}
              isPending={task.busy}
              kbd="⏎"
            >
              {ACCOUNT_TEXT.submit}
            </Button>
          </>
        }
      >
        <Select
          label={ACCOUNT_TEXT.format}
          options={FORMATS}
          value={account.addressFormat}
          onChange={(format) => setAccount(nextOf(format, taken))}
        />
        <TextInput
          label={ACCOUNT_TEXT.path}
          mono
          value={account.path}
          onChange={(path) => setAccount({ ...account, path })}
          maxLength={255}
          spellCheck="false"
          help={ACCOUNT_TEXT.pathHelp}
        />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
