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
import { firstRunText } from './text.ts';

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
      <Card label={firstRunText.made.card}>
        <CardHeader title={credential.label} end={CURVE_NAMES[credential.curve]} />
        <CardSection>
          <div className={styles['label']}>{firstRunText.made.publicKey}</div>
          <div className={styles['key']}>
            <Address value={credential.publicKey} />
            <CopyButton text={credential.publicKey} what={firstRunText.made.publicKeyNoun} />
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
                : firstRunText.made.local
              : firstRunText.made.hosted
          }
        >
          <Button kind="primary" autoFocus kbd="⏎" onPress={() => toStage({ name: 'question' })}>
            {firstRunText.made.open}
          </Button>
        </CardFooter>
      </Card>
    </>
  );
}
