import type { ReactNode } from 'react';
import type { Outcome } from '#preload/contract/requests.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { ConsensusNote } from '../consensus/consensus-note.tsx';
import { REQUEST_TEXT } from './text.ts';

interface OutcomeNoteProps {
  readonly outcome: Exclude<Outcome, { state: 'completed' }>;
  /** Offers to send the same bytes again, where no answer came. */
  readonly onResume?: (fingerprint: string) => void;
}

/** How a request ended that did not complete, in words, with what to do next. */
export function OutcomeNote({ outcome, onResume }: OutcomeNoteProps): ReactNode {
  switch (outcome.state) {
    case 'waiting':
      return <Waiting outcome={outcome} />;
    case 'denied':
      return (
        <Note title={REQUEST_TEXT.outcome.deniedTitle} live>
          {REQUEST_TEXT.outcome.denied}
        </Note>
      );
    case 'expired':
      return (
        <Note tone="warn" title={REQUEST_TEXT.outcome.expiredTitle} live>
          {REQUEST_TEXT.outcome.expired}
        </Note>
      );
    case 'failed':
      return <Refusal error={outcome} />;
    case 'unanswered':
      return (
        <Note
          tone="warn"
          title={REQUEST_TEXT.outcome.unanswered}
          live
          action={
            onResume && (
              <Button small onPress={() => onResume(outcome.fingerprint)}>
                {REQUEST_TEXT.sendAgain}
              </Button>
            )
          }
        >
          {outcome.message} {outcome.remedy}
        </Note>
      );
  }
}

/** Not a failure: who is still needed, and the way to the votes. It goes on by itself when they have come. */
function Waiting({ outcome }: { outcome: Extract<Outcome, { state: 'waiting' }> }): ReactNode {
  const { consensus, activityId, message } = outcome;
  const look = (
    <Button small onPress={() => go('activities', activityId)}>
      {REQUEST_TEXT.outcome.showVotes}
    </Button>
  );
  if (consensus) return <ConsensusNote consensus={consensus} withVoters live action={look} />;
  return (
    <Note tone="warn" title={REQUEST_TEXT.outcome.waiting} live action={look}>
      {message}
    </Note>
  );
}
