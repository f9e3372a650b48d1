import type { ReactNode } from 'react';
import type { Credential } from '../../../../preload/contract/credentials.ts';
import { useAppSnapshot, useProfile } from '../../bridge/app-state.ts';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { KeySource } from '../credentials/bring-form.tsx';
import { CURVE_NAMES } from '../credentials/curves.ts';
import { LeftoverNote } from '../credentials/leftover-note.tsx';
import { StoredWhere } from '../credentials/stored-where.tsx';
import { toStage } from './stage.ts';
import styles from './made.module.css';

/** What the first run made: the public half, and what is stored where. */
export function Made({
  credential,
  source,
}: {
  credential: Credential;
  source: KeySource | null;
}): ReactNode {
  const isLocal = useProfile()?.kind === 'local';
  const { service } = useAppSnapshot().health;
  return (
    <>
      {source && <LeftoverNote source={source} />}
      <Card label="Your credential">
        <CardHeader title={credential.label} end={CURVE_NAMES[credential.curve]} />
        <CardSection>
          <div className={styles['label']}>Public half</div>
          <div className={styles['key']}>
            <Address value={credential.publicKey} />
            <CopyButton text={credential.publicKey} what="public key" />
          </div>
        </CardSection>
        <CardSection>
          <StoredWhere />
        </CardSection>
        <CardFooter
          note={
            isLocal
              ? service.state === 'failed'
                ? service.message
                : 'It is the first API key of the root user of the service on this machine.'
              : 'Enrol the public half at the hosted service before you stamp with it.'
          }
        >
          <Button kind="primary" autoFocus kbd="⏎" onPress={() => toStage({ name: 'question' })}>
            Open the console
          </Button>
        </CardFooter>
      </Card>
    </>
  );
}
