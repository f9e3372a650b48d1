import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { OfflineItem } from '#preload/contract/offline.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { formatMinute } from '../../format/time.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { FactList, FactRow, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { AddressText, CopyButton, Digest, SentenceView } from '../../ui/values.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { RequestBody } from '../requests/request-body.tsx';
import { AddedParts } from './added-parts.tsx';
import { LapseRow } from './lapse-row.tsx';
import styles from './offline.module.css';
import { isLapsed, showOpenFile } from './offline-store.ts';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.review;

const ask = (id: string): Promise<Preview> => getConsole().offline.preview({ id });

/** The preview of a request, asked for again when the request was decoded again; null as long as it is not there. */
function usePreview({ id, previewId }: OfflineItem): {
  readonly preview: Preview | null;
  /** Whether it is there, or why not. */
  readonly isKnown: boolean;
  readonly error: ReactNode;
} {
  const [known, setKnown] = useState<{ readonly previewId: string; readonly preview: Preview } | null>(null);
  const { run, error } = useTask(ask);
  useEffect(() => {
    let isHere = true;
    void run(id).then((given) => isHere && given !== undefined && setKnown({ previewId, preview: given }));
    return () => void (isHere = false);
  }, [id, previewId, run]);
  // The preview before says nothing of a request that was made anew, or of a table that was added.
  const preview = known?.previewId === previewId ? known.preview : null;
  return { preview, isKnown: preview !== null || error !== null, error: <Refusal error={error} /> };
}

const review = (id: string) => getConsole().offline.review({ id });

/** Closes a request, and goes back to the list. */
export const closeItem = async (id: string): Promise<void> => {
  await getConsole().offline.discard({ id });
  showOpenFile(null);
};

interface ReviewCardProps {
  readonly item: OfflineItem;
  readonly onReviewing: (isReviewing: boolean) => void;
}

/** What a request would do, decoded here, before it is approved apart from the window. */
export function ReviewCard({ item, onReviewing }: ReviewCardProps): ReactNode {
  const { preview, isKnown, error } = usePreview(item);
  const [lapsedAtMs, setLapsed] = useState<number | null>(() =>
    isLapsed(item, Date.now()) ? item.lapsesAtMs : null,
  );
  const task = useTask(review);
  const [ending, setEnding] = useState<'deny' | 'expired' | null>(null);
  const closing = useTask(closeItem);
  const canStamp = item.refusal === null && lapsedAtMs !== item.lapsesAtMs;
  const submit = async (): Promise<void> => {
    setEnding(null);
    onReviewing(true);
    const ended = await task.run(item.id);
    onReviewing(false);
    if (ended !== undefined && ended.decision !== 'approve') setEnding(ended.decision);
  };
  return (
    <Card label={TEXT.title}>
      <CardHeader
        title={item.summary}
        tag={<EffectTag effect={item.effect} />}
        end={OFFLINE_TEXT.list.from(item.profileName, item.credentialLabel)}
      />
      <CardSection className={styles['stack']}>
        {preview === null ? (
          <div aria-busy="true">
            <Skeleton lines={8} />
          </div>
        ) : (
          <RequestBody described={preview} preview={preview} />
        )}
        <AddedParts item={item} />
        {error}
        {item.refusal !== null && item.refusal.code !== 'OFFLINE_LAPSED' && <Refusal error={item.refusal} />}
        <Refusal error={task.error} />
        {ending !== null && (
          <Note tone={ending === 'deny' ? 'plain' : 'warn'} live>
            {ending === 'deny' ? TEXT.denied : TEXT.expired}
          </Note>
        )}
      </CardSection>
      <Below isKnown={isKnown}>
        <CardSection>
          <LapseRow key={item.lapsesAtMs} item={item} onLapse={() => setLapsed(item.lapsesAtMs)} />
        </CardSection>
        <CardFooter note={task.busy ? <UnderWay /> : TEXT.note}>
          <Button isDisabled={task.busy} onPress={() => void closing.run(item.id)}>
            {TEXT.discard}
          </Button>
          <Button
            kind="primary"
            kbd="⏎"
            autoFocus
            isDisabled={!canStamp}
            isPending={task.busy}
            onPress={() => void submit()}
          >
            {TEXT.submit}
          </Button>
        </CardFooter>
      </Below>
    </Card>
  );
}

interface SummaryCardProps {
  readonly item: OfflineItem;
  readonly title: string;
}

/** A request in short, with the digest that two people compare, and until when it is taken. */
export function SummaryCard({ item, title }: SummaryCardProps): ReactNode {
  const { preview, error } = usePreview(item);
  return (
    <Card label={title}>
      <CardHeader
        title={title}
        tag={<EffectTag effect={item.effect} />}
        end={item.stamp === null ? undefined : formatMinute(item.stamp.atMs)}
      />
      <CardSection className={styles['stack']}>
        <SentenceView parts={item.sentence} />
        {preview && <FactList facts={preview.facts.filter(({ label }) => !SAID_BELOW.has(label))} />}
        {error}
        <Facts>
          <FactRow label={OFFLINE_TEXT.stamped.profile}>{item.profileName}</FactRow>
          <FactRow label={OFFLINE_TEXT.stamped.credential} note={item.credentialLabel}>
            <AddressText value={item.publicKey} />
          </FactRow>
          {item.hasUnverified && (
            <FactRow label={OFFLINE_TEXT.stamped.names}>
              <span className={styles['beside']}>
                <Icon of={TriangleAlert} className={styles['caution']} /> {OFFLINE_TEXT.stamped.namesEffect}
              </span>
            </FactRow>
          )}
          <FactRow label={TEXT.digest}>
            <Digest value={item.digest} size={8} />
            <CopyButton text={item.digest} what={TEXT.digestNoun} />
          </FactRow>
        </Facts>
        <AddedParts item={item} />
      </CardSection>
      <CardSection>
        <LapseRow key={item.lapsesAtMs} item={item} />
      </CardSection>
    </Card>
  );
}

/** What the card says in its own rows. */
const SAID_BELOW = new Set(['Request file', 'Lapses']);
