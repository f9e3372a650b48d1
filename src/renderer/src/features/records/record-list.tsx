import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueryState } from '../../bridge/query.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { EmptyState, FailedState, Skeleton } from '../../ui/states.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import styles from './records.module.css';

/** How records of one kind are listed. */
export interface RecordKind<T> {
  /** As a heading: "Users". */
  readonly title: string;
  /** One and many, for counts: "user", "users". */
  readonly words: readonly [one: string, many: string];
  readonly icon: LucideIcon;
  readonly columns: readonly TableColumn<T>[];
  readonly id: (record: T) => string;
  readonly name: (record: T) => string;
  /** What is said where there are none. */
  readonly empty: { readonly title: string; readonly text: string };
}

interface RecordListProps<T> {
  readonly kind: RecordKind<T>;
  readonly records: QueryState<readonly T[]>;
  readonly onRetry: () => void;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  /** Whether a record's detail lies over the list: it is opened then, not shown beside it. */
  readonly opens: boolean;
  /** What makes another one; the primary action of the card. */
  readonly action?: ReactNode;
}

/** A card with a table of records, in every state that a list has. */
export function RecordList<T extends object>(props: RecordListProps<T>): ReactNode {
  const { kind, records, onRetry, selectedId, onSelect, opens, action } = props;
  const count = records.state === 'ready' ? records.value.length : 0;
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
              {...(opens ? { onOpen: onSelect } : { selectedId, onSelect })}
            />
          </CardSection>
          <CardFooter note={`${count.toLocaleString('en')} ${kind.words[count === 1 ? 0 : 1]}`}>
            {action}
          </CardFooter>
        </>
      )}
    </Card>
  );
}
