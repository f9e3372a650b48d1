import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCredentials, useProfile } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { EndOthers } from './end-others.tsx';
import { IssuerFields } from './issuer-fields.tsx';
import { needsBrowser, openFlow, prepareSession } from './open-flow.ts';
import type { SessionDraft } from './open-flow.ts';
import { LENGTHS } from './session-text.ts';

const KINDS = [
  {
    id: 'stamp-login',
    label: 'Login by stamp',
    detail: 'The key is made here. The service answers with a signed token, which is checked.',
  },
  {
    id: 'read-write',
    label: 'Read-write session',
    detail: 'The service makes the key and seals it to this machine.',
  },
  {
    id: 'oauth-login',
    label: 'Login by OAuth',
    detail: 'You log in at your issuer in the browser. The key is made here.',
  },
  {
    id: 'oauth',
    label: 'OAuth session',
    detail: 'You log in at your issuer in the browser. The service makes the key.',
  },
] as const;

interface DraftFormProps {
  readonly draft: SessionDraft;
  readonly onChange: (draft: SessionDraft) => void;
  readonly onCancel: () => void;
}

/** What a session is to be: its name, kind and length, and whether others end with it. */
export function DraftForm({ draft, onChange, onCancel }: DraftFormProps): ReactNode {
  const flow = openFlow.useFlow();
  const profile = useProfile();
  const current = useCredentials().find((credential) => credential.current);
  const [isTried, setTried] = useState(false);
  const [typed, setTyped] = useState('');
  const username = profile?.username ?? '';
  const missing = draft.label.trim() === '' ? 'Give the session a name.' : null;
  const inBrowser = needsBrowser(draft.origin);
  const isReady = !inBrowser || (draft.clientId.trim() !== '' && URL.canParse(draft.issuer.trim()));
  const isConfirmed = !draft.invalidateExisting || typed.trim() === username;
  const submit = (): void => {
    setTried(true);
    if (missing === null && isConfirmed && isReady) void prepareSession(draft);
  };
  return (
    <Form
      label="Open a session"
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onCancel}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            kbd="⏎"
            isDisabled={!isConfirmed || !isReady}
            isPending={flow.stage === 'preparing'}
          >
            {inBrowser ? 'Continue in the browser' : 'Preview'}
          </Button>
        </>
      }
    >
      <TextInput
        label="Name"
        autoFocus
        maxLength={60}
        value={draft.label}
        onChange={(label) => onChange({ ...draft, label })}
        placeholder="Evening batch"
        help={
          inBrowser
            ? 'It is a session of the user whose login at the issuer this is.'
            : `It is a session of ${username || 'the user'} that ${current?.label ?? 'the current credential'} stamps for.`
        }
        error={isTried ? missing : null}
      />
      <Select
        label="Kind"
        options={KINDS}
        value={draft.origin}
        onChange={(origin) => onChange({ ...draft, origin })}
      />
      {inBrowser && <IssuerFields draft={draft} onChange={onChange} />}
      <Select
        label="Ends after"
        options={LENGTHS}
        value={LENGTHS.find(({ id }) => Number(id) === draft.expirationSeconds)?.id ?? null}
        onChange={(id) => onChange({ ...draft, expirationSeconds: Number(id) })}
      />
      <EndOthers
        draft={draft}
        username={username}
        typed={typed}
        onTyped={setTyped}
        onChange={(invalidateExisting) => onChange({ ...draft, invalidateExisting })}
      />
      {inBrowser && flow.stage === 'preparing' && (
        <Note title="Go on in your browser" live>
          The issuer’s page has opened there. This goes on by itself when you are done; Cancel calls it off.
        </Note>
      )}
      <Refusal error={flow.stage === 'refused' ? flow.error : null} />
    </Form>
  );
}
