import type { ReactNode } from 'react';
import type { ByteRange, Fact } from '#chains/model/decoded.ts';
import { parseTime } from '#chains/model/amounts.ts';
import { Address } from './address.tsx';
import { FactRow, Facts } from './facts.tsx';
import styles from './fact-list.module.css';
import { formatExactly } from './time.ts';

interface FactListProps {
  readonly facts: readonly Fact[];
  /** Told the bytes of the row under the pointer or the focus, and null when it leaves. */
  readonly onPoint?: (ranges: readonly ByteRange[] | null) => void;
}

/** What was read from a request, each value drawn by its kind. */
export function FactList({ facts, onPoint }: FactListProps): ReactNode {
  return (
    <Facts>
      {facts.map((fact, index) => (
        <FactRow
          key={index}
          label={fact.label}
          {...(fact.note === undefined ? {} : { note: fact.note })}
          {...(onPoint && fact.ranges
            ? { onPoint: (isHere: boolean) => onPoint(isHere ? (fact.ranges ?? null) : null) }
            : {})}
        >
          <FactValue fact={fact} />
        </FactRow>
      ))}
    </Facts>
  );
}

/** One value by its kind: addresses and hashes whole, amounts strong, data in a box that scrolls. */
function FactValue({ fact }: { fact: Fact }): ReactNode {
  switch (fact.kind) {
    case 'address':
    case 'hash':
      return <Address value={fact.value} />;
    case 'amount':
      return <b className={styles['number']}>{fact.value}</b>;
    case 'number':
      return <span className={styles['number']}>{fact.value}</span>;
    case 'data':
      // Scrolls with the keyboard, too.
      return (
        <code className={styles['data']} tabIndex={0}>
          {fact.value}
        </code>
      );
    case 'time':
      return <LocalTime utc={fact.value} />;
    case 'text':
      return <span>{fact.value}</span>;
  }
}

/** A time in this machine's zone; UTC, as the bytes mean it, when it is pointed at. */
function LocalTime({ utc }: { utc: string }): ReactNode {
  const ms = parseTime(utc);
  if (ms === undefined) return <span>{utc}</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={utc}>
      {formatExactly(ms)}
    </time>
  );
}
