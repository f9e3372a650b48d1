import { useState } from 'react';
import type { ReactNode } from 'react';
import { getConsole } from '../../bridge/console.ts';
import type { ConsoleApi } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EffectTag } from '../../ui/effect-tag.tsx';
import { Form } from '../../ui/form.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toasts.ts';
import { fileOf } from '../files/given-file.ts';
import { PathInput } from '../files/path-input.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import { settingsText } from './text.ts';
import { uiText } from '../../ui/text.ts';

type AbiFields = Omit<Parameters<ConsoleApi['interfaces']['importAbi']>[0], 'file'> & {
  readonly path: string;
};

const importAbi = async ({ path, ...fields }: AbiFields) =>
  getConsole().interfaces.importAbi({ ...fields, file: await fileOf(path) });

/** Imports the ABI of one contract; the privileged side reads the file. */
export function ImportAbiDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [fields, setFields] = useState<AbiFields>({ name: '', chainId: '1', address: '', path: '' });
  const [wantsChain, setWantsChain] = useState(false);
  const task = useTask(importAbi);
  const change = (part: Partial<AbiFields>): void => {
    setFields({ ...fields, ...part });
    setWantsChain(false);
  };
  const isReady = [fields.name, fields.address, fields.path].every((text) => text.trim() !== '');
  const submit = async (): Promise<void> => {
    const isChain = /^[1-9]\d{0,18}$/.test(fields.chainId.trim());
    setWantsChain(!isChain);
    if (!isReady || !isChain || task.busy) return;
    const trimmed = {
      name: fields.name.trim(),
      chainId: fields.chainId.trim(),
      address: fields.address.trim(),
      path: fields.path.trim(),
    };
    const imported = await task.run(trimmed);
    if (!imported) return;
    showToast({ tone: 'good', title: settingsText.interfaces.imported(imported.name) });
    onClose();
    await takeUpInterfaces();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={settingsText.interfaces.import}
      tag={<EffectTag effect="write" />}
    >
      <Form
        label={settingsText.interfaces.import}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button onPress={onClose}>{uiText.cancel}</Button>
            <Button type="submit" kind="primary" isDisabled={!isReady} isPending={task.busy} kbd="⏎">
              {settingsText.interfaces.submit}
            </Button>
          </>
        }
      >
        <TextInput
          label={settingsText.interfaces.name}
          autoFocus
          value={fields.name}
          onChange={(name) => change({ name })}
          maxLength={60}
          placeholder={settingsText.interfaces.namePlaceholder}
          help={settingsText.interfaces.nameHelp}
        />
        <TextInput
          label={settingsText.interfaces.chainId}
          mono
          value={fields.chainId}
          onChange={(chainId) => change({ chainId })}
          error={wantsChain ? settingsText.interfaces.chainIdMissing : null}
        />
        <TextInput
          label={settingsText.interfaces.address}
          mono
          value={fields.address}
          onChange={(address) => change({ address })}
          placeholder="0x"
          spellCheck="false"
        />
        <PathInput
          label={settingsText.interfaces.file}
          path={fields.path}
          onChange={(path) => change({ path })}
          placeholder={settingsText.interfaces.filePlaceholder}
          help={settingsText.interfaces.fileHelp}
        />
        <Refusal error={task.error} />
      </Form>
    </Dialog>
  );
}
