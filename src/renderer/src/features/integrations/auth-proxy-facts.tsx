import type { ReactNode } from 'react';
import type { AuthProxyPlace } from '#preload/contract/published.ts';
import { useRemote } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Copied } from '../../ui/values.tsx';
import { inUnit, unitOf } from '../operations/form/durations.ts';
import { DetailSection, Item, ItemList } from '../records/detail-section.tsx';
import { authProxy } from './published-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.authProxy;

/** What the auth proxy answers for a configuration, asked as a front end asks it. */
export function AuthProxyFacts({ place }: { place: AuthProxyPlace }): ReactNode {
  const { url, configId, allowedOrigins } = place;
  const known = useRemote(authProxy, `${url ?? ''} ${configId ?? ''}`);
  return (
    <>
      <Facts>
        <FactRow label={TEXT.url}>
          <Copied value={url ?? ''} what={TEXT.copyUrl} />
        </FactRow>
        <FactRow label={TEXT.id}>
          <Copied value={configId ?? ''} what={TEXT.copyId} />
        </FactRow>
      </Facts>
      {known.state === 'loading' && (
        <div aria-busy="true">
          <Skeleton lines={3} />
        </div>
      )}
      {known.state === 'failed' && <Refusal error={known.error} />}
      {known.state === 'ready' && (
        <>
          {!known.value.isOurs && (
            <Note tone="bad" title={TEXT.foreign}>
              {TEXT.foreignEffect}
            </Note>
          )}
          <Told configuration={known.value.configuration} />
        </>
      )}
      {allowedOrigins && (
        <DetailSection title={TEXT.origins}>
          <ItemList none={TEXT.noOrigins}>
            {allowedOrigins.map((origin) => (
              <Item key={origin} name={origin} />
            ))}
          </ItemList>
        </DetailSection>
      )}
    </>
  );
}

type Configuration = Extract<
  ReturnType<typeof authProxy.useStore.getState>,
  { state: 'ready' }
>['value']['configuration'];

function lifetimeOf(seconds: string): string {
  const unit = unitOf(seconds);
  return `${inUnit(seconds, unit)} ${unit}`;
}

function Told({ configuration }: { configuration: Configuration }): ReactNode {
  const { enabledProviders, oauthRedirectUrl, otpLength, otpAlphanumeric } = configuration;
  const clients = Object.entries(configuration.oauthClientIds ?? {});
  return (
    <>
      <Facts>
        <FactRow label={TEXT.organizationId}>
          <Copied value={configuration.organizationId} what={TEXT.copyOrganizationId} />
        </FactRow>
        <FactRow label={TEXT.methods}>{enabledProviders.join(', ') || TEXT.noMethods}</FactRow>
        <FactRow label={TEXT.duration}>{lifetimeOf(configuration.sessionExpirationSeconds)}</FactRow>
        {oauthRedirectUrl !== undefined && (
          <FactRow label={TEXT.redirect}>
            <Copied value={oauthRedirectUrl} what={TEXT.copyRedirect} />
          </FactRow>
        )}
        {otpLength !== undefined && (
          <FactRow label={TEXT.codes} note={otpAlphanumeric === true ? TEXT.lettersAndDigits : TEXT.digits}>
            {TEXT.characters(otpLength)}
          </FactRow>
        )}
      </Facts>
      {clients.length > 0 && (
        <DetailSection title={TEXT.clients}>
          <ItemList none={INTEGRATION_TEXT.none}>
            {clients.map(([provider, id]) => (
              <Item key={provider} name={provider} detail={<Copied value={id} what={TEXT.copyClientId} />} />
            ))}
          </ItemList>
        </DetailSection>
      )}
    </>
  );
}
