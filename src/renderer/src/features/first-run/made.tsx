import type { ReactNode } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useAppSnapshot, useProfile } from '../../bridge/app-state.ts';
import { Address, CopyButton } from '../../ui/values.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import type { KeySource } from '../credentials/bring-form.tsx';
import { CURVE_NAMES } from '../credentials/curves.ts';
import { LeftoverNote } from '../credentials/leftover-note.tsx';
import { StoredWhere } from '../credentials/stored-where.tsx';
import styles from './made.module.css';
import { toStage } from './stage.ts';
import { FIRST_RUN_TEXT } from './text.ts';

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
      <Card label={FIRST_RUN_TEXT.made.card}>
        <CardHeader title={credential.label} end={CURVE_NAMES[credential.curve]} />
        <CardSection>
          <div className={styles['label']}>{FIRST_RUN_TEXT.made.publicKey}</div>
          <div className={styles['key']}>
            <Address value={credential.publicKey} />
            <CopyButton text={credential.publicKey} what={FIRST_RUN_TEXT.made.publicKeyNoun} />
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
                : FIRST_RUN_TEXT.made.local
              : FIRST_RUN_TEXT.made.hosted
          }
        >
          <Button kind="primary" autoFocus kbd="⏎" onPress={() => toStage({ name: 'question' })}>
            {FIRST_RUN_TEXT.made.open}
          </Button>
        </CardFooter>
      </Card>
    </>
  );
}
