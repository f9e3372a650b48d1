import { AppError, type ServiceErrorCode } from '../protocol/error.ts';
import type { FieldViolation, StatusName } from '../protocol/status.ts';

/** A request that the service refuses: what the error body says (PROTOCOL.md, section 7). */
export class ServiceError extends AppError {
  readonly status: StatusName;
  readonly serviceErrorCode: ServiceErrorCode;
  readonly fieldViolations: readonly FieldViolation[];

  constructor(
    status: StatusName,
    serviceErrorCode: ServiceErrorCode,
    message: string,
    options: ErrorOptions & { remedy?: string; fieldViolations?: readonly FieldViolation[] } = {},
  ) {
    super(serviceErrorCode, message, options.remedy ?? 'Change the request and stamp it again.', options);
    this.status = status;
    this.serviceErrorCode = serviceErrorCode;
    this.fieldViolations = options.fieldViolations ?? [];
  }
}

/** A request that is wrong in one field of its body. */
export const invalidField = (field: string, description: string, options?: ErrorOptions): ServiceError =>
  new ServiceError('INVALID_ARGUMENT', 'REQUEST_INVALID', `bad request body (${field}: ${description})`, {
    ...options,
    fieldViolations: [{ field, description }],
  });

/** Neither the root quorum nor a policy allows it to whoever asks. */
export const notAuthorized = (): ServiceError =>
  new ServiceError('PERMISSION_DENIED', 'REQUEST_NOT_AUTHORIZED', 'request not authorized', {
    remedy: 'Ask a root user to do this, or for a policy that allows it.',
  });
