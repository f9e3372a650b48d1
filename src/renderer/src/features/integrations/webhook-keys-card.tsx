import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/remote.ts';
import { Card, CardHeader, CardSection } from '../../ui/card.tsx';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../records/records.module.css';
import { webhookKeys } from './published-store.ts';

/** The keys with which an endpoint checks what it is told, as the service publishes them. */
export function WebhookKeysCard(): ReactNode {
  const known = useRemote(webhookKeys);
  return (
    <Card label="Verification keys">
      <CardHeader title="Verification keys" />
      {known.state === 'loading' && (
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={3} />
          </div>
        </CardSection>
      )}
      {known.state === 'failed' && (
        <FailedState error={known.error} onRetry={() => void webhookKeys.load()} />
      )}
      {known.state === 'ready' && (
        <CardSection className={styles['sections']}>
          {known.value.length === 0 ? (
            <Note title="The service publishes no key that this console knows the use of">
              An endpoint cannot check what it is told.
            </Note>
          ) : (
            <p className={styles['small']}>
              An endpoint picks the key that a delivery’s key id names. Compare the thumbprint there.
            </p>
          )}
          {known.value.map(({ keyId, algorithm, publicKey, thumbprint }) => (
            <Facts key={keyId}>
              <FactRow label="Key id">
                <Copied value={keyId} what="key id" />
              </FactRow>
              <FactRow label="Algorithm">{algorithm}</FactRow>
              <FactRow label="Public key">
                <Copied value={publicKey} what="public key" />
              </FactRow>
              <FactRow label="Thumbprint" note="RFC 7638">
                <Copied value={thumbprint} what="thumbprint" />
              </FactRow>
            </Facts>
          ))}
        </CardSection>
      )}
    </Card>
  );
}
