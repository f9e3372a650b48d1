import type { ReactNode } from 'react';
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
