import { CircleCheck, Download, OctagonAlert, QrCode } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Outcome, Verification } from '#preload/contract/requests.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/later.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Disclosure } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.ts';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { signedFileName, signedForms } from './outcome-text.ts';
import styles from './signed-transaction.module.css';
import { REQUEST_TEXT } from './text.ts';

async function saveSigned(hash: string, signed: string): Promise<void> {
  const { path } = await getConsole().app.save({ name: signedFileName(hash), text: signed });
  if (path !== null) showToast({ tone: 'good', title: REQUEST_TEXT.signed.saved, text: path });
}

/** A signed transaction: its hash, and its bytes to copy or to save; other forms of it below. */
export function SignedTransactionCard({
  hash,
  ...given
}: NonNullable<Extract<Outcome, { state: 'completed' }>['transaction']>): ReactNode {
  const { first, others } = signedForms(given);
  const save = useTask(saveSigned);
  return (
    <>
      <Facts>
        <FactRow label={REQUEST_TEXT.signed.hash}>
          <span className={styles['copied']}>
            <AddressText value={hash} />
            <CopyButton text={hash} what={REQUEST_TEXT.signed.hashNoun} />
          </span>
        </FactRow>
      </Facts>
      <div>
        <div className={styles['signedHead']}>
          <h3>{REQUEST_TEXT.signed.title}</h3>
          <CopyButton text={first} what={REQUEST_TEXT.signed.noun} worded />
          <Button small icon={Download} isPending={save.busy} onPress={() => void save.run(hash, first)}>
            {REQUEST_TEXT.signed.save}
          </Button>
        </div>
        <pre className={styles['signed']} tabIndex={0} aria-label={REQUEST_TEXT.signed.asHex}>
          {first}
        </pre>
        <CodeButton text={first} />
      </div>
      {others.map(({ name, text }) => (
        <Disclosure key={name} label={name}>
          <div className={styles['signedHead']}>
            <CopyButton text={text} what={name} worded />
          </div>
          <pre className={styles['signed']} tabIndex={0} aria-label={name}>
            {text}
          </pre>
          <CodeButton text={text} />
        </Disclosure>
      ))}
      <Refusal error={save.error} />
    </>
  );
}

// What draws codes is loaded when one is asked for.
const TextCode = later(async () => (await import('../codes/text-code.tsx')).TextCode);

/** What was asked for is brought into sight: the card may be longer than the window. */
const intoView = (shown: HTMLDivElement | null): void => shown?.scrollIntoView({ block: 'nearest' });

/** Shows a text as QR code on demand. */
function CodeButton({ text }: { text: string }): ReactNode {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Button small kind="quiet" icon={QrCode} onPress={() => setIsShown(!isShown)}>
        {isShown ? REQUEST_TEXT.signed.hideCode : REQUEST_TEXT.signed.code}
      </Button>
      {isShown && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <div ref={intoView}>
            <TextCode text={text} />
          </div>
        </Suspense>
      )}
    </>
  );
}

/** Each thing that was checked about a result; one that does not hold is an alarm. */
export function Verifications({ verifications }: { verifications: readonly Verification[] }): ReactNode {
  const failed = verifications.filter((check) => !check.passed);
  return (
    <>
      {failed.length > 0 && (
        <Note tone="bad" live title={REQUEST_TEXT.checks.failedTitle}>
          {REQUEST_TEXT.checks.failed(failed.length)}
        </Note>
      )}
      <ul className={styles['checks']} aria-label={REQUEST_TEXT.checks.label}>
        {verifications.map((check, index) => (
          <li key={index} className={classNames(styles['check'], styles[check.passed ? 'passed' : 'failed'])}>
            <Icon of={check.passed ? CircleCheck : OctagonAlert} />
            <div>
              <div>
                <b>{check.name}</b> {check.passed ? REQUEST_TEXT.checks.passed : REQUEST_TEXT.checks.broken}
              </div>
              <div className={styles['detail']}>{check.detail}</div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
