import { type ReactNode, useState } from 'react';
import type { OauthProvider, getOauthProviders } from '#protocol/catalogue/oauth-providers.ts';
import { useProfile } from '../../bridge/app-state.ts';
import { createQuery, useQuery } from '../../bridge/query.ts';
import { ask } from '../../bridge/live-query.ts';
import { TextInput } from '../../ui/fields.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { SessionDraft } from './open-flow.ts';
import { SESSION_TEXT } from './text.ts';

/** An issuer that users of the organization log in at, and the client that its tokens are for. */
export interface KnownIssuer {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
}

/** The issuers of OAuth providers, each client once. */
export function issuersOf(
  providers: readonly Pick<OauthProvider, 'issuer' | 'audience'>[],
): readonly KnownIssuer[] {
  const known = providers.map(({ issuer, audience }) => ({
    id: JSON.stringify([issuer, audience]),
    issuer,
    clientId: audience,
  }));
  return [...new Map(known.map((each) => [each.id, each])).values()];
}

/** The issuers that the service knows of the organization's users. */
const knownIssuers = createQuery(async () => {
  const { oauthProviders } = await ask<typeof getOauthProviders>('get_oauth_providers', {});
  return issuersOf(oauthProviders);
});

const TEXT = SESSION_TEXT.issuer;

const OTHER = { id: 'other', label: TEXT.other, detail: TEXT.otherDetail } as const;

interface IssuerFieldsProps {
  readonly draft: SessionDraft;
  readonly onChange: (draft: SessionDraft) => void;
}

/** Where the browser logs in, and what this program is called there: chosen out of those that are known, or typed. */
export function IssuerFields({ draft, onChange }: IssuerFieldsProps): ReactNode {
  const profile = useProfile();
  const known = useQuery(knownIssuers, profile?.id);
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
