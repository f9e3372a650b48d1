import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { type DraftGroup, readDraft, valueOfGroup } from '#protocol/form/draft.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/choices.tsx';
import { Form, TextArea } from '#renderer/ui/fields.tsx';
import { Refusal, type Refused } from '#renderer/ui/notes.tsx';
import { FieldViews } from './field-view.tsx';
import { useFirstFocus } from './first-focus.ts';
import { FormOpeningContext, FormPlaceContext } from './form-place.ts';
import styles from './form.module.css';
import { type OperationParameters, createIdOptions } from './id-options.ts';
import { findFaults, readJson } from './read-json.ts';
import { DryRun } from './dry-run.tsx';
import { LivePolicyWords } from './policy-words.tsx';
import policy from './policy.module.css';
import { isPolicyForm } from './tried-policy.ts';
import { VotesNeeded } from './votes-needed.tsx';
import { resolverOf, useViolations } from './resolve.ts';
import { TemplateBar } from './template-bar.tsx';
import { FORM_TEXT } from './text.ts';

interface OperationFormProps {
  readonly operation: Operation;
  /** Parameters to begin with. */
  readonly initial: OperationParameters;
  /** Names of parameters that may not be changed. */
  readonly locked: readonly string[];
  readonly action: string;
  readonly isPending: boolean;
  readonly error: Refused | null;
  readonly onSubmit: (parameters: OperationParameters) => void;
  /** Told of every change of what is filled in. */
  readonly onEdit?: () => void;
  /** Further actions, before the one that submits. */
  readonly actions?: ReactNode;
}

const VIEWS = [
  { id: 'form', label: FORM_TEXT.views.form },
  { id: 'json', label: FORM_TEXT.views.json },
] as const;

/** The generated form of an operation: its fields, or the same as JSON; valid parameters come out. */
export function OperationForm(props: OperationFormProps): ReactNode {
  const { operation, initial, locked, action, isPending, error, onSubmit, onEdit, actions } = props;
  const fields = useMemo(() => formFields(operation.parameters), [operation]);
  const settled = Object.fromEntries(locked.map((name) => [name, initial[name]]));
  const form = useForm({
    defaultValues: { parameters: readDraft(fields, initial) },
    resolver: resolverOf(fields, operation.parameters),
    mode: 'onTouched',
  });
  const place = useMemo(
    () => ({
      fields,
      locked,
      ids: createIdOptions(),
      beforeSent: new Set<() => Promise<boolean>>(),
      arrivals: new Set<'first'>(),
    }),
    [fields, locked],
  );
  const [view, setView] = useState<'form' | 'json'>('form');
  const [json, setJson] = useState('');
  const [jsonError, setJsonError] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => onEdit?.() }),
    [form, onEdit],
  );

  // What is wrong is drawn with the next frame; then the first wrong field takes the focus.
  const focusFirst = (): void =>
    void requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus(),
    );
  useViolations(form, fields, error, focusFirst);
  const isOpening = useFirstFocus(frame, place.arrivals, error === null);

  const editJson = (text: string): void => {
    onEdit?.();
    setJson(text);
  };
  const isReady = async (): Promise<boolean> =>
    (await Promise.all([...place.beforeSent].map((prepare) => prepare()))).every(Boolean);
  const show = async (next: 'form' | 'json'): Promise<void> => {
    setJsonError(null);
    if (next === 'json') {
      if (!(await isReady())) return;
      setJson(JSON.stringify(valueOfGroup(fields, form.getValues('parameters') as DraftGroup), null, 2));
      setView('json');
      return;
    }
    const read = readJson(fields, json, settled);
    if (!read.ok) {
      setJsonError(read.message);
      return;
    }
    form.reset({ parameters: read.draft });
    setView('form');
  };
  // A template holds what can be chosen: what the asking screen has settled stays.
  const choose = (parameters: OperationParameters): void => {
    form.reset({ parameters: readDraft(fields, { ...parameters, ...settled }) });
    setView('form');
  };
  const current = (): OperationParameters | null => {
    if (view === 'form') return valueOfGroup(fields, form.getValues('parameters') as DraftGroup);
    const read = readJson(fields, json, settled);
    setJsonError(read.ok ? null : read.message);
    return read.ok ? read.parameters : null;
  };
  const submitJson = (): void => {
    const read = readJson(fields, json, settled);
    const fault = read.ok ? findFaults(operation.parameters, read.parameters) : read.message;
    setJsonError(fault);
    if (!read.ok || fault !== null) return;
    form.reset({ parameters: read.draft });
    onSubmit(read.parameters);
  };
  const submitForm = async (): Promise<void> => {
    if (!(await isReady())) return;
    await form.handleSubmit(
      (draft) => onSubmit(valueOfGroup(fields, draft['parameters'] as DraftGroup)),
      focusFirst,
    )();
  };
  return (
    <FormProvider {...form}>
      <FormPlaceContext value={place}>
        <Form
          label={operation.summary}
          onSubmit={() => (view === 'json' ? submitJson() : void submitForm())}
          actions={
            <>
              {actions}
              <Button kind="primary" type="submit" kbd="⏎" isPending={isPending}>
                {action}
              </Button>
            </>
          }
        >
          {fields.length > 0 && (
            <div className={styles['head']}>
              <Segmented
                label={FORM_TEXT.view}
                options={VIEWS}
                value={view}
                onChange={(next) => void show(next)}
              />
              <TemplateBar operation={operation.path} current={current} onChoose={choose} />
            </div>
          )}
          <WithWords operation={view === 'form' ? operation : null}>
            <div ref={frame} className={styles['fields']}>
              {fields.length === 0 && <p className={styles['none']}>{FORM_TEXT.noParameters}</p>}
              {view === 'form' ? (
                <FormOpeningContext value={isOpening}>
                  <FieldViews fields={fields} path="parameters" />
                </FormOpeningContext>
              ) : (
                <JsonView text={json} onChange={editJson} error={jsonError} />
              )}
            </div>
          </WithWords>
          <Refusal error={error} />
        </Form>
      </FormPlaceContext>
    </FormProvider>
  );
}

interface WithWordsProps {
  /** Null where its fields aren't what is shown. */
  readonly operation: Operation | null;
  readonly children: ReactNode;
}

/** The fields, and what is said of the policy that they hold: beside them where there is room. */
function WithWords({ operation, children }: WithWordsProps): ReactNode {
  const path = operation?.path ?? '';
  return (
    <div className={isPolicyForm(path) ? policy['around'] : undefined}>
      <div className={isPolicyForm(path) ? policy['columns'] : undefined}>
        <div className={styles['fields']}>
          {children}
          <DryRun operation={path} />
        </div>
        {operation !== null && isPolicyForm(path) && (
          <div className={policy['aside']}>
            <LivePolicyWords operation={path} />
            <VotesNeeded path={path} summary={operation.summary} />
          </div>
        )}
      </div>
    </div>
  );
}

interface JsonViewProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error: string | null;
}

/** The parameters as JSON, to read, to edit and to paste. */
function JsonView({ text, onChange, error }: JsonViewProps): ReactNode {
  return (
    <TextArea
      label={FORM_TEXT.parametersAsJson}
      rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
      value={text}
      onChange={onChange}
      error={error}
    />
  );
}
