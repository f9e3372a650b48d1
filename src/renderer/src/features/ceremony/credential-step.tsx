import { type ReactNode, useState } from 'react';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Card, CardHeader, CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { CURVE_OPTIONS } from '../credentials/text.ts';
import styles from './ceremony.module.css';
import { CEREMONY_TEXT } from './text.ts';

const TEXT = CEREMONY_TEXT.credential;
const PUBLIC_KEY = /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/;
const ED25519_DIGITS = 64;
type Curve = Parameters<ConsoleApi['keyCeremonies']['create']>[0]['curve'];

const WAYS = [
  { id: 'create', label: TEXT.ways.create },
  { id: 'bring', label: TEXT.ways.bring },
] as const;

const take = async (
  of: { readonly id: string; readonly name: string },
  curve: Curve,
  publicKey: string | null,
): Promise<void> => {
  const { create, bring } = getConsole().keyCeremonies;
  if (publicKey === null) await create({ ...of, curve });
  else await bring({ ...of, publicKey, curve });
};

/** Makes a person’s credential here, or takes over the public key of one that is elsewhere. */
export function CredentialStep(of: { readonly id: string; readonly name: string }): ReactNode {
  const [way, setWay] = useState<(typeof WAYS)[number]['id']>('create');
  const [curve, setCurve] = useState<Curve>('API_KEY_CURVE_P256');
  const [typed, setTyped] = useState('');
  const task = useTask(take);
  const publicKey = typed.trim().toLowerCase();
  const isCreated = way === 'create';
  const isKey = PUBLIC_KEY.test(publicKey);
  const isEd25519 = !isCreated && publicKey.length === ED25519_DIGITS;
  const submit = (): void => {
    if (task.busy || !(isCreated || isKey)) return;
    void task.run(
      { id: of.id, name: of.name },
      isEd25519 ? 'API_KEY_CURVE_ED25519' : curve,
      isCreated ? null : publicKey,
    );
  };
  return (
    <Card label={TEXT.title(of.name)}>
      <CardHeader title={TEXT.title(of.name)} />
      <CardSection className={styles['stack']}>
        <Segmented label={TEXT.title(of.name)} options={WAYS} value={way} onChange={setWay} />
        <Form
          label={TEXT.title(of.name)}
          isMain
          onSubmit={submit}
          actions={
            <Button type="submit" kind="primary" isDisabled={!(isCreated || isKey)} isPending={task.busy}>
              {isCreated ? TEXT.create : TEXT.bring}
            </Button>
          }
        >
          <p className={styles['faint']}>{isCreated ? TEXT.createHint(of.name) : TEXT.bringHint(of.name)}</p>
          {!isCreated && (
            <TextInput
              label={TEXT.publicKey}
              mono
              spellCheck="false"
              value={typed}
              onChange={setTyped}
              error={publicKey === '' || isKey ? undefined : TEXT.malformed}
            />
          )}
          {!isEd25519 && (
            <Select
              label={TEXT.curve}
              options={CURVE_OPTIONS.filter(({ id }) => isCreated || id !== 'API_KEY_CURVE_ED25519')}
              value={curve}
              onChange={setCurve}
            />
          )}
          <Refusal error={task.error} />
        </Form>
      </CardSection>
    </Card>
  );
}
