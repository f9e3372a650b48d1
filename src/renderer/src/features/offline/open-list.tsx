import { WifiOff } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { OfflineItem, OfflineKind, OfflineState } from '#preload/contract/offline.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Finding } from '../../ui/finding.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EffectTag, Tag } from '../../ui/tags.tsx';
import { useListSearch } from '../filters/list-search.tsx';
import styles from './offline.module.css';
import { showOpenFile, stateOf } from './offline-store.ts';
import { SeriesChoice } from './series-card.tsx';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.list;

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
  if (decision !== 'approve')
    return (
      <Note tone={decision === 'deny' ? 'plain' : 'warn'} live>
        {decision === 'deny' ? OFFLINE_TEXT.review.denied : OFFLINE_TEXT.review.expired}
      </Note>
    );
  return (
    <>
      <Note tone="good" live>
        {saved > 0 ? TEXT.saved(saved) : TEXT.stampedAll}
      </Note>
      {refused.map(({ name, message, remedy }) => (
        <Note key={name} tone="bad" title={TEXT.notSaved(name)} live>
          {message} {remedy}
        </Note>
      ))}
    </>
  );
}

type Opened = OfflineItem | OfflineState['answers'][number];

const isRequest = (opened: Opened): opened is OfflineItem => 'sentence' in opened;
const sentenceOf = ({ sentence }: OfflineItem): string => sentence.map(({ value }) => value).join('');

const openedText = (opened: Opened): string =>
  isRequest(opened)
    ? [
        ...[sentenceOf(opened), opened.summary, opened.operation, opened.profileName, opened.credentialLabel],
        ...[opened.publicKey, opened.digest, TEXT.states[stateOf(opened)], opened.request.name],
      ].join(' ')
    : [opened.summary, TEXT.states.opened].join(' ');

/** What is open here, and the way to approve what belongs together at once. */
export function OpenList({
  items,
  answers,
  onSeries,
}: OfflineState & { readonly onSeries: (kind: OfflineKind) => void }): ReactNode {
  const label = TEXT.title;
  const rows = useMemo((): readonly Opened[] => [...answers, ...items], [answers, items]);
  const search = useListSearch({ list: 'offline', label, rows, textOf: openedText });
  return (
    <Card label={label}>
      <CardHeader title={label} />
      {/* What the search hides isn't approved along with the others. */}
      <Together items={search.found.filter(isRequest)} />
      <SeriesChoice items={items} onChoose={onSeries} />
      {rows.length === 0 ? (
        <CardSection>
          <EmptyState icon={WifiOff} title={TEXT.empty}>
            {TEXT.emptyHint}
          </EmptyState>
        </CardSection>
      ) : (
        <CardSection flush>
          <Finding label={label} rows={rows} search={search}>
            {(shown) => (
              <ul className={styles['plain']}>
                {shown.map((opened) => (
                  <OpenedEntry key={opened.id} opened={opened} />
                ))}
              </ul>
            )}
          </Finding>
        </CardSection>
      )}
    </Card>
  );
}

function OpenedEntry({ opened }: { opened: Opened }): ReactNode {
  const isItem = isRequest(opened);
  return (
    <li className={styles['entry']}>
      {isItem && <EffectTag effect={opened.effect} />}
      <span className={styles['words']}>
        {isItem ? sentenceOf(opened) : opened.summary}
        {isItem && (
          <span className={styles['faint']}>{TEXT.from(opened.profileName, opened.credentialLabel)}</span>
        )}
      </span>
      {isItem && opened.hasUnverified && <Tag>{TEXT.unverified}</Tag>}
      <Tag>{TEXT.states[isItem ? stateOf(opened) : 'opened']}</Tag>
      <Button small onPress={() => showOpenFile(opened.id)}>
        {TEXT.show}
      </Button>
    </li>
  );
}
