import { type ReactNode, useState } from 'react';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs.tsx';
import { Form, TextInput } from '../../ui/fields.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { UI_TEXT } from '../../ui/text.ts';
import { showToast } from '../../ui/toasts.ts';
import { SETTINGS_TEXT } from './text.ts';

/** What a hosted profile needs, as it is typed. */
export interface ProfileFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId: string;
}

export type ProfileFaults = Readonly<Partial<Record<keyof ProfileFields, string>>>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** What is wrong with each field, in words; empty when the profile can be added. */
export function profileFaults({ name, baseUrl, organizationId }: ProfileFields): ProfileFaults {
  return {
    ...(name.trim() === '' ? { name: SETTINGS_TEXT.profiles.nameMissing } : {}),
    ...(isHttpAddress(baseUrl.trim()) ? {} : { baseUrl: SETTINGS_TEXT.profiles.addressMissing }),
    ...(UUID.test(organizationId.trim())
      ? {}
      : { organizationId: SETTINGS_TEXT.profiles.organizationMissing }),
  };
}

function isHttpAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

const add = (fields: ProfileFields): Promise<{ id: string }> => getConsole().profiles.add(fields);

/** Adds a profile for a hosted service. */
export function AddProfileDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [fields, setFields] = useState<ProfileFields>({ name: '', baseUrl: '', organizationId: '' });
  const [faults, setFaults] = useState<ProfileFaults>({});
  const task = useTask(add);
  const change = (part: Partial<ProfileFields>): void => {
    setFields({ ...fields, ...part });
    setFaults({});
  };
  const submit = async (): Promise<void> => {
    const found = profileFaults(fields);
    setFaults(found);
    if (Object.keys(found).length > 0 || task.busy) return;
    const trimmed = {
      name: fields.name.trim(),
      baseUrl: fields.baseUrl.trim(),
      organizationId: fields.organizationId.trim(),
    };
    if (!(await task.run(trimmed))) return;
    showToast({ tone: 'good', title: SETTINGS_TEXT.profiles.added(trimmed.name) });
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={SETTINGS_TEXT.profiles.add} tag={<EffectTag effect="write" />}>
      <Form
        label={SETTINGS_TEXT.profiles.add}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{UI_TEXT.cancel}</Button>
            <Button type="submit" kind="primary" isPending={task.busy} kbd="⏎">
              {SETTINGS_TEXT.profiles.submit}
            </Button>
          </>
        }
      >
        <TextInput
          label={SETTINGS_TEXT.profiles.name}
          autoFocus
          value={fields.name}
          onChange={(name) => change({ name })}
          maxLength={60}
          placeholder={SETTINGS_TEXT.profiles.namePlaceholder}
          error={faults.name}
        />
        <TextInput
          label={SETTINGS_TEXT.profiles.address}
          mono
          value={fields.baseUrl}
          onChange={(baseUrl) => change({ baseUrl })}
          placeholder={SETTINGS_TEXT.profiles.addressPlaceholder}
          spellCheck="false"
          error={faults.baseUrl}
        />
        <TextInput
          label={SETTINGS_TEXT.profiles.organizationId}
          mono
          value={fields.organizationId}
          onChange={(organizationId) => change({ organizationId })}
          placeholder="00000000-0000-4000-8000-000000000000"
          spellCheck="false"
          error={faults.organizationId}
        />
        {isPlain(fields.baseUrl) && (
          <Note tone="warn" title={SETTINGS_TEXT.profiles.plainTitle}>
            {SETTINGS_TEXT.profiles.plain}
          </Note>
        )}
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}

const isPlain = (address: string): boolean => address.trim().toLowerCase().startsWith('http://');
