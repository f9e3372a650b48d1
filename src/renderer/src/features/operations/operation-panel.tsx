import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { OperationParameters } from './form/operation-parameters.ts';
import { RunQuery } from './run-query.tsx';
import { RunSubmit } from './run-submit.tsx';
import type { RunSubmitEvents } from './run-submit.tsx';
import { OPERATION_TEXT } from './text.ts';

export interface OperationPanelProps extends RunSubmitEvents {
  /** The path of an operation of the catalogue. */
  readonly operation: string;
  /** Parameters to begin with; the others are filled in. */
  readonly initial?: OperationParameters;
  /** Names of parameters that may not be changed here. */
  readonly locked?: readonly string[];
}

const NONE: readonly string[] = [];
const NOTHING: OperationParameters = {};

/** Any operation or query of the catalogue, from its form to what came of it. */
export function OperationPanel(props: OperationPanelProps): ReactNode {
  const { operation: path, initial = NOTHING, locked = NONE, ...rest } = props;
  const operation = operationByPath(path);
  if (operation === undefined) {
    return (
      <EmptyState icon={SearchX} title={OPERATION_TEXT.screen.unknown}>
        {OPERATION_TEXT.screen.unknownHint}
      </EmptyState>
    );
  }
  return operation.kind === 'query' ? (
    <RunQuery operation={operation} initial={initial} locked={locked} onClose={rest.onClose} />
  ) : (
    <RunSubmit operation={operation} initial={initial} locked={locked} {...rest} />
  );
}
