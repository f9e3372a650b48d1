import { type ReactNode, useState } from 'react';
import { type ConsoleApi, getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { showToast } from '../../ui/toasts.ts';
import { PathInput, fileOf } from '../files/path-input.tsx';
import { takeUpInterfaces } from './interfaces-store.ts';
import { SETTINGS_TEXT } from './text.ts';

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
    showToast({ tone: 'good', title: SETTINGS_TEXT.interfaces.imported(imported.name) });
    onClose();
    await takeUpInterfaces();
  };
  return (
    <FormDialog
      title={SETTINGS_TEXT.interfaces.import}
      effect="write"
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={SETTINGS_TEXT.interfaces.submit}
      isDisabled={!isReady}
      isPending={task.busy}
      error={task.error}
    >
      <TextInput
        label={SETTINGS_TEXT.interfaces.name}
        autoFocus
        value={fields.name}
        onChange={(name) => change({ name })}
        maxLength={60}
        placeholder={SETTINGS_TEXT.interfaces.namePlaceholder}
        help={SETTINGS_TEXT.interfaces.nameHelp}
      />
      <TextInput
        label={SETTINGS_TEXT.interfaces.chainId}
        mono
        value={fields.chainId}
        onChange={(chainId) => change({ chainId })}
        error={wantsChain ? SETTINGS_TEXT.interfaces.chainIdMissing : null}
      />
      <TextInput
        label={SETTINGS_TEXT.interfaces.address}
        mono
        value={fields.address}
        onChange={(address) => change({ address })}
        placeholder="0x"
        spellCheck="false"
      />
      <PathInput
        label={SETTINGS_TEXT.interfaces.file}
        path={fields.path}
        onChange={(path) => change({ path })}
        placeholder={SETTINGS_TEXT.interfaces.filePlaceholder}
        help={SETTINGS_TEXT.interfaces.fileHelp}
      />
    </FormDialog>
  );
}
