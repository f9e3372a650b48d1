import { type ServiceError, serviceError } from '../errors.ts';

/** The node that a history is read from did not give what was asked of it. @param why in words; nothing that it sent */
export const sourceFailed = (why: string, options: ErrorOptions = {}): ServiceError =>
  serviceError('UNSPECIFIED.solanaSource', { why, ...options });

/** The service was started without a node for a cluster. */
export const noSource = (cluster: string): ServiceError =>
  serviceError('UNSPECIFIED.noSolanaSource', { cluster });
