import { type ReactNode, useState } from 'react';
import type { ListFilter as Filter } from '#preload/contract/saved-filters.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { TextInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FILTER_TEXT } from './text.ts';

/** What gets a name: the filter of now, or one that was saved under another. */
export interface Naming {
  readonly was: string | null;
}

interface NameDialogProps {
  readonly naming: Naming;
  readonly filter: Filter;
  /** Those that are taken. */
  readonly names: readonly string[];
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a filter, and keeps it. */
export function NameDialog({ naming: { was }, filter, names, onSaved, onClose }: NameDialogProps): ReactNode {
  const [name, setName] = useState(was ?? '');
  const [wasTried, setTried] = useState(false);
  const given = name.trim();
  const isTaken = given !== was && names.includes(given);
  const task = useTask(async () => {
    const { savedFilters } = getConsole();
    await (was === null
      ? savedFilters.keep({ name: given, filter })
      : savedFilters.rename({ list: filter.list, name: was, to: given }));
    await onSaved();
    onClose();
  });
  const fault = faultOf(given, was !== null && isTaken);
  const submit = (): void => {
    setTried(true);
    if (fault === undefined) void task.run();
  };
  return (
    <FormDialog
      title={was === null ? FILTER_TEXT.title : FILTER_TEXT.renameTitle}
      onClose={onClose}
      onSubmit={submit}
      submit={was === null ? FILTER_TEXT.submit : FILTER_TEXT.renameSubmit}
      isPending={task.busy}
      error={task.error}
    >
      <TextInput
        autoFocus
        label={FILTER_TEXT.name}
        value={name}
        onChange={setName}
        maxLength={60}
        help={isTaken ? FILTER_TEXT.replaces : FILTER_TEXT.help}
        error={wasTried ? fault : undefined}
      />
    </FormDialog>
  );
}

function faultOf(given: string, isTaken: boolean): string | undefined {
  if (given === '') return FILTER_TEXT.nameMissing;
  return isTaken ? FILTER_TEXT.taken : undefined;
}
