import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MOST_ADDRESSES } from '#preload/contract/contact-limits.ts';
import type { ContactAddress, ContactEntry, ListedContact } from '#preload/contract/contacts.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SIGNING_CHAINS } from '../signers/chains.ts';
import { changeContacts } from './contact-store.ts';
import styles from './contacts.module.css';
import { CONTACT_TEXT } from './text.ts';

const TEXT = CONTACT_TEXT.form;
const CHAINS = SIGNING_CHAINS.map(({ id, name }) => ({ id, label: name }));
const NEW: ContactAddress = { chain: 'TRANSACTION_TYPE_ETHEREUM', address: '' };

interface ContactDialogProps {
  /** Null for a new one. */
  readonly contact: ListedContact | null;
  /** What a new one begins with. */
  readonly address?: ContactAddress | undefined;
  readonly onClose: () => void;
  /** Told the ID of the contact that was saved. */
  readonly onSaved?: (id: string) => void;
}

/** Adds a contact or changes one; what is typed counts once it was approved outside the window. */
export function ContactDialog({
  contact,
  address: given = NEW,
  onClose,
  onSaved,
}: ContactDialogProps): ReactNode {
  const [entry, setEntry] = useState<ContactEntry>(contact ?? { name: '', note: '', addresses: [given] });
  const [isAsked, setAsked] = useState(false);
  const task = useTask(changeContacts);
  const { name, note, addresses } = entry;
  const missing = (text: string, why: string): string | null => (isAsked && text.trim() === '' ? why : null);
  const isReady = [name, ...addresses.map(({ address }) => address)].every((text) => text.trim() !== '');
  const change = (index: number, part: Partial<ContactAddress>): void =>
    setEntry({
      ...entry,
      addresses: addresses.map((each, at) => (at === index ? { ...each, ...part } : each)),
    });
  const submit = async (): Promise<void> => {
    setAsked(true);
    if (!isReady || task.busy) return;
    const list = await task.run(() =>
      getConsole().contacts.save({ id: contact?.id ?? null, name, note, addresses: [...addresses] }),
    );
    if (list === undefined) return;
    showToast({ tone: 'good', title: TEXT.saved(name.trim()) });
    const saved = list.contacts.find((each) => each.name === name.trim());
    if (saved !== undefined) onSaved?.(saved.id);
    onClose();
  };
  const title = contact === null ? TEXT.add : TEXT.edit(contact.name);
  return (
    <FormDialog
      title={title}
      effect="write"
      wide
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={TEXT.save}
      isPending={task.busy}
      error={task.error}
    >
      <TextInput
        autoFocus
        label={TEXT.name}
        value={name}
        onChange={(next) => setEntry({ ...entry, name: next })}
        maxLength={80}
        placeholder={TEXT.namePlaceholder}
        error={missing(name, TEXT.nameMissing)}
      />
      {addresses.map(({ chain, address }, index) => (
        <div key={index} className={styles['line']}>
          <Select
            label={TEXT.chain(index + 1)}
            className={styles['chain']}
            options={CHAINS}
            value={chain}
            onChange={(next) => change(index, { chain: next })}
          />
          <TextInput
            mono
            className={styles['grow']}
            label={TEXT.address(index + 1)}
            value={address}
            onChange={(next) => change(index, { address: next })}
            maxLength={120}
            spellCheck="false"
            error={missing(address, TEXT.addressMissing)}
          />
          {addresses.length > 1 && (
            <span className={styles['remove']}>
              <Button
                kind="quiet"
                icon={X}
                aria-label={TEXT.removeAddress(index + 1)}
                onPress={() => setEntry({ ...entry, addresses: addresses.filter((_, at) => at !== index) })}
              />
            </span>
          )}
        </div>
      ))}
      {addresses.length < MOST_ADDRESSES && (
        <div>
          <Button small icon={Plus} onPress={() => setEntry({ ...entry, addresses: [...addresses, NEW] })}>
            {TEXT.more}
          </Button>
        </div>
      )}
      <TextInput
        label={TEXT.note}
        value={note}
        onChange={(next) => setEntry({ ...entry, note: next })}
        maxLength={500}
        help={TEXT.noteHelp}
      />
      <p className={styles['text']}>{TEXT.next}</p>
    </FormDialog>
  );
}
