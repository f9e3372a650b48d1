import type { ReactNode } from 'react';
import type { Profile } from '#preload/contract/profiles.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { useTask } from '../../bridge/use-task.ts';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { SETTINGS_TEXT } from './text.ts';

const remove = async (id: string): Promise<true> => {
  await getConsole().profiles.remove({ id });
  return true;
};

/** Asks before a profile is removed from this console, naming the credentials that go with it. */
export function RemoveProfileDialog({
  profile,
  onClose,
}: {
  profile: Profile;
  onClose: () => void;
}): ReactNode {
  const { credentials, health } = useAppSnapshot();
  const own = credentials.filter((credential) => credential.profileId === profile.id);
  const task = useTask(remove);
  const confirm = async (): Promise<void> => {
    if (await task.run(profile.id)) onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      effect="destroy"
      title={SETTINGS_TEXT.profiles.remove(profile.name)}
      action={SETTINGS_TEXT.profiles.removeButton}
      typed={profile.name}
      isPending={task.busy}
      error={task.error}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>{SETTINGS_TEXT.profiles.removed}</p>
      {own.length > 0 && (
        <p>
          {SETTINGS_TEXT.profiles.credentialsGo(health.keychain.backend)}{' '}
          <b>{own.map((each) => each.label).join(', ')}</b>
          {SETTINGS_TEXT.profiles.cannotUndo}
        </p>
      )}
    </ConfirmDialog>
  );
}
