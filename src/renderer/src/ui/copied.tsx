import type { ReactNode } from 'react';
import { Address } from './address.tsx';
import styles from './copied.module.css';
import { CopyButton } from './copy-button.tsx';

/** An id, a key or an address, whole, with a way to copy it. */
export function Copied({ value, what }: { value: string; what: string }): ReactNode {
  return (
    <span className={styles['copied']}>
      <Address value={value} />
      <CopyButton text={value} what={what} />
    </span>
  );
}
