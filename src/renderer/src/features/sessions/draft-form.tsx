import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCredentials, useProfile } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { EndOthers } from './end-others.tsx';
import { IssuerFields } from './issuer-fields.tsx';
import { needsBrowser, openFlow, prepareSession } from './open-flow.ts';
import type { SessionDraft } from './open-flow.ts';
import { LENGTHS, ORIGIN_DETAILS, ORIGIN_WORDS, SESSION_TEXT } from './text.ts';

const TEXT = SESSION_TEXT.draft;

const KINDS = (['stamp-login', 'read-write', 'oauth-login', 'oauth'] as const).map((id) => ({
  id,
  label: ORIGIN_WORDS[id],
  detail: ORIGIN_DETAILS[id],
}));

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
  const missing = draft.label.trim() === '' ? TEXT.nameMissing : null;
  const inBrowser = needsBrowser(draft.origin);
  const isReady = !inBrowser || (draft.clientId.trim() !== '' && URL.canParse(draft.issuer.trim()));
  const isConfirmed = !draft.invalidateExisting || typed.trim() === username;
  const submit = (): void => {
    setTried(true);
    if (missing === null && isConfirmed && isReady) void prepareSession(draft);
  };
  return (
    <Form
      label={SESSION_TEXT.open}
      onSubmit={submit}
      actions={
        <>
          <Button onPress={onCancel}>{SESSION_TEXT.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            kbd="⏎"
            isDisabled={!isConfirmed || !isReady}
            isPending={flow.stage === 'preparing'}
          >
            {inBrowser ? TEXT.continue : TEXT.preview}
          </Button>
        </>
      }
    >
      <TextInput
        label={TEXT.name}
        autoFocus
        maxLength={60}
        value={draft.label}
        onChange={(label) => onChange({ ...draft, label })}
        placeholder={TEXT.nameExample}
        help={
          inBrowser
            ? TEXT.linkedUser
            : TEXT.stampedBy(username || TEXT.theUser, current?.label ?? TEXT.currentCredential)
        }
        error={isTried ? missing : null}
      />
      <Select
        label={TEXT.kind}
        options={KINDS}
        value={draft.origin}
        onChange={(origin) => onChange({ ...draft, origin })}
      />
      {inBrowser && <IssuerFields draft={draft} onChange={onChange} />}
      <Select
        label={TEXT.duration}
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
        <Note title={TEXT.inBrowser} live>
          {TEXT.inBrowserHint}
        </Note>
      )}
      <Refusal error={flow.stage === 'refused' ? flow.error : null} />
    </Form>
  );
}
