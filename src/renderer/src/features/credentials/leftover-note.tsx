import type { ReactNode } from 'react';
import { Note } from '../../ui/notes.tsx';
import type { KeySource } from './bring-form.tsx';
import { CREDENTIAL_TEXT } from './text.ts';

const TEXT = CREDENTIAL_TEXT.leftover;

/** Reminds of the copy of a brought key that is still where it came from. */
export function LeftoverNote({ source }: { source: KeySource }): ReactNode {
  if (source.kind === 'clipboard') {
    return (
      <Note tone="warn" title={TEXT.clipboardTitle}>
        {TEXT.clipboard}
      </Note>
    );
  }
  const [, name] = /^(.+)\.(?:public|private|meta)$/s.exec(source.path) ?? [];
  if (name !== undefined) {
    return (
      <Note tone="warn" title={TEXT.filesTitle}>
        {TEXT.files(name)}
      </Note>
    );
  }
  return (
    <Note tone="warn" title={TEXT.fileTitle}>
      {TEXT.file(source.path)}
    </Note>
  );
}
