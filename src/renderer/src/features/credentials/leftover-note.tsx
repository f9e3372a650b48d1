import type { ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import type { KeySource } from './bring-form.tsx';

/** Reminds of the copy of a brought key that is still where it came from. */
export function LeftoverNote({ source }: { source: KeySource }): ReactNode {
  if (source.kind === 'clipboard') {
    return (
      <Note tone="warn" title="The private key is still in the clipboard">
        Copy something else over it, and delete it wherever you copied it from.
      </Note>
    );
  }
  const [, name] = /^(.+)\.(?:public|private|meta)$/s.exec(source.path) ?? [];
  if (name !== undefined) {
    return (
      <Note tone="warn" title="Delete the files you brought the key from">
        Whoever can read {name}.private can stamp as you. Delete it, with its .public and .meta; the console
        does not do it for you.
      </Note>
    );
  }
  return (
    <Note tone="warn" title="Delete the file you brought the key from">
      Whoever can read {source.path} can stamp as you. The console does not delete it for you.
    </Note>
  );
}
