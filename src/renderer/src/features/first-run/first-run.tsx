import { CircleCheck, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { BringForm } from '../credentials/bring-form.tsx';
import { CreateForm } from '../credentials/create-form.tsx';
import { Plate } from '../lock/plate.tsx';
import { Made } from './made.tsx';
import { Question } from './question.tsx';
import { toStage, useStage } from './stage.ts';
import { Card, CardSection } from '../../ui/layout.tsx';
import { FIRST_RUN_TEXT } from './text.ts';

const back = (): void => toStage({ name: 'question' });

/** The first screen of a new console: one question, one form, and what was made. */
export function FirstRun(): ReactNode {
  const stage = useStage((state) => state.stage);
  switch (stage.name) {
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
