import { QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OfflineItem, OfflineKind, OutgoingFile } from '#preload/contract/offline.ts';
import { Button } from '../../ui/button.tsx';
import { CardSection } from '../../ui/layout.tsx';
import { CodeCard } from '../codes/code-card.tsx';
import { type Outgoing, useOutgoingBytes } from './file-slots.tsx';
import { stateOf } from './offline-store.ts';
import styles from './offline.module.css';
import { OFFLINE_TEXT } from './text.ts';

const TEXT = OFFLINE_TEXT.series;

/** Which file of a request goes on, by where the request is. */
const LEAVES: Partial<Record<ReturnType<typeof stateOf>, OfflineKind>> = {
  stamped: 'stamp',
  carry: 'request',
  answered: 'answer',
};

/** The files of one kind that leave this computer. */
export function seriesOf(items: readonly OfflineItem[], kind: OfflineKind): readonly Outgoing[] {
  return items.flatMap((item) => {
    const file: OutgoingFile | null = item[kind];
    return LEAVES[stateOf(item)] === kind && file !== null ? [{ id: item.id, kind, file }] : [];
  });
}

/** Offers the files that go the same way as one series of codes. */
export function SeriesChoice({
  items,
  onChoose,
}: {
  readonly items: readonly OfflineItem[];
  readonly onChoose: (kind: OfflineKind) => void;
}): ReactNode {
  const several = Object.values(LEAVES)
    .map((kind) => ({ kind, count: seriesOf(items, kind).length }))
    .filter(({ count }) => count > 1);
  if (several.length === 0) return null;
  return (
    <CardSection className={styles['stack']}>
      {several.map(({ kind, count }) => (
        <div key={kind} className={styles['entryHead']}>
          <span className={styles['words']}>{TEXT.hint[kind](count)}</span>
          <Button small icon={QrCode} onPress={() => onChoose(kind)}>
            {TEXT.show(count)}
          </Button>
        </div>
      ))}
    </CardSection>
  );
}

/** Several files as one series of codes: the other console reads them in one go. */
export function SeriesCard({
  items,
  kind,
  onDone,
}: {
  readonly items: readonly OfflineItem[];
  readonly kind: OfflineKind;
  readonly onDone: () => void;
}): ReactNode {
  const outgoing = seriesOf(items, kind);
  const codes = useOutgoingBytes(outgoing);
  return (
    <CodeCard
      title={TEXT.title[kind](outgoing.length)}
      {...codes}
      after={
        <Button kind="primary" onPress={onDone}>
          {OFFLINE_TEXT.outgoing.done}
        </Button>
      }
    />
  );
}
