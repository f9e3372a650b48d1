import { type LucideIcon, MousePointerClick, X } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { QueryState } from '../../bridge/live-query.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Drawer, useMedia } from '../../ui/dialogs.tsx';
import type { RowSearch } from '../../ui/finding.tsx';
import { Card, CardFooter, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { UI_TEXT } from '../../ui/text.ts';
import { type WordsFilter, useListSearch } from '../filters/list-search.tsx';
import { useFiltersKnown } from '../filters/saved-filters.tsx';
import styles from './records.module.css';
import { RECORD_TEXT } from './text.ts';

/** The same state with another value: a part of an answer as an answer. */
export const mapped = <T, U>(state: QueryState<T>, pick: (value: T) => U): QueryState<U> =>
  state.state === 'ready' ? { state: 'ready', value: pick(state.value) } : state;

/** How records of one kind are listed. */
export interface RecordKind<T> {
  /** The list whose filters are kept. */
  readonly list: WordsFilter['list'];
  /** As a heading: "Users". */
  readonly title: string;
  /** One and many, for counts: "user", "users". */
  readonly words: readonly [one: string, many: string];
  readonly icon: LucideIcon;
  readonly columns: readonly TableColumn<T>[];
  readonly id: (record: T) => string;
  readonly name: (record: T) => string;
  /** What else its row shows, for finding it; its name and ID find it anyway. */
  readonly text?: (record: T) => string;
  /** What is said where there are none. */
  readonly empty: { readonly title: string; readonly text: string };
}

interface RecordListProps<T> {
  readonly kind: RecordKind<T>;
  readonly records: QueryState<readonly T[]>;
  readonly search: RowSearch<T>;
  readonly onRetry: () => void;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  /** Whether a record's detail lies over the list: it is opened then, not shown beside it. */
  readonly opens: boolean;
  /** What makes another one; the primary action of the card. */
  readonly action?: ReactNode;
}

/** A card with a table of records, in every state that a list has. */
function RecordList<T extends object>(props: RecordListProps<T>): ReactNode {
  const { kind, records, search, onRetry, selectedId, onSelect, opens, action } = props;
  const count = records.state === 'ready' ? records.value.length : 0;
  const areFiltersKnown = useFiltersKnown(kind.list);
  return (
    <Card label={kind.title}>
      <CardHeader title={kind.title} />
      {records.state === 'loading' && (
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={5} />
          </div>
        </CardSection>
      )}
      {records.state === 'failed' && <FailedState error={records.error} onRetry={onRetry} />}
      {records.state === 'ready' && count === 0 && (
        <EmptyState icon={kind.icon} title={kind.empty.title} action={action}>
          {kind.empty.text}
        </EmptyState>
      )}
      {records.state === 'ready' && count > 0 && (
        <>
          <CardSection flush className={styles['rows']}>
            <DataTable
              label={kind.title}
              columns={kind.columns}
              rows={records.value}
              rowId={kind.id}
              rowText={kind.name}
              search={search}
              {...(opens ? { onOpen: onSelect } : { selectedId, onSelect })}
            />
          </CardSection>
          <Below isKnown={areFiltersKnown}>
            <CardFooter note={`${count.toLocaleString('en')} ${kind.words[count === 1 ? 0 : 1]}`}>
              {action}
            </CardFooter>
          </Below>
        </>
      )}
    </Card>
  );
}

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
  /** Whether what `detail` asks for is there: the actions stand below it. */
  readonly isDetailKnown?: (record: T) => boolean;
}

const NONE: readonly never[] = [];

/** Records as a list with one of them in full beside it; in a narrow window that lies over the list. */
export function RecordBrowser<T extends object>(props: RecordBrowserProps<T>): ReactNode {
  const { kind, records, onRetry, tools, below, action, detail, actions, isDetailKnown } = props;
  const isNarrow = useMedia('(width < 1100px)');
  // The record that was looked for, as `TAB/ID`.
  const asked = useNavigation((state) => state.focus)?.split('/')[1] ?? null;
  const [chosen, setChosen] = useState<string | null>(asked);
  const [isOpen, setOpen] = useState(asked !== null);
  const textOf = useCallback(
    (record: T) => [kind.name(record), kind.id(record), kind.text?.(record) ?? ''].join(' '),
    [kind],
  );
  const search = useListSearch({
    list: kind.list,
    label: kind.title,
    rows: records.state === 'ready' ? records.value : NONE,
    textOf,
    asked,
  });
  // Beside a list there is always one in full: the first until another is chosen. What a search hides is not there to be acted upon.
  const shown =
    search.found.find((each) => kind.id(each) === chosen) ?? (isNarrow ? undefined : search.found[0]);
  const select = (id: string): void => {
    setChosen(id);
    setOpen(true);
  };
  const areFiltersKnown = useFiltersKnown(kind.list);
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
      {actions && (
        <Below isKnown={isDetailKnown?.(shown) ?? true}>
          <CardFooter>{actions(shown)}</CardFooter>
        </Below>
      )}
    </Card>
  );
  return (
    <ScreenLayout layout="list">
      <div className={styles['side']}>
        {tools}
        <RecordList
          kind={kind}
          records={records}
          search={search}
          onRetry={onRetry}
          selectedId={shown ? kind.id(shown) : null}
          onSelect={select}
          opens={isNarrow}
          action={action}
        />
        <Below isKnown={records.state !== 'loading' && areFiltersKnown}>{below}</Below>
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
