import { SearchX, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { QueryOperation } from '#protocol/catalogue/operation.ts';
import { useIsOffline } from '../../bridge/app-state.ts';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OperationForm } from './form/operation-form.tsx';
import type { OperationParameters } from './form/id-options.ts';
import styles from './operations.module.css';
import { pagesOf } from './result/pages.ts';
import { ResultView } from './result/result-view.tsx';
import { RunSubmit, type RunSubmitEvents } from './run-submit.tsx';
import { OPERATION_TEXT } from './text.ts';

export interface OperationPanelProps extends RunSubmitEvents {
  /** The path of an operation of the catalogue. */
  readonly operation: string;
  /** Parameters to begin with; the others are filled in. */
  readonly initial?: OperationParameters;
  /** Names of parameters that may not be changed here. */
  readonly locked?: readonly string[];
}

/** Loaded together with the forms, for those who show a result alone. */
export { ResultView } from './result/result-view.tsx';

const NONE: readonly string[] = [];
const NOTHING: OperationParameters = {};

/** Any operation or query of the catalogue, from its form to what came of it. */
export function OperationPanel(props: OperationPanelProps): ReactNode {
  const { operation: path, initial = NOTHING, locked = NONE, ...rest } = props;
  const operation = operationByPath(path);
  const isOffline = useIsOffline();
  if (operation === undefined) {
    return (
      <EmptyState icon={SearchX} title={OPERATION_TEXT.screen.unknown}>
        {OPERATION_TEXT.screen.unknownHint}
      </EmptyState>
    );
  }
  if (operation.kind === 'query' && isOffline)
    return (
      <EmptyState icon={WifiOff} title={OPERATION_TEXT.query.offlineTitle}>
        {OPERATION_TEXT.query.offline}
      </EmptyState>
    );
  return operation.kind === 'query' ? (
    <RunQuery operation={operation} initial={initial} locked={locked} onClose={rest.onClose} />
  ) : (
    <RunSubmit operation={operation} initial={initial} locked={locked} {...rest} />
  );
}

type Asked = Parameters<ConsoleApi['queries']['ask']>[0]['parameters'];

interface Answered {
  readonly parameters: OperationParameters;
  readonly answer: unknown;
}

interface RunQueryProps {
  readonly operation: QueryOperation;
  readonly initial: OperationParameters;
  readonly locked: readonly string[];
  readonly onClose: (() => void) | undefined;
}

/** A query: its form, and its answer below; page by page where it has pages. */
function RunQuery({ operation, initial, locked, onClose }: RunQueryProps): ReactNode {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const task = useTask(async (parameters: OperationParameters) => ({
    parameters,
    answer: await getConsole().queries.ask({ operation: operation.path, parameters: parameters as Asked }),
  }));
  const ask = async (parameters: OperationParameters): Promise<void> => {
    const next = await task.run(parameters);
    if (next) setAnswered(next);
  };
  const pages = answered && pagesOf(operation, answered.parameters, answered.answer);
  return (
    <div className={styles['run']}>
      <OperationForm
        operation={operation}
        initial={initial}
        locked={locked}
        action={OPERATION_TEXT.query.run}
        isPending={task.busy}
        error={task.error}
        onSubmit={(parameters) => void ask(parameters)}
        actions={onClose && <Button onPress={onClose}>{OPERATION_TEXT.close}</Button>}
      />
      {answered && (
        <ResultView
          label={OPERATION_TEXT.result}
          value={answered.answer}
          end={
            pages && (
              <>
                <Button
                  small
                  isDisabled={pages.newer === null || task.busy}
                  onPress={() => pages.newer && void ask(pages.newer)}
                >
                  {OPERATION_TEXT.query.newer}
                </Button>
                <Button
                  small
                  isDisabled={pages.older === null || task.busy}
                  onPress={() => pages.older && void ask(pages.older)}
                >
                  {OPERATION_TEXT.query.older}
                </Button>
              </>
            )
          }
        />
      )}
    </div>
  );
}
