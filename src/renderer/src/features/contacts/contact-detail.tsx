import { Check, Pencil, QrCode, Send, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Deed, ListedContact } from '#preload/contract/contacts.ts';
import { getConsole } from '../../bridge/console.ts';
import { useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatDay, formatMinute } from '../../format/time.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { signingChain } from '../signers/chains.ts';
import { AddressCodeDialog } from './address-code.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactPayments } from './contact-payments.tsx';
import { changeContacts, contactHistory } from './contact-store.ts';
import styles from './contacts.module.css';
import { CONTACT_TEXT } from './text.ts';

const TEXT = CONTACT_TEXT.detail;

/** One contact: its addresses whole, what is noted of it, and who added it. */
export function ContactDetail({ contact }: { contact: ListedContact }): ReactNode {
  const [isOpen, open] = useState<'edit' | 'remove' | 'code' | null>(null);
  const { name, note, addresses, added, changed, lastPaidMs } = contact;
  const close = (): void => open(null);
  const history = useQuery(contactHistory, `${contact.id} ${changed?.atMs ?? ''}`);
  const lines = history.state === 'ready' ? history.value.lines : null;
  return (
    <Card label={name}>
      <CardHeader
        title={name}
        end={
          <Button small icon={Pencil} onPress={() => open('edit')}>
            {TEXT.edit}
          </Button>
        }
      />
      <CardSection>
        <ul className={styles['addresses']}>
          {addresses.map(({ chain, address }) => (
            <li key={address}>
              <div className={styles['address']}>
                <div>
                  <b>{signingChain(chain).name}</b>{' '}
                  <span className={styles['aside']}>{signingChain(chain).aside}</span>
                </div>
                <AddressText value={address} />
              </div>
              <CopyButton text={address} what={TEXT.copy(signingChain(chain).name, name)} />
            </li>
          ))}
        </ul>
        <Facts>
          {note !== '' && (
            <FactRow label={TEXT.note}>
              <span className={styles['note']}>{note}</span>
            </FactRow>
          )}
          <FactRow label={TEXT.added} note={<When deed={added} isKept={lines?.added ?? null} />}>
            {added.user === '' ? TEXT.unknownUser : added.user}
          </FactRow>
          {changed !== null && (
            <FactRow label={TEXT.changed} note={<When deed={changed} isKept={lines?.changed ?? null} />}>
              {changed.what} {changed.user !== '' && TEXT.by(changed.user)}
            </FactRow>
          )}
          <FactRow label={TEXT.lastPaid}>
            {lastPaidMs === null ? CONTACT_TEXT.never : formatDay(lastPaidMs)}
          </FactRow>
        </Facts>
        <ContactPayments history={history} />
      </CardSection>
      <CardFooter>
        <Button kind="quietDanger" icon={Trash2} onPress={() => open('remove')}>
          {TEXT.remove}
        </Button>
        <Button icon={QrCode} onPress={() => open('code')}>
          {TEXT.code}
        </Button>
        <Button kind="primary" icon={Send} onPress={() => go('payments', contact.id)}>
          {TEXT.pay}
        </Button>
      </CardFooter>
      {isOpen === 'edit' && <ContactDialog contact={contact} onClose={close} />}
      {isOpen === 'code' && <AddressCodeDialog contact={contact} onClose={close} />}
      {isOpen === 'remove' && <RemoveDialog contact={contact} onClose={close} />}
    </Card>
  );
}

/** With what and when it was done, and its journal line. @param isKept whether the journal has the line; null while nobody knows */
function When({ deed, isKept }: { readonly deed: Deed; readonly isKept: boolean | null }): ReactNode {
  const { credential, atMs, line } = deed;
  return (
    <>
      <span className={styles['when']}>
        {credential !== '' && `${TEXT.with(credential)}, `}
        <time dateTime={new Date(atMs).toISOString()}>{formatMinute(atMs)}</time>
      </span>
      {line !== undefined && (
        <span className={styles['when']}>
          {TEXT.line(line.number)} {/* Takes its room before the journal has answered. */}
          <span className={styles['mark']}>{isKept !== null && <LineMark isKept={isKept} />}</span>
        </span>
      )}
    </>
  );
}

const LineMark = ({ isKept }: { isKept: boolean }): ReactNode => (
  <span
    role="img"
    aria-label={isKept ? TEXT.inJournal : TEXT.notInJournal}
    title={isKept ? TEXT.inJournal : TEXT.notInJournal}
    className={styles[isKept ? 'kept' : 'missing']}
  >
    <Icon of={isKept ? Check : TriangleAlert} />
  </span>
);

function RemoveDialog({ contact, onClose }: { contact: ListedContact; onClose: () => void }): ReactNode {
  const task = useTask(changeContacts);
  const remove = async (): Promise<void> => {
    if ((await task.run(() => getConsole().contacts.remove({ id: contact.id }))) !== undefined) onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={CONTACT_TEXT.removing.title(contact.name)}
      action={CONTACT_TEXT.removing.action}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{CONTACT_TEXT.removing.text}</p>
    </ConfirmDialog>
  );
}
