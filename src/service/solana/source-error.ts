import { ServiceError } from '../service-error.ts';

/** The node that a history is read from did not give what was asked of it. @param why in words; nothing that it sent */
export const sourceFailed = (why: string, options: ErrorOptions = {}): ServiceError =>
  new ServiceError('UNAVAILABLE', 'UNSPECIFIED', `the Solana history cannot be read: ${why}`, {
    ...options,
    remedy: 'Try again later, or start the service with another endpoint for this cluster.',
  });

/** The service was started without a node for a cluster. */
export const noSource = (cluster: string): ServiceError =>
  new ServiceError(
    'UNIMPLEMENTED',
    'UNSPECIFIED',
    `no Solana endpoint is configured for ${cluster}; start the service with --solana-rpc solana:${cluster}=URL`,
    { remedy: 'Start the service with --solana-rpc.' },
  );
