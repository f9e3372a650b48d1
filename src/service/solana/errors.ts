import { defineRefusals, type ServiceError } from '../errors.ts';

/** Why the history of an address cannot be told. */
export const historyError = defineRefusals({
  UNSPECIFIED: {
    solanaSource: [
      'UNAVAILABLE',
      'the Solana history cannot be read: {why}',
      'Try again later, or start the service with another endpoint for this cluster.',
    ],
    noSolanaSource: [
      'UNIMPLEMENTED',
      'no Solana endpoint is configured for {cluster}; start the service with --solana-rpc solana:{cluster}=URL',
      'Start the service with --solana-rpc.',
    ],
  },
  REQUEST_INVALID: { historyCursor: 'names no transaction of this address on this chain' },
});

/** The node that a history is read from did not give what was asked of it. @param why in words; nothing that it sent */
export const sourceFailed = (why: string): ServiceError => historyError('UNSPECIFIED.solanaSource', { why });
