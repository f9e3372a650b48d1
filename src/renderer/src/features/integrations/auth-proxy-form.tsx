import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AuthProxyPlace } from '#preload/contract/published.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardSection } from '../../ui/layout.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { authProxyPlace } from './published-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.authProxy;

interface AuthProxyFormProps {
  readonly place: AuthProxyPlace;
  readonly onClose: () => void;
}

/** Where the auth proxy of a hosted service answers: only the operator knows. */
export function AuthProxyForm({ place, onClose }: AuthProxyFormProps): ReactNode {
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
