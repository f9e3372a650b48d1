import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { User } from '#protocol/catalogue/users.ts';
import type { OperationParameters } from '../operations/form/operation-parameters.ts';
import { Copied } from '../../ui/values.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Item, ItemList, DetailSection } from '../records/detail-section.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { credentialWords, expiryWords } from './user-facts.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.users;

/** A user in full: who that is, and every way they can get in. */
export function UserDetail({ user, isRoot }: { user: User; isRoot: boolean }): ReactNode {
  return (
    <>
      <Facts>
        {user.userEmail && <FactRow label={TEXT.email}>{user.userEmail}</FactRow>}
        {user.userPhoneNumber && <FactRow label={TEXT.phone}>{user.userPhoneNumber}</FactRow>}
        <FactRow label={TEXT.rootQuorum}>{isRoot ? TEXT.member : TEXT.notMember}</FactRow>
        <FactRow label={TEXT.tags}>
          {user.userTags.length === 0 ? ORGANIZATION_TEXT.none : user.userTags.join(', ')}
        </FactRow>
        <FactRow label={ORGANIZATION_TEXT.created}>
          <Timestamp at={user.createdAt} exact />
        </FactRow>
        <FactRow label={TEXT.id}>
          <Copied value={user.userId} what={TEXT.copyId} />
        </FactRow>
      </Facts>
      <ApiKeys user={user} />
      <Authenticators user={user} />
      <OauthProviders user={user} />
    </>
  );
}

function ApiKeys({ user }: { user: User }): ReactNode {
  const [nowMs] = useState(Date.now);
  return (
    <DetailSection title={TEXT.apiKeys}>
      <ItemList none={TEXT.noApiKeys}>
        {user.apiKeys.map((key) => (
          <Item
            key={key.apiKeyId}
            name={key.apiKeyName}
            detail={
              <>
                {credentialWords(key.credential.type)} · {expiryWords(key, nowMs)}
                <Copied value={key.credential.publicKey} what={TEXT.copyPublicKey(key.apiKeyName)} />
              </>
            }
            end={
              <Delete
                operation="delete_api_keys"
                initial={{ userId: user.userId, apiKeyIds: [key.apiKeyId] }}
                label={TEXT.deleteApiKey(key.apiKeyName)}
              />
            }
          />
        ))}
      </ItemList>
      <Add operation="create_api_keys" user={user}>
        {TEXT.addApiKey}
      </Add>
    </DetailSection>
  );
}

const Authenticators = ({ user }: { user: User }): ReactNode => (
  <DetailSection title={TEXT.passkeys}>
    <ItemList none={TEXT.noPasskeys}>
      {user.authenticators.map((passkey) => (
        <Item
          key={passkey.authenticatorId}
          name={passkey.authenticatorName}
          detail={<Timestamp at={passkey.createdAt} exact />}
          end={
            <Delete
              operation="delete_authenticators"
              initial={{ userId: user.userId, authenticatorIds: [passkey.authenticatorId] }}
              label={TEXT.deletePasskey(passkey.authenticatorName)}
            />
          }
        />
      ))}
    </ItemList>
  </DetailSection>
);

const OauthProviders = ({ user }: { user: User }): ReactNode => (
  <DetailSection title={TEXT.oauthProviders}>
    <ItemList none={TEXT.noOauthProviders}>
      {user.oauthProviders.map((provider) => (
        <Item
          key={provider.providerId}
          name={provider.providerName}
          detail={`${provider.issuer} · ${provider.subject}`}
          end={
            <Delete
              operation="delete_oauth_providers"
              initial={{ userId: user.userId, providerIds: [provider.providerId] }}
              label={TEXT.deleteOauthProvider(provider.providerName)}
            />
          }
        />
      ))}
    </ItemList>
    <Add operation="create_oauth_providers" user={user}>
      {TEXT.addOauthProvider}
    </Add>
  </DetailSection>
);

interface AddProps {
  readonly operation: string;
  readonly user: User;
  readonly children: string;
}

function Add({ operation, user: { userId }, children }: AddProps): ReactNode {
  return (
    <div>
      <RequestButton operation={operation} initial={{ userId }} locked={['userId']} small icon={Plus}>
        {children}
      </RequestButton>
    </div>
  );
}

interface DeleteProps {
  readonly operation: string;
  readonly initial: OperationParameters;
  readonly label: string;
}

const Delete = ({ operation, initial, label }: DeleteProps): ReactNode => (
  <RequestButton
    operation={operation}
    initial={initial}
    locked={Object.keys(initial)}
    kind="quiet"
    small
    icon={Trash2}
    aria-label={label}
  />
);
