import { Lock } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useAppSnapshot } from '../bridge/app-state.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { lockConsole } from '../features/lock/lock.ts';
import { go, useNavigation } from '../navigation/navigation.ts';
import { ProfileSwitcher } from './profile-switcher.tsx';
import { SCREENS } from './screens.ts';
import type { Screen } from './screens.ts';
import { GO_TO, SHORTCUTS } from '../navigation/shortcuts.ts';
import styles from './sidebar.module.css';
import { SHELL_TEXT } from './text.ts';

const GROUPS = ['first', 'keys', 'access', 'tools'] as const;

/** The rail: whose profile this is, where one can go, and the lock. */
export function Rail(): ReactNode {
  return (
    <nav className={styles['rail']} aria-label={SHELL_TEXT.sidebar.label}>
      <ProfileSwitcher />
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

function Group({ name, screens }: { name: (typeof GROUPS)[number]; screens: readonly Screen[] }): ReactNode {
  return (
    <>
      {name !== 'first' && <h2 className={styles['group']}>{SHELL_TEXT.groups[name]}</h2>}
      {screens.map((screen) => (
        <ScreenEntry key={screen.id} screen={screen} />
      ))}
    </>
  );
}

function ScreenEntry({ screen }: { screen: Screen }): ReactNode {
  const isCurrent = useNavigation((state) => state.screen === screen.id);
  const { waitingForMe } = useAppSnapshot();
  const { does, printed } = GO_TO[screen.id];
  const badge = screen.id === 'activities' ? waitingForMe : 0;
  return (
    <Tooltip text={does} kbd={printed}>
      <Entry
        icon={screen.icon}
        name={screen.name}
        isCurrent={isCurrent}
        badge={badge}
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
  readonly isCurrent?: boolean;
  readonly onPress: () => void;
}

function Entry({ icon, name, kbd, badge = 0, isCurrent, onPress }: EntryProps): ReactNode {
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
      {kbd !== undefined && <Kbd>{kbd}</Kbd>}
    </Button>
  );
}
