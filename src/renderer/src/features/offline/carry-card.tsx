import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OfflineItem } from '#preload/contract/offline.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import styles from './offline.module.css';
import { closeItem } from './request-cards.tsx';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.carry;

const send = (id: string) => getConsole().offline.send({ id });

/** What this computer does for a request that another one stamps: it sends the stamped bytes, and nothing else. */
export function CarryCard({ item }: { item: OfflineItem }): ReactNode {
  const { id, stamp, answer } = item;
  const sending = useTask(send);
  const closing = useTask(closeItem);
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <CardSection className={styles['stack']}>
        {stamp === null ? (
          <Note title={TEXT.elsewhere}>{TEXT.elsewhereEffect}</Note>
        ) : (
          <Note tone="good" title={TEXT.stampHere} live>
            {TEXT.stampHereEffect}
          </Note>
        )}
        {answer !== null && (
          <Note tone={answer.status === 200 ? 'good' : 'warn'} title={TEXT.sent(answer.status)} live>
            {TEXT.sentEffect}
          </Note>
        )}
        <Refusal error={sending.error} />
      </CardSection>
      <CardFooter note={stamp === null ? TEXT.noStamp : null}>
        <Button isDisabled={sending.busy} onPress={() => void closing.run(id)}>
          {OFFLINE_TEXT.review.discard}
        </Button>
        <Button
          kind={answer === null ? 'primary' : 'plain'}
          icon={Send}
          isDisabled={stamp === null}
          isPending={sending.busy}
          onPress={() => void sending.run(id)}
        >
          {answer === null ? TEXT.send : TEXT.sendAgain}
        </Button>
      </CardFooter>
    </Card>
  );
}
