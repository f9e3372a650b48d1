import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { knownIssuers } from './known-issuers.ts';
import type { SessionDraft } from './open-flow.ts';
import { SESSION_TEXT } from './text.ts';

const TEXT = SESSION_TEXT.issuer;

const OTHER = { id: 'other', label: TEXT.other, detail: TEXT.otherDetail } as const;

interface IssuerFieldsProps {
  readonly draft: SessionDraft;
  readonly onChange: (draft: SessionDraft) => void;
}

/** Where the browser logs in, and what this program is called there: chosen out of those that are known, or typed. */
export function IssuerFields({ draft, onChange }: IssuerFieldsProps): ReactNode {
  const profile = useProfile();
  const known = useRemote(knownIssuers, profile?.id);
  const [wantsOther, setWantsOther] = useState(false);
  if (known.state === 'loading') return <Skeleton lines={2} />;
  // Where the service does not say which there are, they can be typed.
  const issuers = known.state === 'ready' ? known.value : [];
  const chosen = issuers.find(
    ({ issuer, clientId }) => issuer === draft.issuer && clientId === draft.clientId,
  );
  const isTyped = issuers.length === 0 || wantsOther || (draft.issuer !== '' && chosen === undefined);
  const choose = (id: string): void => {
    const found = issuers.find((each) => each.id === id);
    setWantsOther(found === undefined);
    onChange({ ...draft, issuer: found?.issuer ?? '', clientId: found?.clientId ?? '' });
  };
  return (
    <>
      {issuers.length > 0 && (
        <Select
          label={TEXT.issuer}
          options={[
            ...issuers.map(({ id, issuer, clientId }) => ({
              id,
              label: issuer,
              detail: TEXT.clientId(clientId),
            })),
            OTHER,
          ]}
          value={isTyped ? OTHER.id : (chosen?.id ?? null)}
          onChange={choose}
        />
      )}
      {isTyped && <TypedIssuer draft={draft} onChange={onChange} />}
    </>
  );
}

const TypedIssuer = ({ draft, onChange }: IssuerFieldsProps): ReactNode => (
  <>
    <TextInput
      label={TEXT.url}
      value={draft.issuer}
      onChange={(issuer) => onChange({ ...draft, issuer })}
      placeholder={TEXT.urlExample}
      maxLength={1024}
      spellCheck="false"
      help={TEXT.urlHelp}
    />
    <TextInput
      label={TEXT.client}
      value={draft.clientId}
      onChange={(clientId) => onChange({ ...draft, clientId })}
      maxLength={1024}
      spellCheck="false"
      help={TEXT.clientHelp}
    />
  </>
);
