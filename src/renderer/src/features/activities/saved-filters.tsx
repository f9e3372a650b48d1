import { BookmarkPlus, ListFilter, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SavedFilter } from '#preload/contract/activities.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Menu, type MenuEntry } from '../../ui/popovers.tsx';
import { attempt } from '../../ui/toasts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { type Filters, filterActivities, isSameFilter, useActivities } from './activities-store.ts';
import { ACTIVITY_TEXT } from './text.ts';

const TEXT = ACTIVITY_TEXT.saved;

/** The filters that were saved for this profile: picks one, saves what is chosen now, removes the one in use. */
export function SavedFilters(): ReactNode {
  const { view, status, type, userId, span } = useActivities();
  const current: Filters = { view, status, type, userId, span };
  const [saved, setSaved] = useState<readonly SavedFilter[]>([]);
  const [isNaming, setNaming] = useState(false);
  const load = async (): Promise<void> => setSaved(await getConsole().activities.savedFilters());
  useEffect(() => void attempt(load), []);

  const remove = async (name: string): Promise<void> => {
    await getConsole().activities.forgetFilter({ name });
    await load();
  };
  const inUse = saved.filter(({ filter }) => isSameFilter(filter, current));
  const entries: readonly MenuEntry[] = [
    ...saved.map((each) => ({
      id: `pick ${each.name}`,
      label: each.name,
      isCurrent: inUse.includes(each),
      onAction: () => void filterActivities(each.filter),
    })),
    { id: 'save', label: TEXT.save, icon: BookmarkPlus, onAction: () => setNaming(true) },
    ...inUse.map(({ name }) => ({
      id: `remove ${name}`,
      label: TEXT.remove(name),
      icon: Trash2,
      danger: true,
      onAction: () => void attempt(() => remove(name)),
    })),
  ];
  return (
    <>
      <Menu
        label={TEXT.label}
        entries={entries}
        trigger={
          <Button small icon={ListFilter}>
            {TEXT.label}
          </Button>
        }
      />
      {isNaming && (
        <NameDialog
          filter={current}
          names={saved.map(({ name }) => name)}
          onSaved={load}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

interface NameDialogProps {
  readonly filter: Filters;
  /** Those that are taken. */
  readonly names: readonly string[];
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

function NameDialog({ filter, names, onSaved, onClose }: NameDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [wasTried, setTried] = useState(false);
  const given = name.trim();
  const task = useTask(async () => {
    await getConsole().activities.keepFilter({ name: given, filter });
    await onSaved();
    onClose();
  });
  const submit = (): void => {
    setTried(true);
    if (given !== '') void task.run();
  };
  return (
    <FormDialog
      title={TEXT.title}
      onClose={onClose}
      onSubmit={submit}
      submit={TEXT.submit}
      isPending={task.busy}
      error={task.error}
    >
      <TextInput
        autoFocus
        label={TEXT.name}
        value={name}
        onChange={setName}
        maxLength={60}
        help={names.includes(given) ? TEXT.replaces : TEXT.help}
        error={wasTried && given === '' ? TEXT.nameMissing : undefined}
      />
    </FormDialog>
  );
}
