import { FilePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OfflineItem } from '#preload/contract/offline.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/notes.tsx';
import { AddressText } from '../../ui/values.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PathInput, fileOf } from '../files/path-input.tsx';
import styles from './offline.module.css';
import { OFFLINE_TEXT } from './text.ts';

/** What can be added to a request, and what is called for it. */
const KINDS = {
  tables: {
    text: OFFLINE_TEXT.tables,
    add: async (id: string, path: string): Promise<true> => {
      await getConsole().offline.addTable({ id, file: await fileOf(path) });
      return true;
    },
  },
  previous: {
    text: OFFLINE_TEXT.previous,
    add: async (id: string, path: string): Promise<true> => {
      await getConsole().offline.addPrevious({ id, file: await fileOf(path) });
      return true;
    },
  },
} as const;
type Kind = keyof typeof KINDS;

/** Something that a request names and doesn't hold. */
interface NamedPart {
  readonly name: string;
  readonly from: 'request' | 'added' | null;
}

/** What a request's transactions name and don't hold, what of it nobody brought, and the way to add it. */
export function AddedParts({ item }: { item: OfflineItem }): ReactNode {
  const tables = item.lookupTables.map(({ address: name, from }) => ({ name, from }));
  const previous = item.previousTransactions.map(({ id: name, from }) => ({ name, from }));
  return (
    <>
      <PartsSection item={item} kind="tables" parts={tables} />
      <PartsSection item={item} kind="previous" parts={previous} />
    </>
  );
}

interface PartsSectionProps {
  readonly item: OfflineItem;
  readonly kind: Kind;
  readonly parts: readonly NamedPart[];
}

function PartsSection({ item, kind, parts }: PartsSectionProps): ReactNode {
  const [isAdding, setAdding] = useState(false);
  if (parts.length === 0) return null;
  const { text } = KINDS[kind];
  const missing = parts.filter(({ from }) => from === null).length;
  return (
    <section className={styles['stack']} aria-label={text.title}>
      <Facts>
        {parts.map(({ name, from }, index) => (
          <FactRow
            key={name}
            label={text.label(index + 1)}
            note={from === null ? text.none : text.from[from]}
          >
            <AddressText value={name} />
          </FactRow>
        ))}
      </Facts>
      {item.stamp === null && (
        <Note
          {...(missing === 0
            ? { title: text.title }
            : { tone: 'warn' as const, title: text.missing(missing) })}
          action={
            <Button small icon={FilePlus} onPress={() => setAdding(true)}>
              {text.add}
            </Button>
          }
        >
          {missing === 0 ? text.note : text.missingEffect}
        </Note>
      )}
      {isAdding && (
        <AddPartDialog
          kind={kind}
          id={item.id}
          changesSaved={item.isMadeHere && item.request.savedTo !== null}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

interface AddPartProps {
  readonly kind: Kind;
  readonly id: string;
  /** Whether a file of the request is somewhere already, which the part makes another one. */
  readonly changesSaved: boolean;
  readonly onClose: () => void;
}

/** Takes a part's file; the privileged side reads it, and decodes the request again. */
function AddPartDialog({ kind, id, changesSaved, onClose }: AddPartProps): ReactNode {
  const [path, setPath] = useState('');
  const { text, add } = KINDS[kind];
  const task = useTask(add);
  const given = path.trim();
  const submit = async (): Promise<void> => {
    if (given === '' || task.busy) return;
    if ((await task.run(id, given)) === true) onClose();
  };
  return (
    <FormDialog
      title={text.dialog}
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={text.submit}
      isDisabled={given === ''}
      isPending={task.busy}
      error={task.error}
    >
      <PathInput
        label={text.file}
        path={path}
        onChange={setPath}
        placeholder={text.placeholder}
        help={text.help}
      />
      <Note>{text.note}</Note>
      {changesSaved && (
        <Note tone="warn" title={text.saved}>
          {text.savedEffect}
        </Note>
      )}
    </FormDialog>
  );
}
