import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Outcome } from '#preload/contract/requests.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { useIsOffline, useProfile } from '../../bridge/app-state.ts';
import type { ConsoleApi } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { createTurns } from '../../bridge/turns.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import type { Refused } from '../../ui/notes.tsx';
import { makeOwnFile } from '../requests/request-file.tsx';
import { type RequestFlow, createRequestFlow } from '../requests/request-flow.ts';
import { REQUEST_TEXT } from '../requests/text.ts';
import { type Destruction, findDestruction } from './destruction.ts';
import { type OperationParameters, createIdOptions } from './form/id-options.ts';
import { OperationForm } from './form/operation-form.tsx';
import styles from './operations.module.css';
import { ReviewView } from './review-view.tsx';
import { OPERATION_TEXT } from './text.ts';

type RequestParameters = Parameters<ConsoleApi['requests']['prepare']>[0]['parameters'];

interface Doomed {
  readonly parameters: OperationParameters;
  readonly destruction: Destruction;
}

/** What is told while an operation is under way. */
export interface RunSubmitEvents {
  /** Told the outcome of a request that completed. */
  readonly onCompleted?: (outcome: Extract<Outcome, { state: 'completed' }>) => void;
  /** Offers a way out. */
  readonly onClose?: () => void;
  /** Takes what was filled in for a file, in place of a preview and an approval here. */
  readonly asFile?: {
    readonly action: string;
    readonly isPending: boolean;
    readonly error: Refused | null;
    readonly onSubmit: (parameters: RequestParameters) => void;
  };
  /** Told whether the approval surface is in front: then it is decided there. */
  readonly onReviewing?: (isReviewing: boolean) => void;
}

interface RunSubmitProps extends RunSubmitEvents {
  readonly operation: SubmitOperation;
  readonly initial: OperationParameters;
  readonly locked: readonly string[];
}

/** An operation that makes an activity: its form, what it would stamp, and what came of it. */
export function RunSubmit(props: RunSubmitProps): ReactNode {
  const { operation, locked, onClose, onCompleted, onReviewing } = props;
  const own = useOwnFile(operation.path, onClose);
  const isOffline = useIsOffline();
  const asFile = props.asFile ?? (isOffline ? own : undefined);
  const [flow] = useState<RequestFlow>(createRequestFlow);
  const state = flow.useFlow();
  // What was filled in stays while one goes on to the preview and back.
  const [parameters, setParameters] = useState(props.initial);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const [isNaming, setNaming] = useState(false);
  // What the service would not take is shown at the fields, once one is back at the form.
  const [failure, setFailure] = useState<Refused | null>(null);
  const whose = useProfile()?.username ?? OPERATION_TEXT.destroy.thisCredential;
  const isReviewing = state.stage === 'reviewing';
  useEffect(() => onReviewing?.(isReviewing), [onReviewing, isReviewing]);
  // A preview that nobody looks at any more is given up.
  useEffect(() => () => flow.discard(), [flow]);
  const [turns] = useState(createTurns);
  // What is being named, or prepared, was filled in otherwise.
  const edited = useCallback((): void => {
    turns.end();
    setNaming(false);
    flow.edited();
  }, [flow, turns]);
  useEffect(() => turns.end, [turns]);

  const prepare = (given: OperationParameters): void => {
    setDoomed(null);
    setFailure(null);
    setParameters(given);
    void flow.prepare(operation.path, given as RequestParameters);
  };
  const submit = async (given: OperationParameters): Promise<void> => {
    const isMine = turns.begin();
    setNaming(true);
    const destruction = await findDestruction(operation, given, createIdOptions(), whose);
    if (!isMine()) return;
    setNaming(false);
    if (destruction === null) prepare(given);
    else setDoomed({ parameters: given, destruction });
  };
  const goBack = (): void => {
    if (state.stage === 'ended' && state.outcome.state === 'failed') setFailure(state.outcome);
    flow.discard();
  };
  const finish = async (ending: Promise<unknown>): Promise<void> => {
    await ending;
    const ended = flow.useFlow.getState();
    if (ended.stage === 'ended' && ended.outcome.state === 'completed') onCompleted?.(ended.outcome);
  };
  if (state.stage === 'ready' || state.stage === 'reviewing' || state.stage === 'ended') {
    return (
      <ReviewView
        state={state}
        onBack={goBack}
        onReview={() => void finish(flow.review())}
        onResume={(fingerprint) => void finish(flow.resume(fingerprint))}
        onPrepareAgain={() => prepare(parameters)}
        onClose={onClose}
      />
    );
  }
  return (
    <>
      <OperationForm
        operation={operation}
        initial={parameters}
        locked={locked}
        action={asFile?.action ?? OPERATION_TEXT.preview}
        isPending={asFile?.isPending ?? (isNaming || state.stage === 'preparing')}
        error={asFile === undefined ? (state.stage === 'refused' ? state.error : failure) : asFile.error}
        onSubmit={(given) =>
          asFile === undefined ? void submit(given) : asFile.onSubmit(given as RequestParameters)
        }
        onEdit={edited}
        actions={onClose && <Button onPress={onClose}>{OPERATION_TEXT.cancel}</Button>}
      />
      {doomed && (
        <DestroyDialog
          operation={operation}
          destruction={doomed.destruction}
          onClose={() => setDoomed(null)}
          onConfirm={() => prepare(doomed.parameters)}
        />
      )}
    </>
  );
}

/** Offline, what was filled in becomes a request file of this console's own. */
function useOwnFile(
  operation: string,
  onClose: (() => void) | undefined,
): NonNullable<RunSubmitEvents['asFile']> {
  const task = useTask(async (parameters: RequestParameters) => {
    await makeOwnFile(operation, parameters);
    onClose?.();
  });
  return {
    action: REQUEST_TEXT.file.submit,
    isPending: task.busy,
    error: task.error,
    onSubmit: (parameters) => void task.run(parameters),
  };
}

interface DestroyDialogProps {
  readonly operation: SubmitOperation;
  readonly destruction: Destruction;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Names what will be gone and asks for its name, before there is anything to approve. */
function DestroyDialog({ operation, destruction, onClose, onConfirm }: DestroyDialogProps): ReactNode {
  const { what, names, typed } = destruction;
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={operation.summary}
      action={OPERATION_TEXT.preview}
      typed={typed}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{OPERATION_TEXT.destroy.effect(what.toLowerCase())}</p>
      <ul className={styles['doomed']}>
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
