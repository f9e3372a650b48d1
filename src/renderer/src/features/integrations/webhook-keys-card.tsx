import type { ReactNode } from 'react';
import { CardSection } from '../../ui/card.tsx';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/note.tsx';
import styles from '../records/records.module.css';
import { RemoteCard } from '../records/remote-card.tsx';
import { webhookKeys } from './published-store.ts';

/** The keys with which an endpoint checks what it is told, as the service publishes them. */
export function WebhookKeysCard(): ReactNode {
  return (
    <RemoteCard title="Verification keys" remote={webhookKeys}>
      {(keys) => (
        <CardSection className={styles['sections']}>
          {keys.length === 0 ? (
            <Note title="The service publishes no key that this console knows the use of">
              An endpoint cannot check what it is told.
            </Note>
          ) : (
            <p className={styles['small']}>
              An endpoint picks the key that a delivery’s key id names. Compare the thumbprint there.
            </p>
          )}
          {keys.map(({ keyId, algorithm, publicKey, thumbprint }) => (
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
    </RemoteCard>
  );
}
