import type { ReactNode } from 'react';
import type { KeyImportSubject } from '#preload/contract/key-imports.ts';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import { Copied } from '../../ui/values.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { KEY_IMPORT_TEXT, subjectTitle } from './text.ts';

/** What is public of a key or wallet, to be read while it is under way. */
export function SubjectFacts({ subject }: { subject: KeyImportSubject }): ReactNode {
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
