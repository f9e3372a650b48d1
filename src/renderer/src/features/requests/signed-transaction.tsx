import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Address, CopyButton } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { showToast } from '../../ui/toasts.ts';
import { signedFileName } from './outcome-text.ts';
import styles from './signed-transaction.module.css';
import { REQUEST_TEXT } from './text.ts';

async function saveSigned(hash: string, signed: string): Promise<void> {
  const { path } = await getConsole().app.save({ name: signedFileName(hash), text: signed });
  if (path !== null) showToast({ tone: 'good', title: REQUEST_TEXT.signed.saved, text: path });
}

/** A signed transaction: its hash, and its bytes to copy or to save. */
export function SignedTransaction({ hash, signed }: { hash: string; signed: string }): ReactNode {
  const save = useTask(saveSigned);
  return (
    <>
      <Facts>
        <FactRow label={REQUEST_TEXT.signed.hash}>
          <span className={styles['copied']}>
            <Address value={hash} />
            <CopyButton text={hash} what={REQUEST_TEXT.signed.hashNoun} />
          </span>
        </FactRow>
      </Facts>
      <div>
        <div className={styles['signedHead']}>
          <h3>{REQUEST_TEXT.signed.title}</h3>
          <CopyButton text={signed} what={REQUEST_TEXT.signed.noun} worded />
          <Button small icon={Download} isPending={save.busy} onPress={() => void save.run(hash, signed)}>
            {REQUEST_TEXT.signed.save}
          </Button>
        </div>
        <pre className={styles['signed']} tabIndex={0} aria-label={REQUEST_TEXT.signed.asHex}>
          {signed}
        </pre>
      </div>
      <Refusal error={save.error} />
    </>
  );
}
