import type { ReactNode } from 'react';
import { create } from 'zustand';
import { onOtherProfile, profileTurn } from '../../bridge/app-state.ts';
import { type BridgeError, type ConsoleApi, asBridgeError, getConsole } from '../../bridge/console.ts';
import { formatMinute } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import styles from './signing.module.css';
import { SIGNING_TEXT } from './text.ts';

export type Unfinished = Awaited<ReturnType<ConsoleApi['requests']['unfinished']>>[number];

/** Requests that were sent and got no answer, as the privileged side last said. */
const useUnfinished = create<{
  readonly requests: readonly Unfinished[];
  readonly error: BridgeError | null;
}>(() => ({
  requests: [],
  error: null,
}));

onOtherProfile(() => useUnfinished.setState({ requests: [], error: null }));

/** Asks again which requests have no answer yet. */
export async function loadUnfinished(): Promise<void> {
  const isItsProfile = profileTurn();
  try {
    const requests = await getConsole().requests.unfinished();
    if (isItsProfile()) useUnfinished.setState({ requests, error: null });
  } catch (thrown) {
    if (isItsProfile()) useUnfinished.setState({ requests: [], error: asBridgeError(thrown) });
  }
}

/**
 * Asks now, and whenever they may be others: what another screen or a batch sent may end without an answer meanwhile.
 * @returns stops asking
 */
export function followUnfinished(): () => void {
  void loadUnfinished();
  return getConsole().requests.unfinishedChanged(() => void loadUnfinished());
}

interface UnfinishedNotesProps {
  readonly isDisabled: boolean;
  readonly onResume: (fingerprint: string) => void;
}

/** Requests that were sent and got no answer: one note each, with the way to finish them. */
export function UnfinishedNotes({ isDisabled, onResume }: UnfinishedNotesProps): ReactNode {
  const { requests, error } = useUnfinished();
  if (requests.length === 0 && error === null) return null;
  return (
    <div className={styles['notes']}>
      <Refusal error={error} />
      {requests.map((request) => (
        <Note
          key={request.fingerprint}
          tone="warn"
          title={SIGNING_TEXT.unfinished.title(request.operation.replaceAll('_', ' '))}
          action={
            <Button small isDisabled={isDisabled} onPress={() => onResume(request.fingerprint)}>
              {SIGNING_TEXT.unfinished.resume}
            </Button>
          }
        >
          {SIGNING_TEXT.unfinished.text(formatMinute(request.sentAtMs))}
        </Note>
      ))}
    </div>
  );
}
