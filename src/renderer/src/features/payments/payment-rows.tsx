import { CircleAlert, Copy, Download, ScanSearch, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LookedAtPayments, PaymentRowView } from '#preload/contract/payment-files.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AddressText } from '../../ui/values.tsx';
import styles from './payments.module.css';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.file;

type RowState = PaymentRowView['state'];
type Filter = 'all' | Exclude<RowState, 'ready'>;

const TONES = { wrong: 'bad', alike: 'bad', again: 'warn', new: 'warn', ready: undefined } as const;
const ICONS = { wrong: CircleAlert, alike: ScanSearch, again: Copy, new: UserRoundPlus } as const;

/** What can be done with rows that can't be paid. */
export interface WrongRowActions {
  readonly areLeftOut: boolean;
  readonly isBusy: boolean;
  readonly onLeaveOut: (leftOut: boolean) => void;
  readonly onSave: () => void;
}

/** The rows that can't be paid: they stop the file until the operator says of so many that they are left out. */
function WrongRowsNote({
  count,
  lines,
  canLeaveOut,
  areLeftOut,
  isBusy,
  onLeaveOut,
  onSave,
}: WrongRowActions & {
  readonly count: number;
  readonly lines: string;
  readonly canLeaveOut: boolean;
}): ReactNode {
  return (
    <Note
      tone={areLeftOut ? 'warn' : 'bad'}
      title={areLeftOut ? TEXT.leftOut(count) : TEXT.wrong(count)}
      live={!areLeftOut}
    >
      {lines} {areLeftOut ? TEXT.leftOutWhy : TEXT.correct}
      <div className={styles['remedies']}>
        {(areLeftOut || canLeaveOut) && (
          <Button isDisabled={isBusy} onPress={() => onLeaveOut(!areLeftOut)}>
            {areLeftOut ? TEXT.keepIn : TEXT.leaveOut(count)}
          </Button>
        )}
        <Button icon={Download} isPending={isBusy} onPress={onSave}>
          {TEXT.saveWrong(count)}
        </Button>
      </div>
    </Note>
  );
}

/** What the payments of a file come to, and what wants attention before they are reviewed. */
export function PaymentTotals({
  looked,
  firstNonce,
  wrongRows,
}: {
  readonly looked: LookedAtPayments;
  readonly wrongRows: WrongRowActions;
  /** As it was entered; null where it is none. */
  readonly firstNonce: bigint | null;
}): ReactNode {
  const { counts, totals, fees, rows, lacks } = looked;
  const paid = counts.alike + counts.again + counts.new + counts.ready;
  const linesOf = (state: RowState): string =>
    TEXT.lines(
      rows.filter((row) => row.state === state).map(({ line }) => line),
      counts[state],
    );
  return (
    <Card label={TEXT.totals}>
      <CardHeader title={TEXT.totals} end={TEXT.ofRows(paid, paid + counts.wrong)} />
      <CardSection className={styles['sections']}>
        <Facts>
          {totals.map(({ payments, total }) => (
            <FactRow key={total} label={TEXT.payments(payments)}>
              <b>{total}</b>
            </FactRow>
          ))}
          {fees.map((fee) => (
            <FactRow key={fee} label={TEXT.maxFee}>
              {fee}
            </FactRow>
          ))}
          {firstNonce !== null && paid > 0 && (
            <FactRow label={TEXT.nonces}>
              {TEXT.nonceRange(firstNonce.toString(), (firstNonce + BigInt(paid) - 1n).toString())}
            </FactRow>
          )}
        </Facts>
        {lacks.length > 0 && (
          <Note tone="warn" title={PAYMENT_TEXT.missing}>
            {lacks.map(({ message, remedy }) => `${message} ${remedy}`).join(' ')}
          </Note>
        )}
        {counts.wrong > 0 && (
          <WrongRowsNote
            count={counts.wrong}
            lines={linesOf('wrong')}
            canLeaveOut={paid > 0}
            {...wrongRows}
          />
        )}
        {counts.alike > 0 && (
          <Note tone="bad" title={TEXT.alike(counts.alike)}>
            {linesOf('alike')} {TEXT.compare}
          </Note>
        )}
        {counts.again > 0 && (
          <Note tone="warn" title={TEXT.again(counts.again)}>
            {linesOf('again')} {TEXT.paidAgain}
          </Note>
        )}
        {counts.new > 0 && (
          <Note tone="warn" title={TEXT.firstTime(counts.new)}>
            {linesOf('new')} {TEXT.confirm}
          </Note>
        )}
      </CardSection>
    </Card>
  );
}

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

const wordsOf = ({ state, again }: PaymentRowView): string =>
  state === 'new' ? TEXT.firstPayment : again === null ? '' : TEXT.samePayment(again);

/** Who is paid by a line, and below it why the line wants attention. */
function RecipientCell({ row }: { readonly row: PaymentRowView }): ReactNode {
  const { to, address, name, state, problem, resembles } = row;
  const words = problem?.message ?? (resembles === null ? wordsOf(row) : TEXT.resembles(resembles));
  return (
    <div className={styles['recipient']}>
      {name !== null && <b>{name}</b>}
      {address === null ? <span>{to}</span> : <AddressText value={address} />}
      {state !== 'ready' && (
        <span className={classNames(styles['why'], styles[TONES[state]])}>
          <Icon of={ICONS[state]} />
          {words}
        </span>
      )}
      {resembles !== null && <AddressText value={resembles.address} />}
    </div>
  );
}

/** The lines of a file, those that want attention first. */
export function PaymentRows({ looked: { counts, rows } }: { readonly looked: LookedAtPayments }): ReactNode {
  const [wanted, setWanted] = useState<Filter>('all');
  const all = counts.wrong + counts.alike + counts.again + counts.new + counts.ready;
  const filters = (['wrong', 'alike', 'again', 'new'] as const).filter((state) => counts[state] > 0);
  const filter = wanted === 'all' || counts[wanted] > 0 ? wanted : 'all';
  const shown = filter === 'all' ? rows : rows.filter(({ state }) => state === filter);
  return (
    <Card label={TEXT.rows(all)}>
      <CardHeader
        title={TEXT.rows(all)}
        end={
          filters.length > 0 && (
            <Segmented<Filter>
              label={TEXT.filter}
              options={[
                { id: 'all', label: TEXT.filters.all },
                ...filters.map((id) => ({ id, label: TEXT.filters[id](counts[id]) })),
              ]}
              value={filter}
              onChange={setWanted}
            />
          )
        }
      />
      <CardSection flush className={styles['scroll']}>
        <DataTable
          isPaged
          label={TEXT.preview}
          columns={COLUMNS}
          rows={shown}
          rowId={rowId}
          rowTone={toneOf}
        />
      </CardSection>
      <CardFooter
        note={TEXT.shown(
          shown.length.toLocaleString('en'),
          (filter === 'all' ? all : counts[filter]).toLocaleString('en'),
        )}
      />
    </Card>
  );
}
