import { Check, FileDown, OctagonAlert, Printer, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { KeyCeremony } from '#preload/contract/key-ceremonies.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatExactly } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection, Disclosure } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { AddressText, CopyButton, Digest } from '../../ui/values.tsx';
import styles from './ceremony.module.css';
import { showCeremony } from './ceremony-store.ts';
import { CEREMONY_TEXT } from './text.ts';

const TEXT = CEREMONY_TEXT.transcript;

const save = (id: string, form: 'transcript' | 'text') => getConsole().keyCeremonies.save({ id, form });
const remove = async (id: string): Promise<void> => {
  await getConsole().keyCeremonies.remove({ id });
  showCeremony(null);
};

/** What was done so far, by whom, and the digest of all of it. */
export function TranscriptCard({ ceremony }: { ceremony: KeyCeremony }): ReactNode {
  const { id, title, people, entries, approvals, digest } = ceremony;
  const [isRemoving, setRemoving] = useState(false);
  const saving = useTask(save);
  const removing = useTask(remove);
  const [savedTo, setSavedTo] = useState<string | null>(null);
  const saveAs = async (form: 'transcript' | 'text'): Promise<void> => {
    const answer = await saving.run(id, form);
    setSavedTo(answer?.path ?? null);
  };
  return (
    <Card label={TEXT.title}>
      <CardHeader
        title={TEXT.title}
        end={
          <Button small kind="quiet" icon={Trash2} onPress={() => setRemoving(true)}>
            {TEXT.remove}
          </Button>
        }
      />
      <CardSection className={styles['stack']}>
        <Facts>
          <FactRow label={TEXT.people}>{people.join(', ')}</FactRow>
          <FactRow label={TEXT.number}>
            <AddressText value={id} />
          </FactRow>
          <FactRow label={TEXT.digest}>
            <Digest value={digest} />
            <CopyButton text={digest} what={TEXT.digestNoun} />
          </FactRow>
        </Facts>
        <ol className={styles['entries']} aria-label={TEXT.entries}>
          {entries.map(({ atMs, done, facts }, index) => (
            <li key={index} className={styles['numbered']}>
              <div>{done}</div>
              {facts.map((fact) => (
                <div key={fact} className={styles['mono']}>
                  {fact}
                </div>
              ))}
              <div className={styles['faint']}>{formatExactly(atMs)}</div>
            </li>
          ))}
          {approvals.map(({ person, atMs, publicKey }) => (
            <li key={person}>
              <div>{TEXT.approved(person)}</div>
              <div className={styles['mono']}>{publicKey}</div>
              <div className={styles['faint']}>{formatExactly(atMs)}</div>
            </li>
          ))}
        </ol>
        <Kept digest={digest} />
        <Disclosure label={TEXT.checks}>
          <ul className={styles['checks']}>
            {ceremony.checks.map(({ passed, detail }) => (
              <li key={detail}>
                <Icon of={passed ? Check : OctagonAlert} className={styles[passed ? 'past' : 'failed']} />
                <span>{detail}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
        {savedTo !== null && (
          <p className={styles['faint']} role="status">
            {TEXT.saved(savedTo)}
          </p>
        )}
        <Refusal error={saving.error} />
      </CardSection>
      <CardFooter>
        <Button icon={Printer} isDisabled={saving.busy} onPress={() => void saveAs('text')}>
          {TEXT.text}
        </Button>
        <Button icon={FileDown} isDisabled={saving.busy} onPress={() => void saveAs('transcript')}>
          {TEXT.save}
        </Button>
      </CardFooter>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => void removing.run(id)}
        effect="destroy"
        title={TEXT.removeTitle}
        action={TEXT.removeSubmit}
        typed={title}
        isPending={removing.busy}
        error={removing.error}
      >
        {TEXT.removeText}
      </ConfirmDialog>
    </Card>
  );
}

/** Compares the digest with one that somebody kept. */
function Kept({ digest }: { digest: string }): ReactNode {
  const [typed, setTyped] = useState('');
  const kept = typed.replaceAll(/\s/g, '').toLowerCase();
  return (
    <>
      <TextInput label={TEXT.kept} mono spellCheck="false" value={typed} onChange={setTyped} />
      {kept !== '' && (
        <Note tone={kept === digest ? 'good' : 'bad'} live>
          {kept === digest ? TEXT.same : TEXT.differs}
        </Note>
      )}
    </>
  );
}
