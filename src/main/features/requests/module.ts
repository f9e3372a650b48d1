import { readTransaction } from '#chains/chains.ts';
import type { ContractInterfaces } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import { chainError } from '#chains/model/errors.ts';
import { transactionAsHex } from '#chains/transaction-input.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import { TRANSACTION_TYPES } from '#protocol/catalogue/signing.ts';
import { errorText } from '#protocol/define-errors.ts';
import { fromHex } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import type { Clock } from '../../platform/clock.ts';
import { reportFault } from '../../platform/errors.ts';
import type { SentRequestStore } from '../../storage/sent-requests.ts';
import type { ApprovalParts } from '../approvals/module.ts';
import type { InterfaceParts } from '../contract-interfaces/module.ts';
import type { PreviewModuleParts } from '../previews/module.ts';
import type { TransferParts } from '../transfers/module.ts';
import { type RequestFlow, createRequestFlow, isStampedForFile } from './request-flow.ts';
import type { SendParts } from './send.ts';

export type { RequestFlow } from './request-flow.ts';
export { prepare } from './prepare.ts';
export { createResultChecks } from './result-checks.ts';
export { concludeActivity, outcomeWord, revisit, sendBeside, settleCarried } from './send.ts';
export type { KeptBeside, SendParts } from './send.ts';
export type { ResultHandler, SentRequest } from './sent-request.ts';

/** How long a request is kept after its end, and how many of them (docs/decisions/091-sent-requests.md). */
const KEPT_MS = 30 * 24 * 60 * 60_000;
const MOST = 1_000;
const EVERY_MS = 60 * 60_000;

/** Forgets the bodies of requests that had their end long ago: now, and every hour. Nothing reads them any more. */
export function createRequestPruner(parts: {
  readonly requests: Pick<SentRequestStore, 'forgetAnswered'>;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}): { close(): Promise<void> } {
  const { requests, clock, onFault } = parts;
  let closed = false;
  let cancel = (): void => undefined;
  const round = async (): Promise<void> => {
    await requests.forgetAnswered({ beforeMs: clock.now() - KEPT_MS, most: MOST }).catch(onFault);
    if (!closed)
      cancel = clock.after(EVERY_MS, () => {
        last = round();
      });
  };
  let last = round();
  return {
    close: async () => {
      closed = true;
      cancel();
      await last;
    },
  };
}

export interface RequestParts {
  readonly flow: RequestFlow;
  /** What sending needs around it. */
  readonly sending: SendParts;
}

type Needs = ApprovalParts & InterfaceParts & PreviewModuleParts & TransferParts & ConsoleContext;

/** The one way of every request that has an effect. */
export const requests = defineModule({
  start: (needs: Needs): ModuleParts<'requests', RequestParts> => {
    const { client, journal, storage, requestSeal, clock, sessions, interfaces, profileId } = needs;
    const pruner = createRequestPruner({
      requests: storage.requests,
      clock,
      onFault: (error) => reportFault('storage', error),
    });
    const underWay = new Set<string>();
    const sending: SendParts = {
      underWay,
      ...{ client, journal, requests: storage.requests, requestSeal, clock },
      paid: {
        record: async (sentRequest, outcome) => {
          // In one trip to the disk.
          await Promise.all([
            needs.paid.record(sentRequest, outcome),
            needs.nonces.record(sentRequest, outcome),
          ]);
        },
      },
      isLocked: () => needs.runtime.locked,
      onUnfinished: () => needs.host.send('console', 'requests.unfinishedChanged', null),
      onRecorded: () => {
        needs.announce();
        needs.news.recorded.emit();
      },
      onJournalFault: needs.onJournalFault,
    };
    const flow = createRequestFlow({
      ...sending,
      watchProfile: needs.selections.watchProfile,
      timing: needs.timing,
      gate: needs.gate,
      session: (publicKey) => sessions.current(publicKey),
      target: (id, publicKey) => sessions.target(id, publicKey),
      reads: needs.reads,
      steadyMs: needs.steadyMs,
    });
    // Their names stand in previews: one of before the change is shown to nobody.
    needs.news.contactsChanged.on(() => flow.forgetTransactions());
    return {
      parts: { flow, sending },
      handlers: {
        requests: {
          prepare: ({ operation, parameters }) => flow.prepare(operation, parameters),
          review: ({ previewId }) => flow.review(previewId),
          discard: ({ previewId }) => {
            flow.discard(previewId);
            return Promise.resolve(undefined);
          },
          resume: ({ fingerprint }) => flow.resume(fingerprint),
          revisit: ({ activityId }) => flow.revisit(activityId),
          unfinished: async () => {
            const open = (await storage.requests.listUnanswered()).filter(
              (request) =>
                request.profileId === profileId() &&
                !isStampedForFile(request) &&
                // Its answer may still come.
                !underWay.has(request.fingerprint),
            );
            return open.map(({ fingerprint, operation, sentAtMs }) => ({ fingerprint, operation, sentAtMs }));
          },
          read: async (input) => read(input.type, input.unsignedTransaction, await interfaces()),
        },
      },
      onLock: () => flow.reset(),
      onProfileChange: () => flow.leave(),
      idle: async () => {
        await Promise.all([flow.idle(), pruner.close()]);
      },
    };
  },
});

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
