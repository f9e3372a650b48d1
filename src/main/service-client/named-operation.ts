import { operationByPath } from '../../protocol/catalogue/catalogue.ts';
import type { Operation, SubmitOperation } from '../../protocol/catalogue/operation.ts';
import { AppError } from '../../protocol/error.ts';

/** The submit operation of a path. @throws AppError `OPERATION_UNKNOWN` */
export function submitOperation(path: string): SubmitOperation {
  const operation = operationByPath(path);
  if (operation?.kind === 'submit') return operation;
  throw new AppError(
    'OPERATION_UNKNOWN',
    'There is no such operation that makes an activity.',
    'Choose one of the list.',
  );
}

/** Parameters as an operation takes them. @throws AppError `PARAMETERS_INVALID`, naming the first wrong one */
export function readParameters(operation: Pick<Operation, 'parameters'>, given: unknown): unknown {
  const parsed = operation.parameters.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The parameters' : issue.path.join('.');
  throw new AppError(
    'PARAMETERS_INVALID',
    `${where}: ${issue?.message ?? 'wrong shape'}`,
    'Correct the value.',
  );
}
