import type { ReactNode } from 'react';
import { CardSection } from '../../ui/layout.tsx';
import { Copied } from '../../ui/values.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Note } from '../../ui/notes.tsx';
import styles from '../records/records.module.css';
import { RemoteCard } from '../records/remote-card.tsx';
import { webhookKeys } from './published-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.webhookKeys;

/** The keys with which an endpoint checks what it is told, as the service publishes them. */
export function WebhookKeysCard(): ReactNode {
  return (
    <RemoteCard title={TEXT.title} remote={webhookKeys}>
      {(keys) => (
        <CardSection className={styles['sections']}>
          {keys.length === 0 ? (
            <Note title={TEXT.none}>{TEXT.noneEffect}</Note>
          ) : (
            <p className={styles['small']}>{TEXT.hint}</p>
          )}
          {keys.map(({ keyId, algorithm, publicKey, thumbprint }) => (
            <Facts key={keyId}>
              <FactRow label={TEXT.id}>
                <Copied value={keyId} what={TEXT.copyId} />
              </FactRow>
              <FactRow label={TEXT.algorithm}>{algorithm}</FactRow>
              <FactRow label={TEXT.publicKey}>
                <Copied value={publicKey} what={TEXT.copyPublicKey} />
              </FactRow>
              <FactRow label={TEXT.thumbprint} note="RFC 7638">
                <Copied value={thumbprint} what={TEXT.copyThumbprint} />
              </FactRow>
            </Facts>
          ))}
        </CardSection>
      )}
    </RemoteCard>
  );
}
