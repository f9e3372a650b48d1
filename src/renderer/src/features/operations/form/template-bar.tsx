import { BookmarkPlus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type ConsoleApi, getConsole } from '#renderer/bridge/console.ts';
import { useTask } from '#renderer/bridge/use-task.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Refusal } from '#renderer/ui/notes.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextInput } from '#renderer/ui/fields.tsx';
import styles from './form.module.css';
import { GIVEN_TEMPLATES, type GivenTemplate } from './given-templates.ts';
import type { OperationParameters } from './id-options.ts';
import { FORM_TEXT } from './text.ts';

const TEXT = FORM_TEXT.template;

type Template = Awaited<ReturnType<ConsoleApi['templates']['list']>>[number];
type Kept = Template['parameters'];

const list = (operation: string): Promise<readonly Template[]> => getConsole().templates.list({ operation });

interface TemplateBarProps {
  readonly operation: string;
  /** What stands in the form now; null where it cannot be read. */
  readonly current: () => OperationParameters | null;
  readonly onChoose: (parameters: OperationParameters) => void;
}

/** Starts the form from parameters that were kept under a name, and keeps those that stand in it. */
export function TemplateBar({ operation, current, onChoose }: TemplateBarProps): ReactNode {
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const save = useTask(async (label: string, parameters: OperationParameters) => {
    await getConsole().templates.save({ operation, name: label, parameters: parameters as Kept });
    setTemplates(await list(operation));
    setChosen(label);
    setName(null);
  });
  const remove = useTask(async (label: string) => {
    await getConsole().templates.remove({ operation, name: label });
    setTemplates(await list(operation));
    setChosen(null);
  });
  const load = useTask(list);
  const { run } = load;
  useEffect(() => {
    void run(operation).then((found) => found && setTemplates(found));
  }, [run, operation]);

  // A template that was kept stands for one of the console's own that has its name.
  const given = (GIVEN_TEMPLATES[operation] ?? []).filter(
    (each) => !templates.some((template) => template.name === each.name),
  );
  const offered: readonly GivenTemplate[] = [...templates, ...given];

  const keep = (): void => {
    const parameters = current();
    if (parameters !== null && name !== null && name.trim() !== '') void save.run(name.trim(), parameters);
  };
  return (
    <>
      <div className={styles['templates']}>
        {offered.length > 0 && (
          <Select
            label={TEXT.label}
            hideLabel
            placeholder={TEXT.choose}
            options={offered.map((template) => ({ id: template.name, label: template.name }))}
            value={chosen}
            onChange={(label) => {
              setChosen(label);
              const template = offered.find((each) => each.name === label);
              if (template) onChoose(template.parameters);
            }}
          />
        )}
        {chosen !== null && templates.some((each) => each.name === chosen) && (
          <Button
            kind="quiet"
            small
            icon={Trash2}
            aria-label={TEXT.remove(chosen)}
            isPending={remove.busy}
            onPress={() => void remove.run(chosen)}
          />
        )}
        {name === null && (
          <Button kind="quiet" small icon={BookmarkPlus} onPress={() => setName('')}>
            {TEXT.saveAs}
          </Button>
        )}
      </div>
      {name !== null && (
        <TextInput
          label={TEXT.name}
          autoFocus
          maxLength={60}
          value={name}
          onChange={setName}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setName(null);
            if (event.key !== 'Enter') return;
            // Enter keeps the template; it must not send the form.
            event.preventDefault();
            keep();
          }}
          help={TEXT.nameHelp}
          end={
            <>
              <Button kind="quiet" small onPress={() => setName(null)}>
                {TEXT.cancel}
              </Button>
              <Button
                kind="quiet"
                small
                className={styles['inBox']}
                isDisabled={name.trim() === ''}
                isPending={save.busy}
                onPress={keep}
              >
                {TEXT.save}
              </Button>
            </>
          }
        />
      )}
      <Refusal error={save.error ?? remove.error ?? load.error} />
    </>
  );
}
