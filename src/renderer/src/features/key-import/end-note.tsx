import type { ReactNode } from 'react';
import type { KeyImport, KeyImportStep } from '#preload/contract/key-imports.ts';
import type { Outcome } from '#preload/contract/requests.ts';
import { Disclosure } from '../../ui/layout.tsx';
import { Note } from '../../ui/notes.tsx';
import { CheckList } from '../export/check-list.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';
import { KEY_IMPORT_TEXT } from './text.ts';

const TEXT = KEY_IMPORT_TEXT.end;

interface EndNoteProps {
  readonly current: KeyImport;
  readonly step: KeyImportStep;
  readonly outcome: Outcome;
}

/** How an import ended: it is in, it is not what was shown, or it did not come to it. */
export function EndNote({ current, step, outcome }: EndNoteProps): ReactNode {
  if (outcome.state !== 'completed')
    return (
      <>
        <OutcomeNote outcome={outcome} />
        <Note>{TEXT.notImported}</Note>
      </>
    );
  const holds = outcome.verifications.every(({ passed }) => passed);
  return (
    <>
      {holds ? (
        <Note tone="good" title={TEXT.imported} live>
          {TEXT.importedEffect}
        </Note>
      ) : (
        <Failed step={step} />
      )}
      {holds ? (
        <Disclosure label={TEXT.checked}>
          <CheckList label={TEXT.checks} checks={outcome.verifications} />
        </Disclosure>
      ) : (
        <CheckList label={TEXT.checks} checks={outcome.verifications} />
      )}
      {current.source !== null && step === 'key' && (
        <Note tone="warn" title={TEXT.leftover}>
          {TEXT.leftoverEffect(current.source)}
        </Note>
      )}
    </>
  );
}

const Failed = ({ step }: { step: KeyImportStep }): ReactNode =>
  step === 'target' ? (
    <Note tone="bad" title={TEXT.targetFailed} live>
      {TEXT.targetFailedEffect}
    </Note>
  ) : (
    <Note tone="bad" title={TEXT.mismatch} live>
      {TEXT.mismatchEffect}
    </Note>
  );
