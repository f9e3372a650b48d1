import { useState } from 'react';
import type { ReactNode } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { USUAL_FORMATS, usualAccount } from '#protocol/keys/usual-accounts.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { KEY_IMPORT_TEXT } from './text.ts';

interface AccountDialogProps {
  readonly taken: readonly WalletAccountParameters[];
  /** Has it derived; resolves to undefined when it was refused. */
  readonly onAdd: (account: WalletAccountParameters) => Promise<true>;
  readonly onClose: () => void;
}

const TEXT = KEY_IMPORT_TEXT.account;

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
    <Dialog isOpen onClose={onClose} title={TEXT.title}>
      <Form
        label={TEXT.title}
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
              {TEXT.submit}
            </Button>
          </>
        }
      >
        <Select
          label={TEXT.format}
          options={FORMATS}
          value={account.addressFormat}
          onChange={(format) => setAccount(nextOf(format, taken))}
        />
        <TextInput
          label={TEXT.path}
          mono
          value={account.path}
          onChange={(path) => setAccount({ ...account, path })}
          maxLength={255}
          spellCheck="false"
          help={TEXT.pathHelp}
        />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
