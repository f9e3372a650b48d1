import type { ReactNode } from 'react';
import type { KeyImport, KeyImportStep } from '../../../../preload/contract/key-imports.ts';
import type { Outcome } from '../../../../preload/contract/requests.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Note } from '../../ui/note.tsx';
import { CheckList } from '../export/check-list.tsx';
import { OutcomeNote } from '../requests/outcome-note.tsx';

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
        <Note>
          The key was wiped from memory, and nothing was imported. Read it in again for another try.
        </Note>
      </>
    );
  const holds = outcome.verifications.every(({ passed }) => passed);
  return (
    <>
      {holds ? (
        <Note tone="good" title="Imported" live>
          The service’s addresses and public keys are those that were shown before. The key is wiped from
          memory here.
        </Note>
      ) : (
        <Failed step={step} />
      )}
      {holds ? (
        <Disclosure label="What was checked on this machine">
          <CheckList label="Checks of the import" checks={outcome.verifications} />
        </Disclosure>
      ) : (
        <CheckList label="Checks of the import" checks={outcome.verifications} />
      )}
      {current.source !== null && step === 'key' && (
        <Note tone="warn" title="The key still lies where it was read">
          Delete {current.source} once the import is where it belongs.
        </Note>
      )}
    </>
  );
}

const Failed = ({ step }: { step: KeyImportStep }): ReactNode =>
  step === 'target' ? (
    <Note tone="bad" title="The key to seal to did not hold a check" live>
      Nothing was sealed or sent, and the key was wiped from memory. The check that did not hold is the last
      one.
    </Note>
  ) : (
    <Note tone="bad" title="What the service keeps is not what was shown" live>
      Send nothing to it and do not rely on it. Keep the activity’s id, and report it.
    </Note>
  );
