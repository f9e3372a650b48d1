import type { ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { openFlow } from './open-flow.ts';
import type { SessionDraft } from './open-flow.ts';

interface IssuerFieldsProps {
  readonly draft: SessionDraft;
  readonly onChange: (draft: SessionDraft) => void;
}

/** Where the browser logs in, and what this program is called there. */
export function IssuerFields({ draft, onChange }: IssuerFieldsProps): ReactNode {
  const { stage } = openFlow.useFlow();
  return (
    <>
      <TextInput
        label="Issuer"
        value={draft.issuer}
        onChange={(issuer) => onChange({ ...draft, issuer })}
        placeholder="https://accounts.example.com"
        maxLength={1024}
        spellCheck="false"
        help="As it stands in the OAuth provider that the service knows of you."
      />
      <TextInput
        label="Client id"
        value={draft.clientId}
        onChange={(clientId) => onChange({ ...draft, clientId })}
        maxLength={1024}
        spellCheck="false"
        help="The audience of that provider. The issuer must allow redirects to 127.0.0.1."
      />
      {stage === 'preparing' && (
        <Note title="Log in in your browser" live>
          It has opened there. This goes on by itself when you are done; Cancel calls it off.
        </Note>
      )}
    </>
  );
}
