import { useState } from 'react';
import type { ReactNode } from 'react';
import type { User } from '../../../../protocol/catalogue/user-record.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Item, Items, Part } from '../records/part.tsx';
import { When } from '../records/when.tsx';
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
          <When at={user.createdAt} exact />
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
    <Part title="API keys">
      <Items none="No API key.">
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
          />
        ))}
      </Items>
    </Part>
  );
}

const Authenticators = ({ user }: { user: User }): ReactNode => (
  <Part title="Passkeys">
    <Items none="No passkey.">
      {user.authenticators.map((passkey) => (
        <Item
          key={passkey.authenticatorId}
          name={passkey.authenticatorName}
          detail={<When at={passkey.createdAt} exact />}
        />
      ))}
    </Items>
  </Part>
);

const OauthProviders = ({ user }: { user: User }): ReactNode => (
  <Part title="OAuth providers">
    <Items none="No OAuth provider.">
      {user.oauthProviders.map((provider) => (
        <Item
          key={provider.providerId}
          name={provider.providerName}
          detail={`${provider.issuer} · ${provider.subject}`}
        />
      ))}
    </Items>
  </Part>
);
