import { Check, Laptop, Pencil, Plus, Server, Trash2, Waypoints } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Profile } from '#preload/contract/profiles.ts';
import { useAppSnapshot, useHealth } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { useTask } from '../../bridge/use-task.ts';
import { useNavigation } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, CardFooter, CardHeader } from '../../ui/layout.tsx';
import { Tag } from '../../ui/tags.tsx';
import { attempt } from '../../ui/toasts.ts';
import { FoundList } from '../filters/found-list.tsx';
import { NodesDialog } from './nodes-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const profileText = ({ name, baseUrl, organizationName, organizationId }: Profile): string =>
  [name, baseUrl, organizationName, organizationId].join(' ');

/** The services this console talks to; Local is built in and stays. */
export function ProfilesCard(): ReactNode {
  const { profiles, profileId } = useAppSnapshot();
  const asked = useNavigation((state) => state.focus);
  const [isAdding, setAdding] = useState(asked === 'add-profile');
  return (
    <Card label={SETTINGS_TEXT.profiles.title}>
      <CardHeader title={SETTINGS_TEXT.profiles.title} />
      <FoundList list="profiles" label={SETTINGS_TEXT.profiles.title} rows={profiles} textOf={profileText}>
        {(shown) => (
          <ul className={styles['list']}>
            {shown.map((profile) => (
              <ProfileRow key={profile.id} profile={profile} isCurrent={profile.id === profileId} />
            ))}
          </ul>
        )}
      </FoundList>
      <CardFooter note={SETTINGS_TEXT.profiles.note}>
        <Button icon={Plus} onPress={() => setAdding(true)}>
          {SETTINGS_TEXT.profiles.add}
        </Button>
      </CardFooter>
      {isAdding && <ProfileDialog profile={null} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function ProfileRow({ profile, isCurrent }: { profile: Profile; isCurrent: boolean }): ReactNode {
  const [isRemoving, setRemoving] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const isLocal = profile.kind === 'local';
  const organization = profile.organizationName ?? profile.organizationId;
  return (
    <li>
      <span className={styles['face']}>
        <Icon of={isLocal ? Laptop : Server} />
      </span>
      <div className={styles['words']}>
        <div className={styles['name']}>
          {profile.name}
          {isCurrent && (
            <Tag tone="ok" icon={Check}>
              {SETTINGS_TEXT.profiles.inUse}
            </Tag>
          )}
        </div>
        <div className={styles['text']}>
          {isLocal ? SETTINGS_TEXT.profiles.local : profile.baseUrl}
          {organization !== null && ` · ${organization}`}
        </div>
        {profile.connection !== null && (
          <div className={styles['text']}>{connectionWords(profile.connection)}</div>
        )}
      </div>
      {!isCurrent && (
        <Button
          small
          aria-label={SETTINGS_TEXT.profiles.use(profile.name)}
          onPress={() => void attempt(() => getConsole().profiles.select({ id: profile.id }))}
        >
          {SETTINGS_TEXT.profiles.useButton}
        </Button>
      )}
      <Button
        small
        kind="quiet"
        icon={Waypoints}
        aria-label={SETTINGS_TEXT.nodes.title(profile.name)}
        onPress={() => setNaming(true)}
      />
      {!isLocal && (
        <Button
          small
          kind="quiet"
          icon={Pencil}
          aria-label={SETTINGS_TEXT.profiles.edit(profile.name)}
          onPress={() => setEditing(true)}
        />
      )}
      {!isLocal && (
        <Button
          small
          kind="quiet"
          icon={Trash2}
          aria-label={SETTINGS_TEXT.profiles.remove(profile.name)}
          onPress={() => setRemoving(true)}
        />
      )}
      {isNaming && <NodesDialog profile={profile} onClose={() => setNaming(false)} />}
      {isEditing && <ProfileDialog profile={profile} onClose={() => setEditing(false)} />}
      {isRemoving && <RemoveProfileDialog profile={profile} onClose={() => setRemoving(false)} />}
    </li>
  );
}

/** How a profile is reached, and what it believes, on one line. */
function connectionWords({
  proxy,
  certificates,
  keys,
  hasVendorKeys,
}: NonNullable<Profile['connection']>): string {
  const TEXT = SETTINGS_TEXT.profiles.connection;
  return [
    proxy.kind === 'manual' ? TEXT.through(proxy.address) : TEXT.proxy[proxy.kind],
    TEXT.certificates[certificates],
    keys === null ? TEXT.noKeys : hasVendorKeys ? TEXT.vendorKeys : TEXT.ownKeys,
  ].join(' · ');
}

const remove = async (id: string): Promise<true> => {
  await getConsole().profiles.remove({ id });
  return true;
};

/** Asks before a profile is removed from this console, naming the credentials that go with it. */
function RemoveProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }): ReactNode {
  const { credentials } = useAppSnapshot();
  const { backend } = useHealth(({ keychain }) => keychain);
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
          {SETTINGS_TEXT.profiles.credentialsGo(backend)} <b>{own.map((each) => each.label).join(', ')}</b>
          {SETTINGS_TEXT.profiles.cannotUndo}
        </p>
      )}
    </ConfirmDialog>
  );
}
