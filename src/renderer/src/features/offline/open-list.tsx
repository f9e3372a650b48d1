import { WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OfflineItem, OfflineKind, OfflineState } from '#preload/contract/offline.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EffectTag, Tag } from '../../ui/tags.tsx';
import styles from './offline.module.css';
import { showOpenFile, stateOf } from './offline-store.ts';
import { SeriesChoice } from './series-card.tsx';
import { OFFLINE_TEXT } from './text.ts';

/** The requests that can be approved together: those of the credential that has most of them. */
function togetherOf(items: readonly OfflineItem[]): readonly string[] {
  const byWhom = new Map<string, string[]>();
  for (const item of items) {
    if (item.refusal !== null || stateOf(item) !== 'review') continue;
    const whom = `${item.profileName}\n${item.publicKey}`;
    byWhom.set(whom, [...(byWhom.get(whom) ?? []), item.id]);
  }
  return [...byWhom.values()].reduce((most, ids) => (ids.length > most.length ? ids : most), []);
}

const reviewAll = (ids: readonly string[]) => getConsole().offline.reviewAll({ ids: [...ids] });

/** Approves what is open of one credential at once; says what became of the stamps. */
function Together({ items }: { items: readonly OfflineItem[] }): ReactNode {
  const TEXT = OFFLINE_TEXT.list;
  const task = useTask(reviewAll);
  const [ended, setEnded] = useState<Awaited<ReturnType<typeof reviewAll>> | null>(null);
  const ids = togetherOf(items);
  const submit = async (): Promise<void> => {
    setEnded(null);
    setEnded((await task.run(ids)) ?? null);
  };
  if (ids.length < 2 && ended === null && task.error === null) return null;
  return (
    <CardSection className={styles['stack']}>
      {ids.length >= 2 && (
        <div className={styles['entryHead']}>
          <span className={styles['words']}>{TEXT.together(ids.length)}</span>
          <Button kind="primary" small isPending={task.busy} onPress={() => void submit()}>
            {TEXT.approveAll(ids.length)}
          </Button>
        </div>
      )}
      <Refusal error={task.error} />
      {ended !== null && <TogetherEnded {...ended} />}
    </CardSection>
  );
}

function TogetherEnded({ decision, saved, refused }: Awaited<ReturnType<typeof reviewAll>>): ReactNode {
  const TEXT = OFFLINE_TEXT;
  if (decision !== 'approve')
    return (
      <Note tone={decision === 'deny' ? 'plain' : 'warn'} live>
        {decision === 'deny' ? TEXT.review.denied : TEXT.review.expired}
      </Note>
    );
  return (
    <>
      <Note tone="good" live>
        {saved > 0 ? TEXT.list.saved(saved) : TEXT.list.stampedAll}
      </Note>
      {refused.map(({ name, message, remedy }) => (
        <Note key={name} tone="bad" title={TEXT.list.notSaved(name)} live>
          {message} {remedy}
        </Note>
      ))}
    </>
  );
}

/** What is open here, and the way to approve what belongs together at once. */
export function OpenList({
  items,
  answers,
  onSeries,
}: OfflineState & { readonly onSeries: (kind: OfflineKind) => void }): ReactNode {
  const TEXT = OFFLINE_TEXT.list;
  return (
    <Card label={TEXT.title}>
      <CardHeader title={TEXT.title} />
      <Together items={items} />
      <SeriesChoice items={items} onChoose={onSeries} />
      {items.length + answers.length === 0 ? (
        <CardSection>
          <EmptyState icon={WifiOff} title={TEXT.empty}>
            {TEXT.emptyHint}
          </EmptyState>
        </CardSection>
      ) : (
        <CardSection flush>
          <ul className={styles['plain']}>
            {answers.map(({ id, summary }) => (
              <li key={id} className={styles['entry']}>
                <span className={styles['words']}>{summary}</span>
                <Tag>{TEXT.states.opened}</Tag>
                <Button small onPress={() => showOpenFile(id)}>
                  {TEXT.show}
                </Button>
              </li>
            ))}
            {items.map((item) => (
              <li key={item.id} className={styles['entry']}>
                <EffectTag effect={item.effect} />
                <span className={styles['words']}>
                  {item.sentence.map(({ value }) => value).join('')}
                  <span className={styles['faint']}>{TEXT.from(item.profileName, item.credentialLabel)}</span>
                </span>
                {item.hasUnverified && <Tag>{TEXT.unverified}</Tag>}
                <Tag>{TEXT.states[stateOf(item)]}</Tag>
                <Button small onPress={() => showOpenFile(item.id)}>
                  {TEXT.show}
                </Button>
              </li>
            ))}
          </ul>
        </CardSection>
      )}
    </Card>
  );
}
