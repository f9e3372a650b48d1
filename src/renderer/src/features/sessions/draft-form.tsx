import { type ReactNode, useState } from 'react';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { useCredentials, useProfile } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxList } from '../../ui/choices.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { IssuerFields } from './issuer-fields.tsx';
import { type SessionDraft, needsBrowser, openFlow, prepareSession } from './open-flow.ts';
import { useLoginSessions } from './sessions-store.ts';
import { LENGTHS, ORIGIN_DETAILS, ORIGIN_WORDS, SESSION_TEXT } from './text.ts';

const OTHERS_TEXT = SESSION_TEXT.others;
const DRAFT_TEXT = SESSION_TEXT.draft;

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
  const missing = draft.label.trim() === '' ? DRAFT_TEXT.nameMissing : null;
  const inBrowser = needsBrowser(draft.origin);
  const isReady = !inBrowser || (draft.clientId.trim() !== '' && URL.canParse(draft.issuer.trim()));
  const isConfirmed = !draft.invalidateExisting || typed.trim() === username;
  const submit = (): void => {
    setTried(true);
    // A form with one line is submitted by Enter also while its button waits.
    if (flow.stage === 'preparing') return;
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
            {inBrowser ? DRAFT_TEXT.continue : DRAFT_TEXT.preview}
          </Button>
        </>
      }
    >
      <TextInput
        label={DRAFT_TEXT.name}
        autoFocus
        maxLength={60}
        value={draft.label}
        onChange={(label) => onChange({ ...draft, label })}
        placeholder={DRAFT_TEXT.nameExample}
        help={
          inBrowser
            ? DRAFT_TEXT.linkedUser
            : DRAFT_TEXT.stampedBy(
                username || DRAFT_TEXT.theUser,
                current?.label ?? DRAFT_TEXT.currentCredential,
              )
        }
        error={isTried ? missing : null}
      />
      <Select
        label={DRAFT_TEXT.kind}
        options={KINDS}
        value={draft.origin}
        onChange={(origin) => onChange({ ...draft, origin })}
      />
      {inBrowser && <IssuerFields draft={draft} onChange={onChange} />}
      <Select
        label={DRAFT_TEXT.duration}
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
        <Note title={DRAFT_TEXT.inBrowser} live>
          {DRAFT_TEXT.inBrowserHint}
        </Note>
      )}
      <Refusal error={flow.stage === 'refused' ? flow.error : null} />
    </Form>
  );
}

const OPTION = [{ id: 'end', label: OTHERS_TEXT.option }] as const;

interface EndOthersProps {
  readonly draft: SessionDraft;
  readonly username: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onChange: (invalidateExisting: boolean) => void;
}

/** Offers to end the user's other sessions, says what that does, and asks for the user's name. */
function EndOthers({ draft, username, typed, onTyped, onChange }: EndOthersProps): ReactNode {
  const profile = useProfile();
  const known = useLoginSessions();
  // Who logs in at an issuer is not known before it is done.
  const isKnown = !needsBrowser(draft.origin);
  const here = (known.state === 'ready' ? known.sessions : []).filter(
    (session) =>
      isKnown &&
      session.profileId === profile?.id &&
      session.userId === profile.userId &&
      isSameKind(session.origin, draft.origin),
  );
  return (
    <>
      <CheckboxList
        label={OTHERS_TEXT.label}
        options={OPTION}
        value={draft.invalidateExisting ? ['end'] : []}
        onChange={(ids) => onChange(ids.length > 0)}
      />
      {draft.invalidateExisting && (
        <>
          <Note tone="warn" title={OTHERS_TEXT.title(isKnown ? username : OTHERS_TEXT.unknownUser)}>
            {OTHERS_TEXT.effect} {here.length > 0 && OTHERS_TEXT.here(here.map(({ label }) => label))}{' '}
            {OTHERS_TEXT.unaffected}
          </Note>
          <TextInput
            label={OTHERS_TEXT.confirm(username)}
            value={typed}
            onChange={onTyped}
            spellCheck="false"
          />
        </>
      )}
    </>
  );
}

/** A sealed session ends those of the very same kind; a login ends logins, whichever way they were made. */
const isSameKind = (one: LoginSession['origin'], other: SessionDraft['origin']): boolean =>
  other === 'read-write' || other === 'oauth'
    ? one === other
    : one === 'stamp-login' || one === 'oauth-login';
