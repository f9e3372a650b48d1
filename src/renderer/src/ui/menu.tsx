import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import choices from './choices.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

/** One thing a menu does. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  /** Marks the one in use. */
  readonly isCurrent?: boolean;
  readonly onAction: () => void;
}

/** The item's element, told apart as the one in use: the library keeps `aria-current` from it. */
const asCurrent = (props: object): ReactElement => <div {...props} aria-current="true" />;

/** A button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  entries,
  placement = 'bottom end',
}: {
  label: string;
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  placement?: 'bottom start' | 'bottom end';
}): ReactNode {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={classNames(choices['popover'], styles['popover'])} placement={placement} offset={4}>
        <AriaMenu className={choices['list'] ?? ''} aria-label={label}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={entry.label}
              onAction={entry.onAction}
              className={classNames(choices['choice'], entry.danger && styles['danger'])}
              {...(entry.isCurrent ? { render: asCurrent } : {})}
            >
              {entry.icon && <Icon of={entry.icon} />}
              <span className={choices['lines']}>
                <span>{entry.label}</span>
                {entry.detail !== undefined && <span className={choices['detail']}>{entry.detail}</span>}
              </span>
              {entry.isCurrent && <Icon of={Check} className={choices['check']} />}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
