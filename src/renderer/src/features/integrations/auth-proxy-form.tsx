import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AuthProxyPlace } from '../../../../preload/contract/published.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { CardSection } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { authProxyPlace } from './published-store.ts';

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
        label="Where the auth proxy answers"
        onSubmit={() => void (task.busy || task.run())}
        actions={
          <>
            {place.url !== null && <Button onPress={onClose}>Cancel</Button>}
            <Button
              type="submit"
              kind="primary"
              isPending={task.busy}
              isDisabled={!URL.canParse(url.trim()) || configId.trim() === ''}
            >
              Show the configuration
            </Button>
          </>
        }
      >
        <TextInput
          label="Auth-proxy address"
          mono
          spellCheck="false"
          value={url}
          onChange={setUrl}
          placeholder="https://auth-proxy.example.com"
        />
        <TextInput label="Configuration id" mono spellCheck="false" value={configId} onChange={setConfigId} />
        <Refusal error={task.error} />
      </Form>
    </CardSection>
  );
}
