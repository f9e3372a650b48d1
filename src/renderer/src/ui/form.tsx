import type { ReactNode } from 'react';
import styles from './form.module.css';

interface FormProps {
  readonly label: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** The actions at the end, the one that submits last. */
  readonly actions: ReactNode;
}

/** Fields one below the other with their actions at the end; Enter does the last one. */
export function Form({ label, onSubmit, children, actions }: FormProps): ReactNode {
  return (
    <form
      className={styles['form']}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className={styles['actions']}>{actions}</div>
    </form>
  );
}
