import type { ReactNode } from 'react';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { CheckboxList } from '../../ui/choices.tsx';
import { Note } from '../../ui/notes.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { needsBrowser } from './open-flow.ts';
import type { SessionDraft } from './open-flow.ts';
import { useLoginSessions } from './sessions-store.ts';
import { SESSION_TEXT } from './text.ts';

const TEXT = SESSION_TEXT.others;

const OPTION = [{ id: 'end', label: TEXT.option }] as const;

interface EndOthersProps {
  readonly draft: SessionDraft;
  readonly username: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onChange: (invalidateExisting: boolean) => void;
}

/** Offers to end the user's other sessions, says what that does, and asks for the user's name. */
export function EndOthers({ draft, username, typed, onTyped, onChange }: EndOthersProps): ReactNode {
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
        label={TEXT.label}
        options={OPTION}
        value={draft.invalidateExisting ? ['end'] : []}
        onChange={(ids) => onChange(ids.length > 0)}
      />
      {draft.invalidateExisting && (
        <>
          <Note tone="warn" title={TEXT.title(isKnown ? username : TEXT.unknownUser)}>
            {TEXT.effect} {here.length > 0 && TEXT.here(here.map(({ label }) => label))} {TEXT.unaffected}
          </Note>
          <TextInput label={TEXT.confirm(username)} value={typed} onChange={onTyped} spellCheck="false" />
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
