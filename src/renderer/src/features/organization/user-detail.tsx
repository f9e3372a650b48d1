import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { User } from '../../../../protocol/catalogue/users.ts';
import type { OperationParameters } from '../operations/form/operation-parameters.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Item, ItemList, DetailSection } from '../records/detail-section.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { credentialWords, expiryWords } from './user-facts.ts';

/** A user in full: who that is, and every way they can get in. */
export function UserDetail({ user, isRoot }: { user: User; isRoot: boolean }): ReactNode {
  return (
    <>
      <Facts>
        {user.userEmail && <FactRow label="Email">{user.userEmail}</FactRow>}
        {user.userPhoneNumber && <FactRow label="Phone">{user.userPhoneNumber}</FactRow>}
        <FactRow label="Root quorum">{isRoot ? 'Is part of it' : 'Is not part of it'}</FactRow>
        <FactRow label="Tags">{user.userTags.length === 0 ? 'None' : user.userTags.join(', ')}</FactRow>
        <FactRow label="Created">
          <Timestamp at={user.createdAt} exact />
        </FactRow>
        <FactRow label="User id">
          <Copied value={user.userId} what="user id" />
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
    <DetailSection title="API keys">
      <ItemList none="No API key.">
        {user.apiKeys.map((key) => (
          <Item
            key={key.apiKeyId}
            name={key.apiKeyName}
            detail={
              <>
                {credentialWords(key.credential.type)} · {expiryWords(key, nowMs)}
                <Copied value={key.credential.publicKey} what={`public key of ${key.apiKeyName}`} />
              </>
            }
            end={
              <Delete
                operation="delete_api_keys"
                initial={{ userId: user.userId, apiKeyIds: [key.apiKeyId] }}
                what={`API key ${key.apiKeyName}`}
              />
            }
          />
        ))}
      </ItemList>
      <Add operation="create_api_keys" user={user}>
        Add an API key
      </Add>
    </DetailSection>
  );
}

const Authenticators = ({ user }: { user: User }): ReactNode => (
  <DetailSection title="Passkeys">
    <ItemList none="No passkey.">
      {user.authenticators.map((passkey) => (
        <Item
          key={passkey.authenticatorId}
          name={passkey.authenticatorName}
          detail={<Timestamp at={passkey.createdAt} exact />}
          end={
            <Delete
              operation="delete_authenticators"
              initial={{ userId: user.userId, authenticatorIds: [passkey.authenticatorId] }}
              what={`passkey ${passkey.authenticatorName}`}
            />
          }
        />
      ))}
    </ItemList>
  </DetailSection>
);

const OauthProviders = ({ user }: { user: User }): ReactNode => (
  <DetailSection title="OAuth providers">
    <ItemList none="No OAuth provider.">
      {user.oauthProviders.map((provider) => (
        <Item
          key={provider.providerId}
          name={provider.providerName}
          detail={`${provider.issuer} · ${provider.subject}`}
          end={
            <Delete
              operation="delete_oauth_providers"
              initial={{ userId: user.userId, providerIds: [provider.providerId] }}
              what={`OAuth provider ${provider.providerName}`}
            />
          }
        />
      ))}
    </ItemList>
    <Add operation="create_oauth_providers" user={user}>
      Add an OAuth provider
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
  readonly what: string;
}

const Delete = ({ operation, initial, what }: DeleteProps): ReactNode => (
  <RequestButton
    operation={operation}
    initial={initial}
    locked={Object.keys(initial)}
    kind="quiet"
    small
    icon={Trash2}
    aria-label={`Delete the ${what}`}
  />
);
