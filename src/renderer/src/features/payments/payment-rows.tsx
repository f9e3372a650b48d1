import { CircleAlert, Copy, ScanSearch, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { LookedAtPayments, PaymentRowView } from '#preload/contract/payment-files.ts';
import type { ListFilter } from '#preload/contract/saved-filters.ts';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FIND_ABOVE, NoMatches, type RowSearch, RowSearchField } from '../../ui/finding.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AddressText } from '../../ui/values.tsx';
import { useFilteredRows } from '../filters/list-search.tsx';
import { setListWords, useListWords } from '../filters/list-words.ts';
import type { Filtering } from '../filters/saved-filters.tsx';
import styles from './payments.module.css';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.file;

type RowFilter = Extract<ListFilter, { list: 'paymentRows' }>;
type Filter = RowFilter['rows'];

const TONES = { wrong: 'bad', alike: 'bad', again: 'warn', new: 'warn', ready: undefined } as const;
const ICONS = { wrong: CircleAlert, alike: ScanSearch, again: Copy, new: UserRoundPlus } as const;

const rowId = ({ line }: PaymentRowView): string => String(line);
const toneOf = ({ state }: PaymentRowView): 'bad' | 'warn' | undefined => TONES[state];

/** A cell; the one that is wrong is marked. */
const Marked = ({
  row,
  field,
}: {
  row: PaymentRowView;
  field: 'amount' | 'asset' | 'reference';
}): ReactNode => (
  <span className={row.problem?.field === field ? styles['wrong'] : undefined}>{row[field]}</span>
);

const COLUMNS: readonly TableColumn<PaymentRowView>[] = [
  { id: 'line', title: TEXT.line, numeric: true, cell: ({ line }) => line.toLocaleString('en') },
  { id: 'to', title: TEXT.columns.to, grow: true, cell: (row) => <RecipientCell row={row} /> },
  {
    id: 'amount',
    title: TEXT.columns.amount,
    numeric: true,
    cell: (row) => (
      <b>
        <Marked row={row} field="amount" />
      </b>
    ),
  },
  { id: 'asset', title: TEXT.columns.asset, cell: (row) => <Marked row={row} field="asset" /> },
  { id: 'reference', title: TEXT.columns.reference, cell: (row) => <Marked row={row} field="reference" /> },
];

/** Why a row wants attention; empty where it doesn't. */
function whyOf({ state, again, problem, resembles }: PaymentRowView): string {
  if (problem !== null) return problem.message;
  if (resembles !== null) return TEXT.resembles(resembles);
  return state === 'new' ? TEXT.firstPayment : again === null ? '' : TEXT.samePayment(again);
}

/** Who is paid by a line, and below it why the line wants attention. */
function RecipientCell({ row }: { readonly row: PaymentRowView }): ReactNode {
  const { to, address, name, state, resembles } = row;
  return (
    <div className={styles['recipient']}>
      {name !== null && <b>{name}</b>}
      {address === null ? <span>{to}</span> : <AddressText value={address} />}
      {state !== 'ready' && (
        <span className={classNames(styles['why'], styles[TONES[state]])}>
          <Icon of={ICONS[state]} />
          {whyOf(row)}
        </span>
      )}
      {resembles !== null && <AddressText value={resembles.address} />}
    </div>
  );
}

/** A row in words: what its cells show, and its amount as a file writes it. */
const rowText = (row: PaymentRowView): string =>
  [
    ...[row.line, row.to, row.address, row.name, row.amount, row.amount.replaceAll(',', '')],
    ...[row.asset, row.reference, whyOf(row)],
  ].join(' ');

interface RowSearchOf {
  /** The file, whose words are its own. */
  readonly of: string;
  readonly rows: readonly PaymentRowView[];
  /** How many rows of the filter the file has; not all of them are here. */
  readonly count: number;
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
}

/** Narrows the rows by what wants attention and by words. */
function useRows({ of, rows, count, filter, setFilter }: RowSearchOf): RowSearch<PaymentRowView> {
  const words = useListWords('paymentRows', of);
  const shown = useMemo(
    () => (filter === 'all' ? rows : rows.filter(({ state }) => state === filter)),
    [rows, filter],
  );
  const filtering: Filtering<RowFilter> = {
    label: TEXT.preview,
    current: { list: 'paymentRows', words, rows: filter },
    none: { list: 'paymentRows', words: '', rows: 'all' },
    pick: (chosen) => {
      setListWords('paymentRows', chosen.words, of);
      setFilter(chosen.rows);
    },
  };
  return useFilteredRows(filtering, {
    ...{ of, rows: shown, textOf: rowText, isPart: shown.length < count },
    isOffered: filter !== 'all' || rows.length > FIND_ABOVE,
  });
}

/** The lines of a file, those that want attention first. */
export function PaymentRows({ looked: { counts, rows } }: { readonly looked: LookedAtPayments }): ReactNode {
  const [filter, setFilter] = useState<Filter>('all');
  const all = counts.wrong + counts.alike + counts.again + counts.new + counts.ready;
  const count = filter === 'all' ? all : counts[filter];
  const states = (['wrong', 'alike', 'again', 'new'] as const).filter(
    (state) => counts[state] > 0 || state === filter,
  );
  const search = useRows({ of: useId(), rows, count, filter, setFilter });
  return (
    <Card label={TEXT.rows(all)}>
      <CardHeader
        title={TEXT.rows(all)}
        end={
          states.length > 0 && (
            <Segmented<Filter>
              label={TEXT.filter}
              options={[
                { id: 'all', label: TEXT.filters.all },
                ...states.map((id) => ({ id, label: TEXT.filters[id](counts[id]) })),
              ]}
              value={filter}
              onChange={setFilter}
            />
          )
        }
      />
      <CardSection flush className={styles['scroll']}>
        <RowSearchField label={TEXT.preview} search={search} />
        <DataTable
          isPaged
          label={TEXT.preview}
          columns={COLUMNS}
          rows={search.found}
          rowId={rowId}
          rowTone={toneOf}
          empty={
            <NoMatches
              isPart={search.isPart ?? false}
              onClear={() => {
                search.setWords('');
                setFilter('all');
              }}
            />
          }
        />
      </CardSection>
      <CardFooter note={TEXT.shown(search.found.length.toLocaleString('en'), count.toLocaleString('en'))} />
    </Card>
  );
}
