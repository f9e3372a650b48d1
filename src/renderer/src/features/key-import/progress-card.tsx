import type { ReactNode } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { KeyImport, KeyImportStep, KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Card, CardFooter, CardHeader, CardSection, Disclosure } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { attempt } from '../../ui/toasts.ts';
import { Copied } from '../../ui/values.tsx';
import { UnderWay } from '../credentials/passkey-ceremony.tsx';
import { CheckList } from '../export/check-list.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { showKeyImport } from './key-import-store.ts';
import styles from './key-import.module.css';
import { KEY_IMPORT_TEXT, subjectTitle } from './text.ts';

const END_TEXT = KEY_IMPORT_TEXT.end;
const PROGRESS_TEXT = KEY_IMPORT_TEXT.progress;

type Status = Exclude<KeyImport['status'], { state: 'draft' }>;

const resume = async (): Promise<void> => showKeyImport(await getConsole().keyImports.resume());
const clear = (): void => void attempt(() => getConsole().keyImports.clear());

/** An import under way or over: what is imported, how far it is, and the way on. */
export function ProgressCard({ current, status }: { current: KeyImport; status: Status }): ReactNode {
  const task = useTask(resume);
  return (
    <Card label={PROGRESS_TEXT.title(current.name)}>
      <CardHeader title={current.name} tag={<EffectTag effect="write" />} />
      <CardSection className={styles['stack']}>
        <StatusNote current={current} status={status} />
        <SubjectFacts subject={current.subject} />
        <Refusal error={task.error} />
      </CardSection>
      {status.state === 'running' ? (
        <CardFooter note={<UnderWay />} />
      ) : status.state === 'ended' ? (
        <CardFooter>
          <Button kind="primary" onPress={clear}>
            {PROGRESS_TEXT.done}
          </Button>
        </CardFooter>
      ) : (
        <CardFooter>
          <Button isDisabled={task.busy} onPress={clear}>
            {PROGRESS_TEXT.discard}
          </Button>
          <Button kind="primary" isPending={task.busy} onPress={() => void task.run()}>
            {PROGRESS_TEXT.waysOn[status.state]}
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}

function StatusNote({ current, status }: { current: KeyImport; status: Status }): ReactNode {
  switch (status.state) {
    case 'running':
      return null;
    case 'waiting': {
      const { activityId } = status;
      return (
        <Note
          tone="warn"
          title={PROGRESS_TEXT.waiting}
          live
          action={
            <Button small onPress={() => go('activities', activityId)}>
              {PROGRESS_TEXT.showVotes}
            </Button>
          }
        >
          {status.step === 'target' ? PROGRESS_TEXT.keyInMemory : PROGRESS_TEXT.sealedSent}
        </Note>
      );
    }
    case 'unanswered':
      return (
        <Note tone="warn" title={PROGRESS_TEXT.unanswered} live>
          {PROGRESS_TEXT.unansweredEffect}
        </Note>
      );
    case 'sealed':
      return (
        <Note title={PROGRESS_TEXT.sealed} live>
          {PROGRESS_TEXT.sealedEffect}
        </Note>
      );
    case 'ended':
      return <EndNote current={current} step={status.step} outcome={status.outcome} />;
  }
}

interface EndNoteProps {
  readonly current: KeyImport;
  readonly step: KeyImportStep;
  readonly outcome: Outcome;
}

/** How an import ended: it is in, it is not what was shown, or it did not come to it. */
function EndNote({ current, step, outcome }: EndNoteProps): ReactNode {
  if (outcome.state !== 'completed')
    return (
      <>
        <OutcomeNote outcome={outcome} />
        <Note>{END_TEXT.notImported}</Note>
      </>
    );
  const holds = outcome.verifications.every(({ passed }) => passed);
  return (
    <>
      {holds ? (
        <Note tone="good" title={END_TEXT.imported} live>
          {END_TEXT.importedEffect}
        </Note>
      ) : (
        <Failed step={step} />
      )}
      {holds ? (
        <Disclosure label={END_TEXT.checked}>
          <CheckList label={END_TEXT.checks} checks={outcome.verifications} />
        </Disclosure>
      ) : (
        <CheckList label={END_TEXT.checks} checks={outcome.verifications} />
      )}
      {current.source !== null && step === 'key' && (
        <Note tone="warn" title={END_TEXT.leftover}>
          {END_TEXT.leftoverEffect(current.source)}
        </Note>
      )}
    </>
  );
}

const Failed = ({ step }: { step: KeyImportStep }): ReactNode =>
  step === 'target' ? (
    <Note tone="bad" title={END_TEXT.targetFailed} live>
      {END_TEXT.targetFailedEffect}
    </Note>
  ) : (
    <Note tone="bad" title={END_TEXT.mismatch} live>
      {END_TEXT.mismatchEffect}
    </Note>
  );

/** What is public of a key or wallet, to be read while it is under way. */
function SubjectFacts({ subject }: { subject: KeyImportSubject }): ReactNode {
  const rows = subject.kind === 'privateKey' ? subject.addresses.map(withoutPath) : subject.accounts;
  return (
    <Facts>
      <FactRow label={KEY_IMPORT_TEXT.progress.kind}>{subjectTitle(subject)}</FactRow>
      {rows.map((row) => (
        <FactRow
          key={`${row.addressFormat} ${row.address}`}
          label={FORMAT_NAMES[row.addressFormat]}
          note={row.path}
        >
          <Copied value={row.address} what={KEY_IMPORT_TEXT.key.copyAddress} />
        </FactRow>
      ))}
      {subject.kind === 'privateKey' && (
        <FactRow label={KEY_IMPORT_TEXT.key.publicKey}>
          <Copied value={subject.publicKey} what={KEY_IMPORT_TEXT.key.copyPublicKey} />
        </FactRow>
      )}
    </Facts>
  );
}

const withoutPath = <T extends object>(address: T) => ({ ...address, path: undefined });
