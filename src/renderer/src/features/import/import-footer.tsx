import type { ReactNode } from 'react';
import type { SecretImport } from '#preload/contract/secrets.ts';
import { attempt } from '../../ui/toasts.ts';
import { getConsole } from '../../bridge/console.ts';
import type { Task } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter } from '../../ui/layout.tsx';
import { SECRET_IMPORT_TEXT } from './text.ts';
import { UnderWay } from '../credentials/under-way.tsx';

const TEXT = SECRET_IMPORT_TEXT.footer;

interface ImportFooterProps {
  readonly current: SecretImport;
  readonly begin: Task<[], void>;
}

const pause = (id: string): void => void attempt(() => getConsole().requestGroups.pause({ id }));
const clear = (): void => void attempt(() => getConsole().secrets.clear());
const lookAgain = (id: string): void => void attempt(() => getConsole().requestGroups.lookAgain({ id }));

/** What can be done with the import now; one primary action. */
export function ImportFooter({ current, begin }: ImportFooterProps): ReactNode {
  const { stage, rows, set } = current;
  const start = (): void => void begin.run();
  if (stage === 'gathering') {
    const refused = rows.filter(({ state }) => state === 'refused').length;
    return (
      <CardFooter note={refused > 0 ? TEXT.refused(refused) : TEXT.approvals}>
        <Button onPress={clear}>{TEXT.clear}</Button>
        <Button kind="primary" isDisabled={refused > 0} isPending={begin.busy} onPress={start}>
          {TEXT.submit(rows.length)}
        </Button>
      </CardFooter>
    );
  }
  if (set === null) return null;
  const { id } = set;
  if (set.state === 'running')
    return (
      <CardFooter note={TEXT.running}>
        <Button onPress={() => pause(id)}>{TEXT.pause}</Button>
      </CardFooter>
    );
  if (set.state !== 'ended')
    return (
      <CardFooter note={begin.busy ? <UnderWay /> : TEXT.rest}>
        <Button isDisabled={begin.busy} onPress={clear}>
          {TEXT.discard}
        </Button>
        <Button kind="primary" isPending={begin.busy} onPress={start}>
          {TEXT.resume}
        </Button>
      </CardFooter>
    );
  if (set.waiting > 0)
    return (
      <CardFooter note={TEXT.waiting}>
        <Button onPress={clear}>{TEXT.discard}</Button>
        <Button
          kind="primary"
          isPending={begin.busy}
          onPress={stage === 'sealed' ? () => lookAgain(id) : start}
        >
          {TEXT.refresh}
        </Button>
      </CardFooter>
    );
  return (
    <CardFooter note={stage === 'sealed' ? null : TEXT.sealing}>
      <Button kind="primary" isDisabled={stage !== 'sealed'} onPress={clear}>
        {TEXT.done}
      </Button>
    </CardFooter>
  );
}
