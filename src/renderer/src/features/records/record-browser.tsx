import { MousePointerClick, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { QueryState } from '../../bridge/query.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer, useMedia } from '../../ui/dialogs.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { UI_TEXT } from '../../ui/text.ts';
import { RecordList } from './record-list.tsx';
import type { RecordKind } from './record-list.tsx';
import styles from './records.module.css';
import { RECORD_TEXT } from './text.ts';

interface RecordBrowserProps<T> {
  readonly kind: RecordKind<T>;
  readonly records: QueryState<readonly T[]>;
  readonly onRetry: () => void;
  /** Stands above the list: tabs. */
  readonly tools?: ReactNode;
  /** Stands below the list: what belongs to all of its records. */
  readonly below?: ReactNode;
  readonly action?: ReactNode;
  /** What is known of a record. */
  readonly detail: (record: T) => ReactNode;
  /** What can be done with a record; the one that destroys last. */
  readonly actions?: (record: T) => ReactNode;
}

/** Records as a list with one of them in full beside it; in a narrow window that lies over the list. */
export function RecordBrowser<T extends object>(props: RecordBrowserProps<T>): ReactNode {
  const { kind, records, onRetry, tools, below, action, detail, actions } = props;
  const isNarrow = useMedia('(width < 1100px)');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const all = records.state === 'ready' ? records.value : [];
  // Beside a list there is always one in full: the first until another is chosen.
  const shown = all.find((each) => kind.id(each) === chosen) ?? (isNarrow ? undefined : all[0]);
  const select = (id: string): void => {
    setChosen(id);
    setOpen(true);
  };
  const card = shown && (
    <Card label={kind.name(shown)} className={isNarrow ? styles['bare'] : undefined}>
      <CardHeader
        title={kind.name(shown)}
        end={
          isNarrow && (
            <Button kind="quiet" small icon={X} aria-label={UI_TEXT.close} onPress={() => setOpen(false)} />
          )
        }
      />
      <CardSection className={styles['sections']}>{detail(shown)}</CardSection>
      {actions && <CardFooter>{actions(shown)}</CardFooter>}
    </Card>
  );
  return (
    <ScreenLayout layout="list">
      <div className={styles['side']}>
        {tools}
        <RecordList
          kind={kind}
          records={records}
          onRetry={onRetry}
          selectedId={shown ? kind.id(shown) : null}
          onSelect={select}
          opens={isNarrow}
          action={action}
        />
        {below}
      </div>
      {isNarrow ? (
        <Drawer isOpen={isOpen && shown !== undefined} onClose={() => setOpen(false)} label={kind.title}>
          {card}
        </Drawer>
      ) : (
        (card ?? <NothingChosen kind={kind} />)
      )}
    </ScreenLayout>
  );
}

function NothingChosen<T>({ kind }: { kind: RecordKind<T> }): ReactNode {
  return (
    <Card label={RECORD_TEXT.nothing}>
      <EmptyState icon={MousePointerClick} title={RECORD_TEXT.none(kind.words[0])}>
        {RECORD_TEXT.choose}
      </EmptyState>
    </Card>
  );
}
