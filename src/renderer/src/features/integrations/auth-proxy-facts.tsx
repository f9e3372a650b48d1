import type { ReactNode } from 'react';
import type { AuthProxyPlace } from '../../../../preload/contract/published.ts';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { inUnit, unitOf } from '../operations/form/durations.ts';
import { Item, ItemList, DetailSection } from '../records/detail-section.tsx';
import { authProxy } from './published-store.ts';

/** What the auth proxy answers for a configuration, asked as a front end asks it. */
export function AuthProxyFacts({ place }: { place: AuthProxyPlace }): ReactNode {
  const { url, configId, allowedOrigins } = place;
  const known = useRemote(authProxy, `${url ?? ''} ${configId ?? ''}`);
  return (
    <>
      <Facts>
        <FactRow label="Address">
          <Copied value={url ?? ''} what="address" />
        </FactRow>
        <FactRow label="Configuration id">
          <Copied value={configId ?? ''} what="configuration id" />
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
            <Note tone="bad" title="This configuration is another organization’s">
              Who logs in with it does not reach this one. Check the configuration id.
            </Note>
          )}
          <Told configuration={known.value.configuration} />
        </>
      )}
      {allowedOrigins && (
        <DetailSection title="Pages that may ask">
          <ItemList none="None: programs alone.">
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
        <FactRow label="Organization id">
          <Copied value={configuration.organizationId} what="organization id" />
        </FactRow>
        <FactRow label="Log in with">{enabledProviders.join(', ') || 'Nothing is enabled'}</FactRow>
        <FactRow label="Session lasts">{lifetimeOf(configuration.sessionExpirationSeconds)}</FactRow>
        {oauthRedirectUrl !== undefined && (
          <FactRow label="Redirect">
            <Copied value={oauthRedirectUrl} what="redirect address" />
          </FactRow>
        )}
        {otpLength !== undefined && (
          <FactRow label="One-time codes" note={otpAlphanumeric === true ? 'letters and digits' : 'digits'}>
            {otpLength} characters
          </FactRow>
        )}
      </Facts>
      {clients.length > 0 && (
        <DetailSection title="OAuth clients">
          <ItemList none="None.">
            {clients.map(([provider, id]) => (
              <Item key={provider} name={provider} detail={<Copied value={id} what="client id" />} />
            ))}
          </ItemList>
        </DetailSection>
      )}
    </>
  );
}
