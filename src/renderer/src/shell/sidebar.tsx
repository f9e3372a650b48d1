import { Lock, type LucideIcon, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useAppSnapshot, useKnownSnapshot } from '../bridge/app-state.ts';
import { lockConsole } from '../features/lock/lock-console.ts';
import { go, useNavigation } from '../navigation/navigation.ts';
import { GO_TO, SHORTCUTS } from '../navigation/shortcuts.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { Kbd } from '../ui/tags.tsx';
import { useKnown } from './known-code.ts';
import { SCREENS, type ScreenEntry } from './screens.ts';
import styles from './sidebar.module.css';
import { SHELL_TEXT } from './text.ts';

const GROUPS = ['first', 'keys', 'access', 'tools'] as const;

/** The sidebar: whose profile this is, where one can go, and the lock. */
export function Sidebar(): ReactNode {
  const known = useKnown();
  return (
    <nav className={styles['sidebar']} aria-label={SHELL_TEXT.sidebar.label}>
      {known ? <known.ProfileSwitcher /> : <div className={styles['unknown']} />}
      {known && <OfflineBanner />}
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
  const known = useKnown();
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
        end={known && screen.id === 'sessions' ? <known.SessionEnd /> : null}
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
