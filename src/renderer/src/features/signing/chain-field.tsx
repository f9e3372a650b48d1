import { Hexagon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { ReadingState } from './signing-store.ts';
import styles from './signing.module.css';

/** The chain that a transaction is for: read from its bytes, never guessed from a choice. */
export function ChainField({ reading }: { reading: ReadingState }): ReactNode {
  const known = reading.state === 'read';
  return (
    <div className={styles['chain']} role="group" aria-label="Chain">
      <span className={styles['label']}>Chain</span>
      <div className={styles['chainBox']}>
        <Icon of={Hexagon} />
        <span className={styles['grow']}>
          {known ? reading.reading.network : 'Ethereum and its relatives'}
        </span>
        <span className={styles['faint']}>{known ? 'recognised from the bytes' : 'read from the bytes'}</span>
      </div>
    </div>
  );
}
