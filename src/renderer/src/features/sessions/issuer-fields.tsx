import type { ReactNode } from 'react';
import { TextInput } from '../../ui/text-input.tsx';
import type { SessionDraft } from './open-flow.ts';

interface IssuerFieldsProps {
  readonly draft: SessionDraft;
  readonly onChange: (draft: SessionDraft) => void;
}

/** Where the browser logs in, and what this program is called there. */
export function IssuerFields({ draft, onChange }: IssuerFieldsProps): ReactNode {
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
    </>
  );
}
