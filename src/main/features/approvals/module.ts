import type { ApprovalView } from '../../../preload/approval-contract.ts';
import type { AppSnapshot } from '../../../preload/contract/app.ts';
import type { Clock } from '../../platform/clock.ts';
import { createApprovalGate } from './approval-gate.ts';
import type { ApprovalGate } from './approval-gate.ts';
import type { ApprovalRequest } from './approval-request.ts';
import type { Host } from '../../platform/host.ts';

/** The desk at which a person decides, and what the approval surface shows of it. */
export interface ApprovalSurface {
  readonly desk: ApprovalGate<ApprovalRequest>;
  /** What is under review now, in the console's theme; null where nothing is. */
  readonly view: () => Promise<ApprovalView | null>;
}

/** Opens the desk and ties it to the surface: what comes is shown there, and what goes hides it. */
export function openApprovalSurface(parts: {
  readonly host: Host;
  readonly clock: Clock;
  readonly bootstrap: () => Promise<AppSnapshot>;
  readonly onFault: (error: unknown) => void;
}): ApprovalSurface {
  const { host, clock, bootstrap, onFault } = parts;
  const view = async (): Promise<ApprovalView | null> => {
    const waiting = desk.current();
    if (waiting === null) return null;
    const { theme } = await bootstrap();
    return { preview: waiting.subject.preview, deniesAtMs: waiting.deniesAtMs, nowMs: clock.now(), theme };
  };
  const desk = createApprovalGate<ApprovalRequest>(clock, () => {
    const shown = desk.current();
    void view().then((next) => host.send('approval', 'approval.shown', next));
    const moved = shown === null ? host.hideApproval() : host.showApproval();
    moved.catch((error: unknown) => {
      onFault(error);
      // What cannot be shown cannot be approved.
      if (shown !== null && desk.current()?.subject === shown.subject) desk.denyAll();
    });
  });
  host.onGesture(() => desk.gesture());
  host.onApprovalMoved(() => {
    desk.moved();
    host.send('approval', 'approval.moved', null);
  });
  return { desk, view };
}
