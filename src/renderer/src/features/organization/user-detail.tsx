import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiKey } from '#protocol/catalogue/api-keys.ts';
import type { User } from '#protocol/catalogue/users.ts';
import { formatMinute } from '../../format/time.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Copied } from '../../ui/values.tsx';
import { FoundList } from '../filters/found-list.tsx';
import type { OperationParameters } from '../operations/form/id-options.ts';
import { DetailSection, Item, ItemList, TimestampText } from '../records/detail-section.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { createdMs } from '../signers/key-facts.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.users;

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** How a user can get in, in words: "2 API keys, 1 passkey". */
export function waysIn({ apiKeys, authenticators, oauthProviders }: User): string {
  const ways = [
    apiKeys.length > 0 && plural(apiKeys.length, TEXT.credentials.apiKey),
    authenticators.length > 0 && plural(authenticators.length, TEXT.credentials.passkey),
    oauthProviders.length > 0 && plural(oauthProviders.length, TEXT.credentials.oauthProvider),
  ].filter((way) => way !== false);
  return ways.length === 0 ? TEXT.noCredentials : ways.join(', ');
}

/** When an API key runs out, in ms since the epoch; null for one without an end. */
export function expiresMs(key: ApiKey): number | null {
  const made = createdMs(key);
  return key.expirationSeconds == null || made === null ? null : made + Number(key.expirationSeconds) * 1000;
}

/** When an API key runs out, in words. */
export function expiryWords(key: ApiKey, nowMs: number): string {
  const ms = expiresMs(key);
  if (ms === null) return TEXT.neverExpires;
  return (ms <= nowMs ? TEXT.expired : TEXT.expires)(formatMinute(ms));
}

const CREDENTIAL_WORDS: Readonly<Record<string, string>> = {
  CREDENTIAL_TYPE_API_KEY_P256: 'P-256',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'secp256k1',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'Ed25519',
  CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256: TEXT.sessions.readWrite,
  CREDENTIAL_TYPE_OAUTH_KEY_P256: TEXT.sessions.oauth,
  CREDENTIAL_TYPE_LOGIN: TEXT.sessions.login,
};

/** What kind of credential an API key is: its curve, or the session it belongs to. */
export const credentialWords = (type: string): string => CREDENTIAL_WORDS[type] ?? type;

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
          <TimestampText at={user.createdAt} exact />
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

const apiKeyText = ({ apiKeyName, credential }: ApiKey): string =>
  [apiKeyName, credentialWords(credential.type), credential.publicKey].join(' ');

function ApiKeys({ user }: { user: User }): ReactNode {
  const [nowMs] = useState(Date.now);
  return (
    <DetailSection title={TEXT.apiKeys}>
      <FoundList list="apiKeys" of={user.userId} label={TEXT.apiKeys} rows={user.apiKeys} textOf={apiKeyText}>
        {(shown) => (
          <ItemList none={TEXT.noApiKeys}>
            {shown.map((key) => (
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
        )}
      </FoundList>
      <Add operation="create_api_keys" user={user}>
        {TEXT.addApiKey}
      </Add>
    </DetailSection>
  );
}

const passkeyText = ({ authenticatorName, authenticatorId }: User['authenticators'][number]): string =>
  `${authenticatorName} ${authenticatorId}`;

const Authenticators = ({ user }: { user: User }): ReactNode => (
  <DetailSection title={TEXT.passkeys}>
    <FoundList
      list="passkeys"
      of={user.userId}
      label={TEXT.passkeys}
      rows={user.authenticators}
      textOf={passkeyText}
    >
      {(shown) => (
        <ItemList none={TEXT.noPasskeys}>
          {shown.map((passkey) => (
            <Item
              key={passkey.authenticatorId}
              name={passkey.authenticatorName}
              detail={<TimestampText at={passkey.createdAt} exact />}
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
      )}
    </FoundList>
  </DetailSection>
);

type OauthProvider = User['oauthProviders'][number];
const providerText = ({ providerName, issuer, subject, providerId }: OauthProvider): string =>
  [providerName, issuer, subject, providerId].join(' ');

const OauthProviders = ({ user }: { user: User }): ReactNode => (
  <DetailSection title={TEXT.oauthProviders}>
    <FoundList
      list="oauthProviders"
      of={user.userId}
      label={TEXT.oauthProviders}
      rows={user.oauthProviders}
      textOf={providerText}
    >
      {(shown) => (
        <ItemList none={TEXT.noOauthProviders}>
          {shown.map((provider) => (
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
      )}
    </FoundList>
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
