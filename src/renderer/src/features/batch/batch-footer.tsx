import type { ReactNode } from 'react';
import type { RequestGroup } from '../../../../preload/contract/request-groups.ts';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import type { Task } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter } from '../../ui/card.tsx';
import { dropBatch, showBatch } from './batch-store.ts';
import { countRequests } from './batch-text.ts';

interface BatchFooterProps {
  readonly set: RequestGroup;
  readonly run: Task<[string], unknown>;
}

const pause = (id: string): void => void attempt(() => getConsole().requestGroups.pause({ id }));
const discard = (id: string): void =>
  void attempt(async () => {
    await getConsole().batches.discard({ id });
    dropBatch(id);
  });
const lookAgain = (id: string): void =>
  void attempt(async () => showBatch(await getConsole().requestGroups.lookAgain({ id })));

/** What can be done with a batch now; one primary action. */
export function BatchFooter({ set, run }: BatchFooterProps): ReactNode {
  const { id, state, total, done, failed, waiting } = set;
  const start = (): void => void run.run(id);
  if (state === 'running')
    return (
      <CardFooter note="It goes on while you are on another screen.">
        <Button onPress={() => pause(id)}>Pause</Button>
      </CardFooter>
    );
  if (state === 'ended' && waiting > 0)
    return (
      <CardFooter note="Others have to vote first.">
        <Button onPress={() => discard(id)}>Give up</Button>
        <Button kind="primary" onPress={() => lookAgain(id)}>
          Look again
        </Button>
      </CardFooter>
    );
  if (state === 'ended')
    return (
      <CardFooter note="The results stay where they are.">
        <Button kind="primary" onPress={() => discard(id)}>
          Done
        </Button>
      </CardFooter>
    );
  const left = total - done - failed - waiting;
  const isBegun = left < total;
  return (
    <CardFooter note={noteOf(run.busy, isBegun, state)}>
      <Button isDisabled={run.busy} onPress={() => discard(id)}>
        {isBegun ? 'Give up' : 'Discard'}
      </Button>
      <Button kind="primary" isPending={run.busy} onPress={start}>
        {isBegun ? `Go on with ${countRequests(left)}` : `Review ${countRequests(left)}`}
      </Button>
    </CardFooter>
  );
}

function noteOf(isBusy: boolean, isBegun: boolean, state: RequestGroup['state']): string {
  if (isBusy) return 'Everything is read again, then you approve it on the surface in front.';
  if (!isBegun) return 'You approve all of them once.';
  return state === 'prepared' ? 'What is left needs another approval.' : 'What is left is kept.';
}
