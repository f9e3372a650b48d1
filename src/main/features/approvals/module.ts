import { REJECTION } from '#preload/approval-card/verbs.ts';
import type { ApprovalView, UserCheck } from '#preload/approval-contract.ts';
import type { BatchList, BatchOutline, BatchPage, Preview } from '#preload/contract/requests.ts';
import type { ConsoleContext, ConsolePorts } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { reportFault } from '../../platform/errors.ts';
import { readTheme } from '../../storage/settings.ts';
import { type ApprovalGate, type GateRules, createApprovalGate } from './approval-gate.ts';
import { approvalError } from './errors.ts';

export type { Approval, ApprovalGate } from './approval-gate.ts';

/** What the gate shows: the preview, under the id and the digest that a decision is bound to. */
export interface ApprovalRequest {
  readonly id: string;
  readonly digest: string;
  readonly preview: Preview;
  /** It unlocks the console: the one thing that can be reviewed while it is locked. */
  readonly unlocks?: true;
  /**
   * Takes a new passphrase that is typed on the approval surface, when it is approved.
   * @throws AppError where it will not do: the review goes on
   */
  readonly takePassphrase?: (passphrase: string) => void;
  /** Of a batch: all pages of its lists, made from the bodies that the digest is over. */
  readonly batch?: BatchPages;
}

/** A batch by pages: none of it is left out, and no page is too large to be sent. */
export interface BatchPages {
  readonly outline: BatchOutline;
  /** @param page from 0 */
  page(list: BatchList, page: number): BatchPage | undefined;
  /** Every page of both lists, in order. */
  all(): BatchPage[];
}

export interface ApprovalParts {
  /** The gate at which a person decides. */
  readonly gate: ApprovalGate<ApprovalRequest>;
}

/**
 * Whether a person has to prove again that they are here, before it is approved: what takes keys or secrets out or brings
 * them in, and what destroys, as the catalogue and the preview say. A vote against such a request does none of it.
 */
export const needsUserVerification = ({
  unlocks,
  preview,
}: Pick<ApprovalRequest, 'unlocks' | 'preview'>): boolean =>
  unlocks === true ||
  preview.verifiesUser === true ||
  ((preview.effect === 'export' || preview.effect === 'destroy') && preview.operation !== REJECTION);

/** What can be approved on an offline console whose clock nobody confirmed yet. */
const NEEDS_NO_CLOCK: ReadonlySet<string> = new Set(['confirm_clock', 'set_offline_start']);

/** The act that ends that nothing is chosen: only its own name counts, and no operation of the catalogue has it. */
const setsUpUnlocking = ({ isLocal, operation }: ApprovalRequest['preview']): boolean =>
  isLocal === true && operation === 'set_unlock_method';

/**
 * Asks a person over the method that is set up. Where the operator chose to go without, an approval alone is enough, but it
 * unlocks nothing.
 */
function createProof(
  { userVerification }: Pick<ConsolePorts, 'userVerification'>,
  runtime: Pick<ConsoleContext['runtime'], 'unlockChosen'>,
): GateRules<ApprovalRequest>['prove'] {
  const ask = async (
    { id, digest, preview, unlocks }: ApprovalRequest,
    passphrase: string | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const verification = userVerification.ask();
    if (verification === null) throw approvalError('VERIFICATION_UNAVAILABLE');
    if ((await verification.method()) === null) {
      if (unlocks === true) throw approvalError('VERIFICATION_UNAVAILABLE');
      if (!runtime.unlockChosen && !setsUpUnlocking(preview)) throw approvalError('UNLOCK_UNDECIDED');
      return;
    }
    await verification.verify({ id, digest, summary: preview.summary }, passphrase, signal);
  };
  return (subject, passphrase, signal) => {
    if (subject.takePassphrase !== undefined) {
      // Where a method is set up already, the card before this one asked for it.
      subject.takePassphrase(passphrase ?? '');
      return null;
    }
    return needsUserVerification(subject) ? ask(subject, passphrase, signal) : null;
  };
}

/** Ties the gate to the approval surface: what comes is shown there, and what goes hides it. */
export const approvals = defineModule({
  start: ({
    host,
    clock,
    storage,
    runtime,
    ports,
  }: Pick<ConsoleContext, 'host' | 'clock' | 'storage' | 'runtime' | 'ports'>): ModuleParts<
    'approval',
    ApprovalParts
  > => {
    /** What the surface asks beside the press; a method that cannot be known is told when the press does not count. */
    const checkOf = async (subject: ApprovalRequest): Promise<UserCheck | undefined> => {
      if (subject.takePassphrase !== undefined) return 'newPassphrase';
      if (!needsUserVerification(subject)) return undefined;
      const method = await ports.userVerification
        .ask()
        ?.method()
        .catch(() => undefined);
      return method === undefined ? undefined : (method ?? 'none');
    };
    /** What is under review now, in the console's theme; null where nothing is. */
    const view = async (): Promise<ApprovalView | null> => {
      const waiting = gate.current();
      if (waiting === null) return null;
      const { subject, deniesAtMs } = waiting;
      const [setting, userCheck] = await Promise.all([storage.settings.get('theme'), checkOf(subject)]);
      // Another one may have come meanwhile.
      if (gate.current()?.subject !== subject) return view();
      const { preview } = subject;
      const shown = { preview, deniesAtMs, nowMs: clock.now(), theme: readTheme(setting) };
      return userCheck === undefined ? shown : { ...shown, userCheck };
    };
    const onChange = (): void => {
      const shown = gate.current();
      void view().then((next) => host.send('approval', 'approval.shown', next));
      if (shown !== null) {
        // What lies in front of a camera is nobody's business while a person decides.
        host.setCamera(false).catch((error: unknown) => reportFault('camera', error));
        host.send('console', 'camera.closed', null);
      }
      const moved = shown === null ? host.hideApproval() : host.showApproval();
      moved.catch((error: unknown) => {
        reportFault('approval', error);
        // What cannot be shown cannot be approved.
        if (shown !== null && gate.current()?.subject === shown.subject) gate.denyAll();
      });
    };
    const gate = createApprovalGate<ApprovalRequest>(clock, onChange, {
      isLocked: () => runtime.locked,
      // What is approved, lapses by the clock.
      admit: ({ unlocks, preview }) => {
        if (unlocks !== true && !(preview.isLocal === true && NEEDS_NO_CLOCK.has(preview.operation)))
          ports.requireClock.ask();
      },
      prove: createProof(ports, runtime),
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
          decide: async ({ previewId, decision, passphrase }) => {
            await gate.decide(previewId, decision, passphrase);
            return undefined;
          },
        },
      },
      // Whoever is asked to prove that they are here is asked no more; so is who unlocks.
      onLock: () => gate.denyAll(),
    };
  },
});
