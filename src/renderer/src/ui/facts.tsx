import type { ReactNode } from 'react';
import { parseTime } from '#chains/model/amounts.ts';
import type { ByteRange, Fact } from '#chains/model/decoded.ts';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';
import { formatExactly } from '../format/time.ts';
import { AddressText } from './values.tsx';

/** Labels and values in rows. */
export function Facts({ children }: { children: ReactNode }): ReactNode {
  return <dl className={styles['facts']}>{children}</dl>;
}

interface FactRowProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Faint small print after the value. */
  readonly note?: ReactNode;
  /** Told when the pointer or the focus comes to the row, and when it leaves; the row can be focused then. */
  readonly onPoint?: (isHere: boolean) => void;
}

/** One row of {@link Facts}; pointing lets a preview mark the bytes a value came from. */
export function FactRow({ label, children, note, onPoint }: FactRowProps): ReactNode {
  const here = (): void => onPoint?.(true);
  const gone = (): void => onPoint?.(false);
  const pointing = onPoint && {
    tabIndex: 0,
    onPointerEnter: here,
    onPointerLeave: gone,
    onFocus: here,
    onBlur: gone,
  };
  return (
    <div className={classNames(styles['row'], onPoint && styles['pointed'])} {...pointing}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>
        {children}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </dd>
    </div>
  );
}

interface FactListProps {
  readonly facts: readonly Fact[];
  /** Further rows, below. */
  readonly children?: ReactNode;
  /** Told the bytes of the row under the pointer or the focus, and null when it leaves. */
  readonly onPoint?: (ranges: readonly ByteRange[] | null) => void;
}

/** What was read from a request, each value drawn by its kind. */
export function FactList({ facts, children, onPoint }: FactListProps): ReactNode {
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
      {children}
    </Facts>
  );
}

/** One value by its kind: addresses and hashes whole, amounts strong, data in a box that scrolls. */
function FactValue({ fact }: { fact: Fact }): ReactNode {
  switch (fact.kind) {
    case 'address':
    case 'hash':
      return <AddressText value={fact.value} />;
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
