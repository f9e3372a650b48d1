import { ChevronsUpDown, Laptop, Plus, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Profile } from '#preload/contract/profiles.ts';
import { useAppSnapshot, useProfile } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { go } from '../navigation/navigation.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { attempt } from '../ui/toasts.ts';
import { HiddenText } from '../ui/values.tsx';
import styles from './profile-switcher.module.css';
import sidebar from './sidebar.module.css';
import { SHELL_TEXT } from './text.ts';

/** Who and where: the profile in use with a bar in its colour; opens the list of profiles. */
export function ProfileSwitcher(): ReactNode {
  const { profiles } = useAppSnapshot();
  const current = useProfile();
  const entries = profiles.map((profile) => ({
    id: profile.id,
    label: profile.name,
    detail: profile.kind === 'local' ? SHELL_TEXT.profiles.local : profile.baseUrl,
    icon: profile.kind === 'local' ? Laptop : Server,
    isCurrent: profile.id === current?.id,
    onAction: () => void attempt(() => getConsole().profiles.select({ id: profile.id })),
  }));
  const add = {
    id: 'add',
    label: SHELL_TEXT.profiles.add,
    icon: Plus,
    onAction: () => go('settings', 'add-profile'),
  };
  return (
    <Menu
      label={SHELL_TEXT.profiles.title}
      placement="bottom start"
      entries={[...entries, add]}
      trigger={
        <Button className={styles['button'] ?? ''}>
          <HiddenText>{SHELL_TEXT.profiles.current} </HiddenText>
          <span className={classNames(styles['bar'], current?.kind === 'hosted' && styles['hosted'])} />
          <span className={sidebar['words']}>
            <span className={sidebar['profileName']}>{current?.name ?? SHELL_TEXT.profiles.none}</span>
            <span className={sidebar['who']}>{current ? whoIs(current) : ''}</span>
          </span>
          <Icon of={ChevronsUpDown} />
        </Button>
      }
    />
  );
}

const whoIs = (profile: Profile): string =>
  [profile.organizationName ?? SHELL_TEXT.profiles.noOrganization, profile.username]
    .filter((part) => part !== null)
    .join(' · ');
