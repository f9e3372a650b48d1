import type { ApprovalView } from '#preload/approval-contract.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { defineModule } from '../../context/module.ts';
import type { ModuleParts } from '../../context/module.ts';
import { reportFault } from '../../platform/errors.ts';
import { readTheme } from '../../storage/settings.ts';
import { createApprovalGate } from './approval-gate.ts';
import type { ApprovalGate } from './approval-gate.ts';
import type { ApprovalRequest } from './approval-request.ts';

export type { Approval, ApprovalGate } from './approval-gate.ts';
export type { ApprovalRequest, BatchPages } from './approval-request.ts';

export interface ApprovalParts {
  /** The gate at which a person decides. */
  readonly gate: ApprovalGate<ApprovalRequest>;
}

/** Ties the gate to the approval surface: what comes is shown there, and what goes hides it. */
export const approvals = defineModule({
  start: ({
    host,
    clock,
    storage,
  }: Pick<ConsoleContext, 'host' | 'clock' | 'storage'>): ModuleParts<'approval', ApprovalParts> => {
    /** What is under review now, in the console's theme; null where nothing is. */
    const view = async (): Promise<ApprovalView | null> => {
      const waiting = gate.current();
      if (waiting === null) return null;
      const theme = readTheme(await storage.settings.get('theme'));
      return { preview: waiting.subject.preview, deniesAtMs: waiting.deniesAtMs, nowMs: clock.now(), theme };
    };
    const gate = createApprovalGate<ApprovalRequest>(clock, () => {
      const shown = gate.current();
      void view().then((next) => host.send('approval', 'approval.shown', next));
      const moved = shown === null ? host.hideApproval() : host.showApproval();
      moved.catch((error: unknown) => {
        reportFault('approval', error);
        // What cannot be shown cannot be approved.
        if (shown !== null && gate.current()?.subject === shown.subject) gate.denyAll();
      });
    });
    host.onGesture(() => gate.gesture());
    host.onApprovalMoved(() => {
      gate.moved();
      host.send('approval', 'approval.moved', null);
    });
    return {
      parts: { gate },
      handlers: {
        approval: {
          current: view,
          page: ({ previewId, list, page }) => {
            const subject = gate.current()?.subject;
            const found = subject?.id === previewId ? subject.batch?.page(list, page) : undefined;
            return Promise.resolve(found ?? null);
          },
          behind: () => Promise.resolve(host.behindApproval()),
          decide: ({ previewId, decision }) => {
            gate.decide(previewId, decision);
            return Promise.resolve(undefined);
          },
        },
      },
    };
  },
});
