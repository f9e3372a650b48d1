import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LookedAtPayments, PaymentRowView } from '#preload/contract/payment-files.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import styles from './payments.module.css';
import { PAYMENT_TEXT } from './text.ts';

const TEXT = PAYMENT_TEXT.file;

type RowState = PaymentRowView['state'];

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
