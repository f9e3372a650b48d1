import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueryOperation } from '#protocol/catalogue/operation.ts';
import { getConsole } from '../../bridge/console.ts';
import type { ConsoleApi } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { OperationForm } from './form/operation-form.tsx';
import type { OperationParameters } from './form/operation-parameters.ts';
import styles from './operations.module.css';
import { pagesOf } from './result/pages.ts';
import { ResultView } from './result/result-view.tsx';
import { OPERATION_TEXT } from './text.ts';

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
export function RunQuery({ operation, initial, locked, onClose }: RunQueryProps): ReactNode {
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
