import { ChevronsUpDown, Laptop, Lock, type LucideIcon, Plus, Server, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Button } from 'react-aria-components/Button';
import type { Profile } from '#preload/contract/profiles.ts';
import { useAppSnapshot, useKnownSnapshot, useProfile } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { lockConsole } from '../features/lock/plates.tsx';
import { SessionEnd } from '../features/sessions/session-watch.tsx';
import { go, useNavigation } from '../navigation/navigation.ts';
import { GO_TO, SHORTCUTS } from '../navigation/shortcuts.ts';
import { attempt } from '../ui/toasts.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu, Tooltip } from '../ui/popovers.tsx';
import { Kbd } from '../ui/tags.tsx';
import { HiddenText } from '../ui/values.tsx';
import { SCREENS, type ScreenEntry } from './screens.ts';
import styles from './sidebar.module.css';
import { SHELL_TEXT } from './text.ts';

const GROUPS = ['first', 'keys', 'access', 'tools'] as const;

/** The sidebar: whose profile this is, where one can go, and the lock. */
export function Sidebar(): ReactNode {
  const isKnown = useKnownSnapshot() !== null;
  return (
    <nav className={styles['sidebar']} aria-label={SHELL_TEXT.sidebar.label}>
      {isKnown ? <ProfileSwitcher /> : <div className={styles['unknown']} />}
      {isKnown && <OfflineBanner />}
      <div className={styles['screens']}>
        {GROUPS.map((group) => {
          const screens = SCREENS.filter((screen) => screen.group === group);
          return screens.length > 0 && <Group key={group} name={group} screens={screens} />;
        })}
      </div>
      {SCREENS.filter((screen) => screen.group === 'bottom').map((screen) => (
        <ScreenEntry key={screen.id} screen={screen} />
      ))}
      <Entry
        icon={Lock}
        name={SHELL_TEXT.sidebar.lock}
        kbd={SHORTCUTS.lock.printed}
        onPress={() => void lockConsole()}
      />
    </nav>
  );
}

/** Says at all times that the console is offline; nothing otherwise. @param isApart beside a screen that has no sidebar */
export function OfflineBanner({ isApart }: { isApart?: boolean }): ReactNode {
  const { offline } = useAppSnapshot();
  if (offline === null) return null;
  return (
    <div className={classNames(styles['offline'], isApart && styles['apart'])} role="status">
      <Icon of={WifiOff} />
      <span className={styles['words']}>
        <strong className={styles['profileName']}>{SHELL_TEXT.offline.title}</strong>
        <span className={styles['who']}>{SHELL_TEXT.offline.text}</span>
      </span>
    </div>
  );
}

function Group({
  name,
  screens,
}: {
  name: (typeof GROUPS)[number];
  screens: readonly ScreenEntry[];
}): ReactNode {
  return (
    <>
      {name !== 'first' && <h2 className={styles['group']}>{SHELL_TEXT.groups[name]}</h2>}
      {screens.map((screen) => (
        <ScreenEntry key={screen.id} screen={screen} />
      ))}
    </>
  );
}

function ScreenEntry({ screen }: { screen: ScreenEntry }): ReactNode {
  const isCurrent = useNavigation((state) => state.screen === screen.id);
  const snapshot = useKnownSnapshot();
  const { does, printed } = GO_TO[screen.id];
  const badge = screen.id === 'activities' ? (snapshot?.waitingForMe ?? 0) : 0;
  return (
    <Tooltip text={does} kbd={printed}>
      <Entry
        icon={screen.icon}
        name={screen.name}
        isCurrent={isCurrent}
        badge={badge}
        end={snapshot !== null && screen.id === 'sessions' ? <SessionEnd /> : null}
        onPress={() => go(screen.id)}
      />
    </Tooltip>
  );
}

interface EntryProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly kbd?: string;
  /** How much there waits for the operator; nothing is drawn for none. */
  readonly badge?: number;
  /** Stands at the entry's end. */
  readonly end?: ReactNode;
  readonly isCurrent?: boolean;
  readonly onPress: () => void;
}

function Entry({ icon, name, kbd, badge = 0, end, isCurrent, onPress }: EntryProps): ReactNode {
  return (
    <Button
      className={classNames(styles['entry'], isCurrent && styles['current'])}
      onPress={onPress}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon of={icon} />
      <span className={styles['name']}>{name}</span>
      {badge > 0 && (
        <span className={styles['badge']} aria-label={SHELL_TEXT.sidebar.waiting(badge)} role="img">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
      {end}
      {kbd !== undefined && <Kbd>{kbd}</Kbd>}
    </Button>
  );
}

/** Who and where: the profile in use with a bar in its colour; opens the list of profiles. */
function ProfileSwitcher(): ReactNode {
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
        <AriaButton className={styles['button'] ?? ''}>
          <HiddenText>{SHELL_TEXT.profiles.current} </HiddenText>
          <span className={classNames(styles['bar'], current?.kind === 'hosted' && styles['hosted'])} />
          <span className={styles['words']}>
            <span className={styles['profileName']}>{current?.name ?? SHELL_TEXT.profiles.none}</span>
            <span className={styles['who']}>{current ? whoIs(current) : ''}</span>
          </span>
          <Icon of={ChevronsUpDown} />
        </AriaButton>
      }
    />
  );
}

const whoIs = (profile: Profile): string =>
  [profile.organizationName ?? SHELL_TEXT.profiles.noOrganization, profile.username]
    .filter((part) => part !== null)
    .join(' · ');
