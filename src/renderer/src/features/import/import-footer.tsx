import type { ReactNode } from 'react';
import type { SecretImport } from '../../../../preload/contract/secrets.ts';
import { attempt } from '../../ui/attempt.ts';
import { getConsole } from '../../bridge/console.ts';
import type { Task } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardFooter } from '../../ui/card.tsx';
import { countSecrets } from './import-text.ts';
import { UnderWay } from '../credentials/under-way.tsx';

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
      <CardFooter
        note={
          refused > 0
            ? `${refused} cannot be imported: see why in ${refused === 1 ? 'its row' : 'their rows'}. Rename or remove ${refused === 1 ? 'it' : 'them'}.`
            : 'You approve twice: the keys to seal to, then the sealed secrets.'
        }
      >
        <Button onPress={clear}>Clear</Button>
        <Button kind="primary" isDisabled={refused > 0} isPending={begin.busy} onPress={start}>
          Import {countSecrets(rows.length)}
        </Button>
      </CardFooter>
    );
  }
  if (set === null) return null;
  const { id } = set;
  if (set.state === 'running')
    return (
      <CardFooter note="It goes on while you are on another screen.">
        <Button onPress={() => pause(id)}>Pause</Button>
      </CardFooter>
    );
  if (set.state !== 'ended')
    return (
      <CardFooter note={begin.busy ? <UnderWay /> : 'What is left is kept sealed.'}>
        <Button isDisabled={begin.busy} onPress={clear}>
          Give up
        </Button>
        <Button kind="primary" isPending={begin.busy} onPress={start}>
          Go on
        </Button>
      </CardFooter>
    );
  if (set.waiting > 0)
    return (
      <CardFooter note="Others have to vote first.">
        <Button onPress={clear}>Give up</Button>
        <Button
          kind="primary"
          isPending={begin.busy}
          onPress={stage === 'sealed' ? () => lookAgain(id) : start}
        >
          Look again
        </Button>
      </CardFooter>
    );
  return (
    <CardFooter note={stage === 'sealed' ? null : 'Sealing.'}>
      <Button kind="primary" isDisabled={stage !== 'sealed'} onPress={clear}>
        Done
      </Button>
    </CardFooter>
  );
}
