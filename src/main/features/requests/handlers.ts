import { chainError } from '../../../chains/errors.ts';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { ConsoleContract } from '../../../preload/contract.ts';
import { TRANSACTION_TYPES } from '../../../protocol/catalogue/sign-transaction.ts';
import type { ContractInterfaces } from '../../../chains/ethereum/interfaces/contract-interfaces.ts';
import { readTransaction } from '../../../chains/read.ts';
import { fromHex } from '../../../protocol/encoding.ts';
import { AppError } from '../../../protocol/error.ts';
import { transactionAsHex } from '../../../chains/transaction-input.ts';
import { errorText } from '../../../protocol/define-errors.ts';
import type { RequestFlow } from './request-flow.ts';
import type { SentRequestStore } from '../../storage/sent-requests.ts';

export function requestHandlers(
  flow: RequestFlow,
  requests: SentRequestStore,
  interfaces: () => Promise<ContractInterfaces>,
  /** The profile that the window shows. */
  profileId: () => string,
): Handlers<ConsoleContract>['requests'] {
  return {
    prepare: ({ operation, parameters }) => flow.prepare(operation, parameters),
    review: ({ previewId }) => flow.review(previewId),
    discard: ({ previewId }) => {
      flow.discard(previewId);
      return Promise.resolve(undefined);
    },
    resume: ({ fingerprint }) => flow.resume(fingerprint),
    revisit: ({ activityId }) => flow.revisit(activityId),
    unfinished: async () => {
      const open = (await requests.listUnanswered()).filter((request) => request.profileId === profileId());
      return open.map(({ fingerprint, operation, sentAtMs }) => ({ fingerprint, operation, sentAtMs }));
    },
    read: async (input) => read(input.type, input.unsignedTransaction, await interfaces()),
  };
}

type Read = Awaited<ReturnType<Handlers<ConsoleContract>['requests']['read']>>;

function read(type: string, unsignedTransaction: string, interfaces: ContractInterfaces): Read {
  const known = TRANSACTION_TYPES.find((each) => each === type);
  if (known === undefined) return { ok: false, ...errorText(chainError('TRANSACTION_TYPE_UNKNOWN.none')) };
  try {
    const hex = transactionAsHex(unsignedTransaction);
    const reading = readTransaction(known, hex, { interfaces });
    return { ok: true, reading, bytes: fromHex(hex.trim()).length };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, ...errorText(error) };
  }
}
