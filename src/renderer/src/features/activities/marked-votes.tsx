import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { ActivityRow } from '#preload/contract/activities.ts';
import { MOST_VOTES } from '#preload/contract/vote-limits.ts';
import type { VotesCast } from '#preload/contract/votes.ts';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';
import { type BridgeError, asBridgeError, getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { showToast } from '../../ui/toasts.ts';
import { refreshActivities } from './activities-store.ts';
import { clearMarks } from './marks.ts';
import { ACTIVITY_TEXT } from './text.ts';

const TEXT = ACTIVITY_TEXT.marked;

/** Votes on marked requests: whether they are under way, and what is to be said of the last ones. */
interface Casting {
  readonly isBusy: boolean;
  readonly error: BridgeError | null;
  /** Those that the service did not count: the request, and why. */
  readonly failed: readonly { readonly title: string; readonly message: string }[];
  readonly unanswered: number;
  readonly stopped: VotesCast['stopped'];
}

const NOTHING: Casting = { isBusy: false, error: null, failed: [], unanswered: 0, stopped: null };
const useCasting = create<Casting>(() => NOTHING);
const forget = (): void => useCasting.setState(NOTHING);
onOtherProfile(forget);

/**
 * Votes on the marked requests: the privileged side reads each again, and the approval surface spells all of them out.
 * What was counted is told by a toast; what was not stays on the screen.
 */
export async function castMarked(marked: readonly ActivityRow[], approves: boolean): Promise<void> {
  if (useCasting.getState().isBusy) return;
  const isItsProfile = profileTurn();
  useCasting.setState({ ...NOTHING, isBusy: true });
  let told: Casting;
  try {
    const cast = await getConsole().votes.cast({
      approves,
      fingerprints: marked.map(({ fingerprint }) => fingerprint),
    });
    if (cast.counted > 0) showToast({ tone: 'plain', title: TEXT.counted(cast.counted) });
    const titles = new Map(marked.map(({ fingerprint, title }) => [fingerprint, title]));
    const failed = cast.failed.map(({ fingerprint, message }) => ({
      title: titles.get(fingerprint) ?? fingerprint,
      message,
    }));
    told = { ...NOTHING, failed, unanswered: cast.unanswered, stopped: cast.stopped };
    if (cast.decision === 'approve' && isItsProfile()) clearMarks();
  } catch (thrown) {
    told = { ...NOTHING, error: asBridgeError(thrown) };
  }
  if (!isItsProfile()) return;
  useCasting.setState(told);
  await refreshActivities();
}

/** The foot of the list while requests are marked. */
export function MarkedVotes({ marked }: { readonly marked: readonly ActivityRow[] }): ReactNode {
  const isBusy = useCasting((state) => state.isBusy);
  const isTooMany = marked.length > MOST_VOTES;
  const selected = TEXT.selected(marked.length);
  const note = isTooMany
    ? `${selected}. ${TEXT.tooMany(MOST_VOTES)}`
    : isBusy
      ? ACTIVITY_TEXT.vote.underWay
      : selected;
  return (
    <CardFooter note={<span role="status">{note}</span>}>
      <Button small isDisabled={isBusy} aria-label={TEXT.clearLabel} onPress={clearMarks}>
        {TEXT.clear}
      </Button>
      <Button small isDisabled={isBusy || isTooMany} onPress={() => void castMarked(marked, false)}>
        {TEXT.reject(marked.length)}
      </Button>
      <Button
        small
        kind="primary"
        isPending={isBusy}
        isDisabled={isTooMany}
        onPress={() => void castMarked(marked, true)}
      >
        {TEXT.review(marked.length)}
      </Button>
    </CardFooter>
  );
}

/** What of the last votes was not counted, until it is dismissed or votes are cast again. */
export function VotesNote(): ReactNode {
  const { error, failed, unanswered, stopped } = useCasting();
  if (error !== null)
    return (
      <CardSection>
        <Refusal error={error} />
      </CardSection>
    );
  if (failed.length === 0 && unanswered === 0) return null;
  return (
    <CardSection>
      <Note
        tone="bad"
        title={TEXT.notCounted(failed.length + unanswered)}
        live
        action={
          <Button small onPress={forget}>
            {TEXT.dismiss}
          </Button>
        }
      >
        <ul>
          {failed.map(({ title, message }, index) => (
            <li key={index}>
              {title}: {message}
            </li>
          ))}
          {stopped !== null && (
            <li>
              {stopped.message} {stopped.remedy}
            </li>
          )}
          {unanswered > 0 && <li>{TEXT.unanswered(unanswered)}</li>}
        </ul>
      </Note>
    </CardSection>
  );
}
