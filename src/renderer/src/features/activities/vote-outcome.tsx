import type { ReactNode } from 'react';
import { Note, Refusal } from '../../ui/notes.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { loadDetail } from './detail-store.ts';
import { ACTIVITY_TEXT } from './text.ts';
import { voteFlow } from './vote-flow.ts';

/** What came of the vote that was cast from here. */
export function VoteOutcome({ activityId }: { activityId: string }): ReactNode {
  const flow = voteFlow.useFlow();
  if (flow.stage === 'refused') return <Refusal error={flow.error} />;
  if (flow.stage !== 'ended') return null;
  const { outcome } = flow;
  if (outcome.state !== 'completed') {
    const resume = async (fingerprint: string): Promise<void> => {
      await voteFlow.resume(fingerprint);
      await loadDetail(activityId);
    };
    return <OutcomeNote outcome={outcome} onResume={(fingerprint) => void resume(fingerprint)} />;
  }
  // That it was counted is said by a toast.
  return outcome.verifications
    .filter((check) => !check.passed)
    .map((check) => (
      <Note key={check.name} tone="bad" title={ACTIVITY_TEXT.vote.notCounted} live>
        {check.detail}
      </Note>
    ));
}
