import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import styles from './layout.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

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
      <div className={styles['actions']}>{children}</div>
    </footer>
  );
}

interface ScreenLayoutProps {
  /**
   * `column`: one readable column. `wide`: one for a table. `split`: what goes in, and the larger half for what it means.
   * `list`: a list, and its detail beside it.
   */
  readonly layout?: 'column' | 'wide' | 'split' | 'list';
  readonly children: ReactNode;
}

/** The scrolling part of a screen. Under 1100 px a split is one column with its second half first. */
export function ScreenLayout({ layout = 'column', children }: ScreenLayoutProps): ReactNode {
  return (
    <div className={classNames(styles['work'], layout === 'wide' && styles['column'], styles[layout])}>
      {children}
    </div>
  );
}

/** Raw data, one click away. */
export function Disclosure({ label, children }: { label: ReactNode; children: ReactNode }): ReactNode {
  return (
    <AriaDisclosure className={styles['disclosure'] ?? ''}>
      <Button slot="trigger" className={styles['trigger'] ?? ''}>
        <Icon of={ChevronRight} className={styles['chevron']} />
        {label}
      </Button>
      <DisclosurePanel className={styles['panel'] ?? ''}>{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
