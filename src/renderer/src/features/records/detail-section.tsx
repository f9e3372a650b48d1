import type { ReactNode } from 'react';
import type { Timestamp } from '#protocol/activity.ts';
import { type Query, useQuery } from '../../bridge/query.ts';
import { formatDay, formatMinute } from '../../format/time.ts';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { FailedState, Skeleton } from '../../ui/states.tsx';
import { createdMs } from '../signers/key-facts.ts';
import styles from './records.module.css';

/** A titled part of a record's detail. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Things that belong to a record, one below the other; words in their place when there are none. */
export function ItemList({ none, children }: { none: string; children: readonly ReactNode[] }): ReactNode {
  if (children.length === 0) return <p className={styles['small']}>{none}</p>;
  return <ul className={styles['items']}>{children}</ul>;
}

/** One of them: its name, faint words below it, and what can be done with it. */
export function Item({
  name,
  detail,
  end,
}: {
  name: ReactNode;
  detail?: ReactNode;
  end?: ReactNode;
}): ReactNode {
  return (
    <li className={styles['item']}>
      <span className={styles['itemWords']}>
        <span>{name}</span>
        {detail !== undefined && <span className={styles['small']}>{detail}</span>}
      </span>
      {end}
    </li>
  );
}

/** A record's name in its row, with faint words below. */
export function NameCell({ name, detail }: { name: ReactNode; detail?: ReactNode }): ReactNode {
  return (
    <span className={styles['name']}>
      <b>{name}</b>
      {detail !== undefined && <span className={styles['small']}>{detail}</span>}
    </span>
  );
}

/** A text of a language of its own: an expression, a JSON value. */
export const CodeBlock = ({ label, children }: { label: string; children: string }): ReactNode => (
  <pre className={styles['code']} tabIndex={0} role="region" aria-label={label}>
    {children}
  </pre>
);

/** A time of the service in this machine's time zone; nothing where it is no time. */
export function TimestampText({ at, exact }: { at: Timestamp; exact?: boolean }): ReactNode {
  const ms = createdMs({ createdAt: at });
  if (ms === null) return null;
  return <time dateTime={new Date(ms).toISOString()}>{exact ? formatMinute(ms) : formatDay(ms)}</time>;
}

interface QueryCardProps<T> {
  readonly title: string;
  readonly query: Query<T>;
  /** What the card holds once the service has answered. */
  readonly children: (value: T) => ReactNode;
}

/** A card of something that the service keeps: on its way, failed with another try, or there. */
export function QueryCard<T>({ title, query, children }: QueryCardProps<T>): ReactNode {
  const known = useQuery(query);
  return (
    <Card label={title}>
      <CardHeader title={title} />
      {known.state === 'loading' && (
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={5} />
          </div>
        </CardSection>
      )}
      {known.state === 'failed' && <FailedState error={known.error} onRetry={() => void query.load()} />}
      {known.state === 'ready' && children(known.value)}
    </Card>
  );
}
