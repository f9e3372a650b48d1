import { CircleCheck, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Credential } from '#preload/contract/credentials.ts';
import { useHealth, useProfile } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import { AddressText, CopyButton } from '../../ui/values.tsx';
import { BringForm, type KeySource, LeftoverNote } from '../credentials/bring-form.tsx';
import { CreateForm } from '../credentials/create-form.tsx';
import { StoredWhere } from '../credentials/stored-where.tsx';
import { CURVE_NAMES } from '../credentials/text.ts';
import { Plate } from '../lock/plates.tsx';
import styles from './first-run.module.css';
import { Question, toStage, useStage } from './question.tsx';
import { FIRST_RUN_TEXT } from './text.ts';

const back = (): void => toStage({ name: 'question' });

/** The first screen of a new console: one question, one form, and what was made. */
export function FirstRun(): ReactNode {
  const stage = useStage((state) => state.stage);
  switch (stage.name) {
    case 'ceremony':
    case 'question':
      return (
        <Plate icon={KeyRound} title={FIRST_RUN_TEXT.welcome}>
          <Question />
        </Plate>
      );
    case 'create':
      return (
        <Plate icon={KeyRound} title={FIRST_RUN_TEXT.create.title}>
          <FormCard label={FIRST_RUN_TEXT.create.title}>
            <CreateForm
              cancelLabel={FIRST_RUN_TEXT.back}
              onCancel={back}
              onCreated={(credential) => toStage({ name: 'made', credential, source: null })}
            />
          </FormCard>
        </Plate>
      );
    case 'bring':
      return (
        <Plate icon={KeyRound} title={FIRST_RUN_TEXT.import.title}>
          <FormCard label={FIRST_RUN_TEXT.import.title}>
            <BringForm
              cancelLabel={FIRST_RUN_TEXT.back}
              onCancel={back}
              onBrought={(credential, source) => toStage({ name: 'made', credential, source })}
            />
          </FormCard>
        </Plate>
      );
    case 'made':
      return (
        <Plate icon={CircleCheck} title={FIRST_RUN_TEXT.made.title}>
          <Made credential={stage.credential} source={stage.source} />
        </Plate>
      );
  }
}

function FormCard({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <Card label={label}>
      <CardSection>{children}</CardSection>
    </Card>
  );
}

/** What the first run made: the public half, and what is stored where. */
function Made({ credential, source }: { credential: Credential; source: KeySource | null }): ReactNode {
  const isLocal = useProfile()?.kind === 'local';
  const service = useHealth((health) => health.service);
  return (
    <>
      {source && <LeftoverNote source={source} />}
      <Card label={FIRST_RUN_TEXT.made.card}>
        <CardHeader title={credential.label} end={CURVE_NAMES[credential.curve]} />
        <CardSection>
          <div className={styles['label']}>{FIRST_RUN_TEXT.made.publicKey}</div>
          <div className={styles['key']}>
            <AddressText value={credential.publicKey} />
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
