import { SETTLE_MS } from '#preload/approval-card/verbs.ts';

export interface GuardState {
  readonly nowMs: number;
  /** When the surface last appeared, got the focus or moved. */
  readonly settledSinceMs: number;
  readonly leftMs: number;
  readonly visible: boolean;
  readonly focused: boolean;
  /** Whether the end of the facts was in view. */
  readonly read: boolean;
  readonly needsCheck: boolean;
  readonly checked: boolean;
  readonly decided: boolean;
  /** Whether every page of a batch was in view. */
  readonly pagesSeen: boolean;
  /** Whether a person is being asked to prove that they are here. */
  readonly verifying: boolean;
  /** Whether all is typed that the card asks for. */
  readonly entered: boolean;
}

export type Hindrance =
  | 'decided'
  | 'expired'
  | 'hidden'
  | 'unfocused'
  | 'settling'
  | 'pages'
  | 'unread'
  | 'unchecked'
  | 'verifying'
  | 'unentered';

/** What stands against approving now, the most important first; null when nothing does. */
export function findHindrance(state: GuardState): Hindrance | null {
  if (state.decided) return 'decided';
  if (state.leftMs <= 0) return 'expired';
  if (state.verifying) return 'verifying';
  if (!state.visible) return 'hidden';
  if (!state.focused) return 'unfocused';
  if (state.nowMs - state.settledSinceMs < SETTLE_MS) return 'settling';
  if (!state.pagesSeen) return 'pages';
  if (!state.read) return 'unread';
  if (state.needsCheck && !state.checked) return 'unchecked';
  if (!state.entered) return 'unentered';
  return null;
}

/** A click as the guard sees it; `pressedAtMs` is when the pointer or key went down, null when it did not go down here. */
export interface Press {
  readonly trusted: boolean;
  readonly pressedAtMs: number | null;
}

/**
 * Whether a click on Approve counts: made by a person (not by a script), and begun on the button after it settled.
 */
export const countsAsApproval = (press: Press, state: GuardState): boolean =>
  press.trusted &&
  press.pressedAtMs !== null &&
  findHindrance(state) === null &&
  press.pressedAtMs - state.settledSinceMs >= SETTLE_MS;
