import type { PageModel } from '#preload/approval-card/batch-model.ts';
import { type CardModel, buildCard } from '#preload/approval-card/card-model.ts';
import type { ApprovalView } from '#preload/approval-contract.ts';
import type { BatchList } from '#preload/contract/requests.ts';
import { COUNTED_MS, formatCountdown } from '../format/time.ts';
import { type GuardState, type Hindrance, countsAsApproval, findHindrance } from './approve-guard.ts';
import { type DrawnCard, drawCard } from './card.ts';
import { overdueMs, remainingMs, secondsToShow, startCountdown } from './countdown.ts';
import { followReading } from './follow-reading.ts';
import type { ApprovalDecision, RefusedDecision } from './surface-bridge.ts';
import { TEXT } from './text.ts';

const TICK_MS = 100;
// The privileged side denies at the time itself, and says that time ran out; this is for when it does not.
const OVERDUE_MS = 1500;
const LINES: Readonly<Record<Hindrance, string>> = {
  decided: TEXT.sent,
  expired: TEXT.timeIsUp,
  hidden: TEXT.notInFront,
  unfocused: TEXT.otherFocus,
  settling: TEXT.isolated,
  pages: TEXT.viewPages,
  unread: TEXT.scrollToEnd,
  unchecked: TEXT.tickFirst,
  unentered: TEXT.check.enter,
  verifying: TEXT.verifying.passphrase,
};

/** What stands beside the buttons: what is missing, else that the dialog is isolated; and what the time limit does. */
function lineOf(
  model: CardModel,
  hindrance: Hindrance | null,
  leftMs: number,
  missing: string | null,
): string {
  const { userCheck } = model;
  if (hindrance === 'verifying' && userCheck !== undefined) return TEXT.verifying[userCheck];
  const said = (hindrance === 'unentered' ? missing : null) ?? LINES[hindrance ?? 'settling'];
  if (hindrance === 'decided' || hindrance === 'expired') return said;
  return [...(model.rejects ? [TEXT.castsNoVote] : []), said, TEXT.cancelsIn(secondsToShow(leftMs))].join(
    ' ',
  );
}

/** Says what is left of what is signed, or that its time has passed while this was open. */
function showLimit(line: HTMLElement, of: 'transaction' | 'signature', leftMs: number): void {
  line.hidden = leftMs > COUNTED_MS;
  line.classList.toggle('over', leftMs <= 0);
  line.textContent = leftMs <= 0 ? TEXT.expired[of] : TEXT.expiresIn[of](formatCountdown(leftMs));
}

/** What the surface asks of its surroundings. */
export interface SurfaceDeps {
  /** Monotonic time in ms, on the clock of the events' time stamps. */
  readonly now: () => number;
  readonly decide: (
    previewId: string,
    decision: ApprovalDecision,
    passphrase?: string,
  ) => Promise<RefusedDecision | null>;
  /** Listens for the code of a passkey's page in the browser; gives what ends the listening. */
  readonly onPasskeyCode: (listener: (code: string | null) => void) => () => void;
  /** Listens for the privileged side's word that the surface moved; gives what ends the listening. */
  readonly onMoved: (listener: () => void) => () => void;
  /** A page of a batch that did not come along; null where there is none such. */
  readonly page: (previewId: string, list: BatchList, page: number) => Promise<PageModel | null>;
}

/**
 * Shows one view until it is decided or its time is up.
 * @param host the element to draw into
 * @returns ends the showing: timers and listeners go, nothing is decided by it
 */
export function showView(host: HTMLElement, view: ApprovalView, deps: SurfaceDeps): () => void {
  const model = buildCard(view);
  const card: DrawnCard = drawCard(model, (list, page) => deps.page(model.previewId, list, page), {
    input: () => {
      refusal = null;
      update();
    },
    enter: (event) => press(event),
  });
  const { proof } = card;
  const countdown = startCountdown(view.deniesAtMs, view.nowMs, deps.now());
  const { expiry } = model;
  const limit = expiry && startCountdown(expiry.atMs, view.nowMs, deps.now());
  const over = new AbortController();
  const listening = { signal: over.signal };
  const scrolls = card.root.querySelectorAll<HTMLElement>('.content');
  const reading = followReading([...scrolls], over.signal);
  let settledSinceMs = deps.now();
  let pressedAtMs: number | null = null;
  let decided = false;
  let verifying = false;
  let refusal: string | null = null;
  /** Sees whether the buttons are where they were. */
  let lookAtPlace: () => void = () => undefined;

  const state = (): GuardState => ({
    nowMs: deps.now(),
    settledSinceMs,
    leftMs: remainingMs(countdown, deps.now()),
    visible: document.visibilityState === 'visible',
    focused: document.hasFocus(),
    read: reading.isRead(),
    needsCheck: model.needsCheck,
    checked: card.check?.checked === true,
    decided,
    pagesSeen: card.batch?.isSeen() ?? true,
    verifying,
    entered: (proof?.missing() ?? null) === null,
  });

  const update = (): void => {
    const now = state();
    const hindrance = findHindrance(now);
    card.ring.update(now.leftMs, countdown.totalMs);
    card.approve.disabled = hindrance !== null;
    card.deny.disabled = decided;
    if (limit && card.limit) showLimit(card.limit, expiry.of, remainingMs(limit, deps.now()));
    // Beside what was typed there is room for all of it.
    proof?.refuse(refusal);
    const said = proof === null ? refusal : null;
    card.line.textContent = said ?? lineOf(model, hindrance, now.leftMs, proof?.missing() ?? null);
    // What is written here may have moved them: none of them can be pressed until they have settled, not even for a frame.
    lookAtPlace();
    if (!decided && overdueMs(countdown, deps.now()) > OVERDUE_MS) decide('deny');
  };

  const decide = (decision: ApprovalDecision): void => {
    if (decided) return;
    // While a person is asked it can still be canceled.
    verifying = decision === 'approve' && proof !== null;
    decided = !verifying;
    refusal = null;
    proof?.setBusy(verifying);
    update();
    void deps.decide(model.previewId, decision, verifying ? proof?.passphrase() : undefined).then(
      (answer) => {
        // It was canceled meanwhile: what the approval came to is not told over that.
        if (decision === 'approve' && decided && proof !== null) return;
        verifying = false;
        decided = true;
        proof?.clear();
        refusal = answer?.text ?? (remainingMs(countdown, deps.now()) <= 0 ? LINES.expired : null);
        // It goes on waiting there, and so it does here.
        if (answer?.waits === true) {
          decided = false;
          proof?.setBusy(false);
          settle();
          proof?.field?.focus();
        } else update();
      },
      (error: unknown) => {
        refusal = error instanceof Error ? error.message : TEXT.noAnswer;
        update();
      },
    );
  };

  const settle = (): void => {
    settledSinceMs = deps.now();
    pressedAtMs = null;
    update();
  };

  card.deny.addEventListener('click', () => decide('deny'), listening);
  card.approve.addEventListener('pointerdown', (event) => void (pressedAtMs = event.timeStamp), listening);
  card.approve.addEventListener('keydown', (event) => void (pressedAtMs = event.timeStamp), listening);
  /** Enter in a field, which is a press of the button. */
  const press = (event: KeyboardEvent): void => {
    lookAtPlace();
    if (countsAsApproval({ trusted: event.isTrusted, pressedAtMs: event.timeStamp }, state()))
      decide('approve');
  };
  card.approve.addEventListener(
    'click',
    (event) => {
      lookAtPlace();
      if (countsAsApproval({ trusted: event.isTrusted, pressedAtMs }, state())) decide('approve');
      pressedAtMs = null;
    },
    listening,
  );
  card.check?.addEventListener('change', update, listening);
  document.addEventListener(
    'keydown',
    (event) => {
      // A key still held down from the window behind is not an answer.
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
      if (event.key === 'Escape' && !event.repeat) decide('deny');
    },
    { ...listening, capture: true },
  );
  window.addEventListener('focus', settle, listening);
  window.addEventListener('blur', update, listening);
  document.addEventListener('visibilitychange', settle, listening);
  const unfollow = deps.onMoved(settle);
  const uncode = deps.onPasskeyCode((code) => proof?.showCode(code));

  const timer = setInterval(update, TICK_MS);
  host.replaceChildren(card.root);
  host.classList.add('showing');
  document.documentElement.dataset['theme'] = view.theme;
  update();
  (proof?.field ?? card.deny).focus();
  lookAtPlace = followPlace([card.deny, card.approve], settle, over.signal);
  return () => {
    over.abort();
    unfollow();
    uncode();
    proof?.clear();
    clearInterval(timer);
  };
}

/** Where something is drawn on the screen, as numbers that change when it moves. */
function placeOf(buttons: readonly HTMLElement[]): readonly number[] {
  const { screenX, screenY, innerWidth, innerHeight, devicePixelRatio, visualViewport } = window;
  const scale = visualViewport?.scale ?? 1;
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  // Whole pixels: what moves less is under no other pointer.
  const corners = boxes.flatMap(({ left, top }) => [Math.round(left), Math.round(top)]);
  return [screenX, screenY, innerWidth, innerHeight, devicePixelRatio, scale, ...corners];
}

/**
 * Calls `onMove` when buttons are not where they were: the window moved, changed its size or its scale, or the page put them
 * elsewhere. Looks before every frame that is drawn.
 * @returns looks at once
 */
function followPlace(buttons: readonly HTMLElement[], onMove: () => void, signal: AbortSignal): () => void {
  let before = placeOf(buttons);
  const compare = (): void => {
    const now = placeOf(buttons);
    if (now.every((each, index) => each === before[index])) return;
    before = now;
    onMove();
  };
  const eachFrame = (): void => {
    if (signal.aborted) return;
    compare();
    requestAnimationFrame(eachFrame);
  };
  requestAnimationFrame(eachFrame);
  window.addEventListener('resize', onMove, { signal });
  return compare;
}
