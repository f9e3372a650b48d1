import { z } from 'zod';
import { type FieldViolation, STATUS, type StatusName } from './status.ts';

/** The published error codes that this service uses (PROTOCOL.md, section 7). */
export const SERVICE_ERROR_CODES = [
  'UNSPECIFIED',
  'INTERNAL',
  'ORGANIZATION_NOT_FOUND',
  'ORGANIZATION_MISMATCH',
  'PUBLIC_KEY_NOT_FOUND',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'CREDENTIAL_NOT_FOUND',
  'CREDENTIAL_CONFLICT',
  'API_KEY_EXPIRED',
  'REQUEST_INVALID',
  'REQUEST_NOT_AUTHORIZED',
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'UNSUPPORTED_TRANSACTION_TYPE',
  'INVALID_TRANSACTION',
  'INVALID_ORGANIZATION_ID',
  'INVALID_TIME',
  'NOT_FOUND',
  'RATE_LIMIT_EXCEEDED',
  'INVALID_OIDC_TOKEN',
  'OAUTH_PROVIDER_ALREADY_EXISTS',
] as const;

export type ServiceErrorCode = (typeof SERVICE_ERROR_CODES)[number];

const detail = z.looseObject({ '@type': z.string().optional() });

/** The error body of the service (PROTOCOL.md, section 7); the vendor's name for `serviceErrorCode` is accepted too. */
export const errorBody = z.looseObject({
  code: z.number().int(),
  message: z.string(),
  details: z.array(detail).default([]),
  serviceErrorCode: z.string().optional(),
  turnkeyErrorCode: z.string().optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;

/** Builds the error body that the service answers with. */
export function toErrorBody(
  status: StatusName,
  serviceErrorCode: ServiceErrorCode,
  message: string,
  fieldViolations: readonly FieldViolation[] = [],
): ErrorBody {
  const details: ErrorBody['details'] = [
    { '@type': 'type.googleapis.com/errors.v1.ServiceErrorDetail', serviceErrorCode },
  ];
  if (fieldViolations.length > 0) {
    details.push({ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations });
  }
  return { code: STATUS[status].code, message, details, serviceErrorCode };
}
