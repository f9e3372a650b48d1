import type { ApprovalContract, ApprovalView } from '../../../preload/approval-contract.ts';
import type { Handlers } from '../../../preload/contract/call.ts';
import type { ApprovalGate } from './approval-gate.ts';
import type { ApprovalRequest } from './approval-request.ts';

/** What the approval surface may ask: what is under review, by pages where it is long, and to decide on it. */
export const approvalHandlers = (
  desk: ApprovalGate<ApprovalRequest>,
  view: () => Promise<ApprovalView | null>,
  behind: () => string | null,
): Handlers<ApprovalContract> => ({
  approval: {
    current: view,
    page: ({ previewId, list, page }) => {
      const subject = desk.current()?.subject;
      const found = subject?.id === previewId ? subject.batch?.page(list, page) : undefined;
      return Promise.resolve(found ?? null);
    },
    behind: () => Promise.resolve(behind()),
    decide: ({ previewId, decision }) => {
      desk.decide(previewId, decision);
      return Promise.resolve(undefined);
    },
  },
});
