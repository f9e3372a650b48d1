import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { Operation, SubmitOperation } from '#protocol/catalogue/operation.ts';
import { clientError } from './errors.ts';

/** The submit operation of a path. @throws AppError `OPERATION_UNKNOWN` */
export function submitOperation(path: string): SubmitOperation {
  const operation = operationByPath(path);
  if (operation?.kind === 'submit') return operation;
  throw clientError('OPERATION_UNKNOWN.activity');
}

/** Parameters as an operation takes them. @throws AppError `PARAMETERS_INVALID`, naming the first wrong one */
export function readParameters(operation: Pick<Operation, 'parameters'>, given: unknown): unknown {
  const parsed = operation.parameters.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The parameters' : issue.path.join('.');
  throw clientError('PARAMETERS_INVALID', { where, why: issue?.message ?? 'wrong shape' });
}
