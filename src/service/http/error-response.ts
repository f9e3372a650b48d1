import { toErrorBody, type ErrorBody } from '../../protocol/error.ts';
import { STATUS } from '../../protocol/status.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { ServiceError } from '../service-error.ts';
import { BodyTooLarge } from './body-reader.ts';

/** The HTTP status and body that tell of an error. Only errors that are meant for the caller are told in words. */
export function errorResponse(error: unknown): {
  readonly http: number;
  readonly body: ErrorBody;
  readonly unexpected: boolean;
} {
  if (error instanceof ServiceError) {
    const body = toErrorBody(error.status, error.serviceErrorCode, error.message, error.fieldViolations);
    return { http: error instanceof BodyTooLarge ? 413 : STATUS[error.status].http, body, unexpected: false };
  }
  if (isRefusedByFastify(error)) {
    const body = toErrorBody('INVALID_ARGUMENT', 'REQUEST_INVALID', `bad request (${error.message})`);
    return { http: error.statusCode, body, unexpected: false };
  }
  if (error instanceof StorageError && error.code === 'DATABASE_CHANGED') {
    const body = toErrorBody('UNAVAILABLE', 'INTERNAL', `${error.message} ${error.remedy}`);
    return { http: STATUS.UNAVAILABLE.http, body, unexpected: true };
  }
  return { http: 500, body: toErrorBody('INTERNAL', 'INTERNAL', 'internal server error'), unexpected: true };
}

function isRefusedByFastify(error: unknown): error is Error & { readonly statusCode: number } {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}
