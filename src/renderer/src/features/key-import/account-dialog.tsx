import { type ReactNode, useState } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { USUAL_FORMATS, usualAccount } from '#protocol/keys/usual-accounts.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { showKeyImport } from './key-import-store.ts';
import { KEY_IMPORT_TEXT } from './text.ts';

const ACCOUNT_TEXT = KEY_IMPORT_TEXT.account;

export const choose = async (accounts: WalletAccountParameters[]): Promise<true> => {
  showKeyImport(await getConsole().keyImports.choose({ kind: 'wallet', accounts }));
  return true;
};

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
export function AccountDialog({ taken, onAdd, onClose }: AccountDialogProps): ReactNode {
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
