import { FlaskConical } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type DraftGroup, valueOfGroup } from '#protocol/form/draft.ts';
import { type ConsoleApi, getConsole } from '#renderer/bridge/console.ts';
import { useIsOffline } from '#renderer/bridge/app-state.ts';
import { useTask } from '#renderer/bridge/use-task.ts';
import { formatDay } from '#renderer/format/time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Refusal } from '#renderer/ui/notes.tsx';
import type { TableColumn } from '#renderer/ui/table-column.ts';
import { FoundTable } from '../../filters/found-list.tsx';
import { useFormPlace } from './form-place.ts';
import styles from './policy.module.css';
import { FORM_TEXT } from './text.ts';
import { TRIED, type Tried, type TriedBy } from './tried-policy.ts';

const TEXT = FORM_TEXT.trial;

type Trial = Awaited<ReturnType<ConsoleApi['activities']['tryPolicy']>>;
type Changed = Trial['changed'][number];

const COLUMNS: readonly TableColumn<Changed>[] = [
  { id: 'title', title: TEXT.activity, grow: true, cell: ({ title }) => title },
  { id: 'at', title: TEXT.at, cell: ({ atMs }) => formatDay(atMs) },
  { id: 'before', title: TEXT.before, cell: ({ before }) => TEXT.decided[before] },
  { id: 'after', title: TEXT.after, cell: ({ after }) => <b>{TEXT.decided[after]}</b> },
];

const changedId = ({ id }: Changed): string => id;
const changedText = ({ id, title, before, after }: Changed): string =>
  [title, TEXT.decided[before], TEXT.decided[after], id].join(' ');

const ask = (policy: Tried): Promise<Trial> => getConsole().activities.tryPolicy(policy);

/** Which activities the policy that a form holds would decide otherwise; nothing for another operation. */
export function DryRun({ operation }: { operation: string }): ReactNode {
  const isOffline = useIsOffline();
  const triedBy = TRIED[operation];
  return !isOffline && triedBy && <Trial triedBy={triedBy} />;
}

function Trial({ triedBy }: { triedBy: TriedBy }): ReactNode {
  const form = useFormContext();
  const { fields } = useFormPlace();
  const task = useTask(ask);
  const [trial, setTrial] = useState<Trial | null>(null);
  // What was tried is no longer what is written.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setTrial(null) }), [form]);
  const run = async (): Promise<void> => {
    if (!(await form.trigger())) return;
    const draft = form.getValues('parameters') as DraftGroup;
    setTrial((await task.run(triedBy(valueOfGroup(fields, draft)))) ?? null);
  };
  return (
    <section className={styles['trial']} aria-label={TEXT.title}>
      <div className={styles['trialHead']}>
        <span>{trial === null ? TEXT.hint : TEXT.found(trial)}</span>
        <Button small icon={FlaskConical} isPending={task.busy} onPress={run}>
          {TEXT.run}
        </Button>
      </div>
      <Refusal error={task.error} />
      {trial !== null && trial.changed.length > 0 && (
        <FoundTable
          list="policyTrial"
          label={TEXT.title}
          columns={COLUMNS}
          rows={trial.changed}
          rowId={changedId}
          rowText={changedText}
        />
      )}
    </section>
  );
}
