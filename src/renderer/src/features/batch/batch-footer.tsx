import type { ReactNode } from 'react';
import type { RequestGroup } from '#preload/contract/request-groups.ts';
import { attempt } from '../../ui/toasts.ts';
import { getConsole } from '../../bridge/console.ts';
import type { Task } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter } from '../../ui/layout.tsx';
import { dropBatch, showBatch } from './batch-store.ts';
import { countRequests } from './batch-text.ts';
import { BATCH_TEXT } from './text.ts';

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
      <CardFooter note={BATCH_TEXT.footer.running}>
        <Button onPress={() => pause(id)}>{BATCH_TEXT.footer.pause}</Button>
      </CardFooter>
    );
  if (state === 'ended' && waiting > 0)
    return (
      <CardFooter note={BATCH_TEXT.footer.waiting}>
        <Button onPress={() => discard(id)}>{BATCH_TEXT.footer.discard}</Button>
        <Button kind="primary" onPress={() => lookAgain(id)}>
          {BATCH_TEXT.footer.refresh}
        </Button>
      </CardFooter>
    );
  if (state === 'ended')
    return (
      <CardFooter note={BATCH_TEXT.footer.ended}>
        <Button kind="primary" onPress={() => discard(id)}>
          {BATCH_TEXT.footer.done}
        </Button>
      </CardFooter>
    );
  const left = total - done - failed - waiting;
  const isBegun = left < total;
  return (
    <CardFooter note={noteOf(run.busy, isBegun, state)}>
      <Button isDisabled={run.busy} onPress={() => discard(id)}>
        {BATCH_TEXT.footer.discard}
      </Button>
      <Button kind="primary" isPending={run.busy} onPress={start}>
        {isBegun
          ? BATCH_TEXT.footer.resume(countRequests(left))
          : BATCH_TEXT.footer.review(countRequests(left))}
      </Button>
    </CardFooter>
  );
}

function noteOf(isBusy: boolean, isBegun: boolean, state: RequestGroup['state']): string {
  if (isBusy) return BATCH_TEXT.footer.busy;
  if (!isBegun) return BATCH_TEXT.footer.once;
  return state === 'prepared' ? BATCH_TEXT.footer.again : BATCH_TEXT.footer.kept;
}
