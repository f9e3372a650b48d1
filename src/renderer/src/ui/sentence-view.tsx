import type { ReactNode } from 'react';
import type { SentencePart } from '#chains/model/decoded.ts';
import { Address } from './address.tsx';
import styles from './sentence-view.module.css';

/** What will happen, as one sentence with its addresses whole and its amounts strong. */
export function SentenceView({ parts }: { parts: readonly SentencePart[] }): ReactNode {
  return (
    <p className={styles['sentence']}>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </p>
  );
}

function Part({ part }: { part: SentencePart }): ReactNode {
  switch (part.kind) {
    case 'address':
      return <Address value={part.value} className={styles['address']} />;
    case 'amount':
      return <span className={styles['amount']}>{part.value}</span>;
    case 'text':
      return part.value;
  }
}
