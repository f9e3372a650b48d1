import { DoorOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AuthProxyPlace } from '#preload/contract/published.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Below } from '../../ui/below.tsx';
import { Button } from '../../ui/button.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { CardFooter, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from '../records/records.module.css';
import { QueryCard } from '../records/detail-section.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { AuthProxyFacts, aboutPlace } from './auth-proxy-facts.tsx';
import { authProxy, authProxyPlace } from './integrations-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.authProxy;

/** How login front ends use the auth proxy: where it answers, and what it tells them. */
export function AuthProxyPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <ScreenLayout layout="column">
      {tools}
      <QueryCard title={TEXT.title} query={authProxyPlace}>
        {(place) => <Place of={place} />}
      </QueryCard>
    </ScreenLayout>
  );
}

function Place({ of: place }: { of: AuthProxyPlace }): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const told = authProxy.useStore((known) => known.state);
  const isPlaced = place.url !== null && place.configId !== null;
  if (isPlaced && !isChanging)
    return (
      <>
        <CardSection className={styles['sections']}>
          <AuthProxyFacts place={place} />
        </CardSection>
        <Below isKnown={authProxy.isAbout(aboutPlace(place)) && told !== 'loading'}>
          <CardFooter note={TEXT.note}>
            {!place.builtIn && <Button onPress={() => setChanging(true)}>{TEXT.changeUrl}</Button>}
            {place.feature !== null && <FeatureButtons value={place.feature} />}
          </CardFooter>
        </Below>
      </>
    );
  if (!place.builtIn) return <AuthProxyForm place={place} onClose={() => setChanging(false)} />;
  if (place.feature !== null)
    return (
      <>
        <CardSection>
          <Note tone="warn" title={TEXT.unreadable}>
            {TEXT.unreadableEffect}
          </Note>
        </CardSection>
        <CardFooter>
          <FeatureButtons value={place.feature} />
        </CardFooter>
      </>
    );
  return (
    <EmptyState icon={DoorOpen} title={TEXT.empty} action={<SetUp />}>
      {TEXT.emptyHint}
    </EmptyState>
  );
}

function FeatureButtons({ value }: { value: string }): ReactNode {
  const name = 'FEATURE_NAME_AUTH_PROXY';
  return (
    <>
      <RequestButton
        operation="remove_organization_feature"
        initial={{ name }}
        locked={['name']}
        kind="danger"
      >
        {TEXT.remove}
      </RequestButton>
      <RequestButton
        operation="set_organization_feature"
        initial={{ name, value }}
        locked={['name']}
        kind="primary"
      >
        {TEXT.edit}
      </RequestButton>
    </>
  );
}

function SetUp(): ReactNode {
  // The id is what front ends name; nobody else may be able to guess or claim it before they do.
  const [configId] = useState(() => crypto.randomUUID());
  const value = JSON.stringify(
    { configId, allowedOrigins: [], enabledProviders: ['passkey'], sessionExpirationSeconds: '900' },
    null,
    2,
  );
  return (
    <RequestButton
      operation="set_organization_feature"
      initial={{ name: 'FEATURE_NAME_AUTH_PROXY', value }}
      locked={['name']}
      kind="primary"
    >
      {TEXT.setUp}
    </RequestButton>
  );
}

interface AuthProxyFormProps {
  readonly place: AuthProxyPlace;
  readonly onClose: () => void;
}

/** Where the auth proxy of a hosted service answers: only the operator knows. */
function AuthProxyForm({ place, onClose }: AuthProxyFormProps): ReactNode {
  const [url, setUrl] = useState(place.url ?? '');
  const [configId, setConfigId] = useState(place.configId ?? '');
  const task = useTask(async () => {
    await getConsole().published.placeAuthProxy({ url: url.trim(), configId: configId.trim() });
    await authProxyPlace.load();
    onClose();
  });
  return (
    <CardSection>
      <Form
        label={TEXT.form}
        onSubmit={() => void (task.busy || task.run())}
        actions={
          <>
            {place.url !== null && <Button onPress={onClose}>{TEXT.cancel}</Button>}
            <Button
              type="submit"
              kind="primary"
              isPending={task.busy}
              isDisabled={!URL.canParse(url.trim()) || configId.trim() === ''}
            >
              {TEXT.show}
            </Button>
          </>
        }
      >
        <TextInput
          label={TEXT.formUrl}
          mono
          spellCheck="false"
          value={url}
          onChange={setUrl}
          placeholder={TEXT.urlExample}
        />
        <TextInput label={TEXT.id} mono spellCheck="false" value={configId} onChange={setConfigId} />
        <Refusal error={task.error} />
      </Form>
    </CardSection>
  );
}
