import { type ReactNode, useMemo } from 'react';
import type { AuthProxyPlace } from '#preload/contract/published.ts';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Copied } from '../../ui/values.tsx';
import { FoundList } from '../filters/found-list.tsx';
import { inUnit, durationUnitOf } from '../operations/form/durations.ts';
import { DetailSection, Item, ItemList } from '../records/detail-section.tsx';
import { authProxy } from './integrations-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.authProxy;

const originText = ({ origin }: { origin: string }): string => origin;

/** Which configuration is asked for, and where. */
export const aboutPlace = ({ url, configId }: Pick<AuthProxyPlace, 'url' | 'configId'>): string =>
  `${url ?? ''} ${configId ?? ''}`;

/** What the auth proxy answers for a configuration, asked as a front end asks it. */
export function AuthProxyFacts({ place }: { place: AuthProxyPlace }): ReactNode {
  const { url, configId, allowedOrigins } = place;
  const origins = useMemo(() => (allowedOrigins ?? []).map((origin) => ({ origin })), [allowedOrigins]);
  const known = useQuery(authProxy, aboutPlace(place));
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
          <FoundList
            list="origins"
            of={configId ?? ''}
            label={TEXT.origins}
            rows={origins}
            textOf={originText}
          >
            {(shown) => (
              <ItemList none={TEXT.noOrigins}>
                {shown.map(({ origin }) => (
                  <Item key={origin} name={origin} />
                ))}
              </ItemList>
            )}
          </FoundList>
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
  const unit = durationUnitOf(seconds);
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
