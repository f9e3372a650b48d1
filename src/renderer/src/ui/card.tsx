import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './card.module.css';

interface CardProps {
  /** Names the region for those who do not see it; usually the header's words. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A panel with an optional header, sections and a footer. */
export function Card({ label, className, children }: CardProps): ReactNode {
  return (
    <section className={classNames(styles['card'], className)} aria-label={label}>
      {children}
    </section>
  );
}

/** The head of a card: its title left (an EffectTag may stand before it), `end` right. */
export function CardHeader({
  title,
  tag,
  end,
}: {
  title: ReactNode;
  tag?: ReactNode;
  end?: ReactNode;
}): ReactNode {
  return (
    <header className={styles['header']}>
      {tag}
      <h2 className={styles['title']}>{title}</h2>
      {end !== undefined && <div className={styles['end']}>{end}</div>}
    </header>
  );
}

/** A padded part of a card; `flush` lets lists and tables reach its edges. */
export function CardSection({
  flush,
  className,
  children,
}: {
  flush?: boolean;
  className?: string | undefined;
  children: ReactNode;
}): ReactNode {
  return <div className={classNames(styles['section'], flush && styles['flush'], className)}>{children}</div>;
}

/** The foot of a card: small print left, actions right with the primary one last. */
export function CardFooter({ note, children }: { note?: ReactNode; children?: ReactNode }): ReactNode {
  return (
    <footer className={styles['footer']}>
      <div className={styles['note']}>{note}</div>
      {children}
    </footer>
  );
}
