import { useLayoutEffect, useState } from 'react';
import { type StoreApi, type UseBoundStore, create } from 'zustand';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';
import { type BridgeError, type ConsoleApi, asBridgeError, getConsole } from '../../bridge/console.ts';
import { reloadShown } from '../../bridge/query.ts';
import { createTurns } from '../../bridge/turns.ts';
import { showToast } from '../../ui/toasts.ts';
import { failedBy, holds, outcomeTitle } from './outcome-text.ts';

type RequestParameters = Parameters<ConsoleApi['requests']['prepare']>[0]['parameters'];

/** Where a request stands, from its preparation to its end. */
export type FlowState =
  | { readonly stage: 'idle' }
  | { readonly stage: 'preparing' }
  | { readonly stage: 'refused'; readonly error: BridgeError }
  | { readonly stage: 'ready'; readonly preview: Preview }
  /** The approval surface is in front, or the request is under way. */
  | { readonly stage: 'reviewing'; readonly preview: Preview | null }
  | { readonly stage: 'ended'; readonly preview: Preview | null; readonly outcome: Outcome };

/** One request at a time: prepare, review, and what came of it. */
export interface RequestFlow {
  readonly useFlow: UseBoundStore<StoreApi<FlowState>>;
  /** Prepares a request; an earlier preview that was not used is given up. The last call wins. */
  readonly prepare: (operation: string, parameters: RequestParameters) => Promise<void>;
  /** As `prepare`, for flows whose preview another call makes. */
  readonly prepareWith: (ask: () => Promise<Preview>) => Promise<void>;
  /**
   * Opens the approval surface for the preview and waits for the outcome, which it gives as well; null where there was no
   * preview, or where the window shows another profile by then.
   */
  readonly review: () => Promise<Outcome | null>;
  /** Sends a request that got no answer again, byte for byte. */
  readonly resume: (fingerprint: string) => Promise<Outcome | null>;
  /** Gives up the preview, or puts the outcome away. Does nothing while a review is under way. */
  readonly discard: () => void;
  /** Gives up a preparation that is under way: what it was asked for has changed since. */
  readonly edited: () => void;
  /** Clears the flow, even during a review: the request belongs to another profile or to a closed dialog. */
  readonly reset: () => void;
}

const LOOK_AGAIN_MS = 4_000;

const IDLE: FlowState = { stage: 'idle' };

/**
 * A flow in a dialog that asks for something new: what an earlier one left there is put away, and never drawn. Where that is still
 * under review, its end is told by itself.
 * @param leave puts it away; null where the dialog's own request is prepared already
 */
export function useFreshFlow(flow: RequestFlow, leave: (() => void) | null = flow.reset): FlowState {
  const state = flow.useFlow();
  const [left] = useState(leave === null ? null : state);
  useLayoutEffect(() => {
    leave?.();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, as the dialog opens
  }, []);
  return state === left ? IDLE : state;
}

/** Tells how a request ended whose place another one has taken. */
function tellEnd(preview: Preview | null, outcome: Outcome): void {
  const isGood = outcome.state === 'completed' && holds(outcome);
  const isCalm = outcome.state === 'waiting' || outcome.state === 'denied';
  const words = [preview?.summary, 'message' in outcome ? outcome.message : undefined];
  showToast({
    tone: isGood ? 'good' : isCalm ? 'plain' : 'bad',
    title: outcomeTitle(outcome),
    text: words.filter((each) => each !== undefined).join('. '),
  });
  if (isGood) void reloadShown();
}

/** Makes a flow that lives as long as the window, for a screen; it is empty again in another profile. */
export function createScreenFlow(): RequestFlow {
  const flow = createRequestFlow();
  onOtherProfile(flow.reset);
  return flow;
}

/** Makes a flow of its own store; each screen that stamps has one. */
export function createRequestFlow(): RequestFlow {
  const useFlow = create<FlowState>(() => ({ stage: 'idle' }));
  const set = (state: FlowState): void => useFlow.setState(state, true);
  const turns = createTurns();

  const giveUp = (id: string): void => {
    // A preview that cannot be given up runs out by itself: there is nothing for the operator to do about it.
    getConsole()
      .requests.discard({ previewId: id })
      .catch(() => undefined);
  };

  const leave = (): void => {
    const state = useFlow.getState();
    turns.end();
    if (state.stage === 'ready') giveUp(state.preview.id);
  };

  /** Looks again at what waits for votes, until they have come or something else is shown. */
  const followVotes = (activityId: string, isMine: () => boolean): void => {
    setTimeout(() => {
      if (!isMine()) return;
      const again = (): void => followVotes(activityId, isMine);
      getConsole()
        .requests.revisit({ activityId })
        .then((outcome) => {
          const state = useFlow.getState();
          if (!isMine() || state.stage !== 'ended') return;
          set({ ...state, outcome });
          if (outcome.state === 'waiting') again();
        }, again);
    }, LOOK_AGAIN_MS);
  };

  const end = async (preview: Preview | null, call: () => Promise<Outcome>): Promise<Outcome | null> => {
    const isMine = turns.begin();
    const isItsProfile = profileTurn();
    set({ stage: 'reviewing', preview });
    let outcome: Outcome;
    try {
      outcome = await call();
    } catch (thrown) {
      outcome = failedBy(thrown);
    }
    // It is told in the profile that it came from, and in no other.
    if (!isItsProfile()) return null;
    if (!isMine()) {
      tellEnd(preview, outcome);
      return null;
    }
    set({ stage: 'ended', preview, outcome });
    if (outcome.state === 'waiting') followVotes(outcome.activityId, isMine);
    return outcome;
  };

  const prepareWith = async (ask: () => Promise<Preview>): Promise<void> => {
    if (useFlow.getState().stage === 'reviewing') return;
    leave();
    const isMine = turns.current();
    const isItsProfile = profileTurn();
    const isWanted = (): boolean => isMine() && isItsProfile();
    set({ stage: 'preparing' });
    try {
      const preview = await ask();
      if (isWanted()) set({ stage: 'ready', preview });
      else giveUp(preview.id);
    } catch (thrown) {
      if (isWanted()) set({ stage: 'refused', error: asBridgeError(thrown) });
    }
  };

  return {
    useFlow,
    prepare: (operation, parameters) =>
      prepareWith(() => getConsole().requests.prepare({ operation, parameters })),
    prepareWith,
    async review() {
      const state = useFlow.getState();
      if (state.stage !== 'ready') return null;
      return end(state.preview, () => getConsole().requests.review({ previewId: state.preview.id }));
    },
    resume: (fingerprint) => {
      const state = useFlow.getState();
      return end(state.stage === 'ended' ? state.preview : null, () =>
        getConsole().requests.resume({ fingerprint }),
      );
    },
    discard() {
      if (useFlow.getState().stage === 'reviewing') return;
      leave();
      set({ stage: 'idle' });
    },
    edited() {
      if (useFlow.getState().stage !== 'preparing') return;
      leave();
      set({ stage: 'idle' });
    },
    reset() {
      leave();
      set({ stage: 'idle' });
    },
  };
}
