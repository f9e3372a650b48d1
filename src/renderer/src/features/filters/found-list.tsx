import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../../ui/data-table.tsx';
import { Finding } from '../../ui/finding.tsx';
import { type WordsList, useListSearch } from './list-search.tsx';

interface FoundListProps<T> extends WordsList<T> {
  /** Draws these rows. */
  readonly children: (shown: readonly T[]) => ReactNode;
}

/** A list that is narrowed by words, with the filters that were saved of its kind. */
export function FoundList<T extends object>({ children, ...listed }: FoundListProps<T>): ReactNode {
  const search = useListSearch(listed);
  return (
    <Finding label={listed.label} rows={listed.rows} search={search}>
      {children}
    </Finding>
  );
}

type FoundTableProps<T> = Pick<WordsList<T>, 'list' | 'of' | 'isPart'> &
  Omit<DataTableProps<T>, 'rowText'> & {
    /** A row in words, for typing ahead and for finding it. */
    readonly rowText: (row: T) => string;
  };

/** A table of the same. */
export function FoundTable<T extends object>({ list, of, isPart, ...table }: FoundTableProps<T>): ReactNode {
  const { label, rows, rowText } = table;
  const search = useListSearch({
    ...{ list, label, rows, textOf: rowText },
    ...(of === undefined ? {} : { of }),
    ...(isPart === undefined ? {} : { isPart }),
  });
  return <DataTable {...table} search={search} />;
}
