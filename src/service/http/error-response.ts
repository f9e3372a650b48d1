import type { ErrorBody } from '#protocol/error-body.ts';
import { STATUS } from '#protocol/status.ts';
import { StorageError } from '#storage/storage-error.ts';
import { serviceError, ServiceError } from '../errors.ts';
import { httpError } from './errors.ts';
import { BodyTooLarge } from './body-reader.ts';

/** The HTTP status and body that tell of an error. Only errors that are meant for the caller are told in words. */
export function errorResponse(error: unknown): {
  readonly http: number;
  readonly body: ErrorBody;
  readonly unexpected: boolean;
} {
  if (error instanceof ServiceError) {
    const http = error instanceof BodyTooLarge ? 413 : STATUS[error.status].http;
    return { http, body: error.body(), unexpected: false };
  }
  if (isRefusedByFastify(error)) {
    const body = httpError('REQUEST_INVALID.http', { why: error.message }).body();
    return { http: error.statusCode, body, unexpected: false };
  }
  if (error instanceof StorageError && error.code === 'DATABASE_CHANGED') {
    const { message, remedy: whatToDo } = error;
    const body = httpError('INTERNAL.databaseChanged', { message, whatToDo }).body();
    return { http: STATUS.UNAVAILABLE.http, body, unexpected: true };
  }
  return { http: 500, body: serviceError('INTERNAL.failed').body(), unexpected: true };
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
