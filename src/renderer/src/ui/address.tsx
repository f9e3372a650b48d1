import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './address.module.css';

const HEAD = 8;
const TAIL = 6;

/**
 * An address, an id or a public key: whole, monospace, the ends strong and the middle faint. What does not fit a line
 * becomes two halves, not a line and a rest.
 */
export function Address({ value, className }: { value: string; className?: string | undefined }): ReactNode {
  const short = value.length <= HEAD + TAIL;
  const half = Math.ceil(value.length / 2);
  return (
    <span className={classNames(styles['address'], className)}>
      {short ? (
        value
      ) : (
        <>
          {value.slice(0, HEAD)}
          <span className={styles['middle']}>
            {value.slice(HEAD, half)}
            <wbr />
            {value.slice(half, -TAIL)}
          </span>
          {value.slice(-TAIL)}
        </>
      )}
    </span>
  );
}
