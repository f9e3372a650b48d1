import { FileInput, FileOutput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ImportedContacts } from '#preload/contract/contacts.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { showToast } from '../../ui/toasts.ts';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { contactList } from './contact-store.ts';
import styles from './contacts.module.css';
import { CONTACT_TEXT } from './text.ts';

const TEXT = CONTACT_TEXT.files;

async function saveFile(): Promise<void> {
  const { path, count } = await getConsole().contacts.saveFile();
  if (path !== null) showToast({ tone: 'good', title: TEXT.saved(count), text: path });
}

/** Contacts for another console, and from one: a file that an API key signs. */
export function ContactFilesCard({ hasContacts }: { hasContacts: boolean }): ReactNode {
  const [isImporting, setImporting] = useState(false);
  const save = useTask(saveFile);
  return (
    <Card label={TEXT.title}>
      <CardSection className={styles['rule']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>{TEXT.title}</h2>
          <div className={styles['text']}>{TEXT.text}</div>
        </div>
        <div className={styles['files']}>
          <Button
            icon={FileOutput}
            isDisabled={!hasContacts}
            isPending={save.busy}
            onPress={() => void save.run()}
          >
            {TEXT.save}
          </Button>
          <Button icon={FileInput} onPress={() => setImporting(true)}>
            {TEXT.import}
          </Button>
        </div>
      </CardSection>
      {save.error !== null && (
        <CardSection>
          <Refusal error={save.error} />
        </CardSection>
      )}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Card>
  );
}

async function importFile(path: string): Promise<ImportedContacts> {
  try {
    return await getConsole().contacts.importFile({ file: await fileOf(path) });
  } finally {
    await contactList.load();
  }
}

function leftOut(
  left: ImportedContacts['left'],
  isUnseen: boolean,
  say: (names: readonly string[]) => string,
): string[] {
  const names = left.filter(({ why }) => (why === 'unseen') === isUnseen).map(({ name }) => name);
  return names.length === 0 ? [] : [say(names)];
}

function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [path, setPath] = useState('');
  const task = useTask(importFile);
  const submit = async (): Promise<void> => {
    if (path.trim() === '' || task.busy) return;
    const done = await task.run(path.trim());
    if (done === undefined) return;
    const { added, later, same, left } = done;
    const others = [
      ...(later === 0 ? [] : [TEXT.later(later)]),
      ...(same === 0 ? [] : [TEXT.same(same)]),
      ...leftOut(left, false, TEXT.left),
      ...leftOut(left, true, TEXT.unseen),
    ].join(' ');
    showToast({
      ...{ tone: left.length + later === 0 ? 'good' : 'plain', title: TEXT.added(added) },
      ...(others === '' ? {} : { text: others }),
    });
    onClose();
  };
  return (
    <FormDialog
      title={TEXT.importing}
      effect="write"
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={TEXT.submit}
      isDisabled={path.trim() === ''}
      isPending={task.busy}
      error={task.error}
    >
      <PathInput
        label={TEXT.file}
        path={path}
        onChange={setPath}
        placeholder={TEXT.placeholder}
        help={TEXT.help}
      />
    </FormDialog>
  );
}
