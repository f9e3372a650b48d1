import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './button.module.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  /**
   * `primary`: the one action of a screen; `danger`: it destroys; `quiet`: beside others; `quietDanger`: it destroys, beside
   * others that are wanted more often; `plain` otherwise.
   */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet' | 'quietDanger';
  readonly small?: boolean;
  readonly icon?: LucideIcon;
  /** The key that does the same, printed inside. */
  readonly kbd?: string;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A button. Without children it is an icon alone and needs an `aria-label`. While `isPending` it keeps its width. */
export function Button({
  kind = 'plain',
  small,
  icon,
  kbd,
  className,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const bare = children === undefined;
  return (
    <AriaButton
      {...rest}
      className={classNames(
        styles['button'],
        styles[kind],
        small && styles['small'],
        bare && styles['bare'],
        className,
      )}
    >
      {({ isPending }) => (
        <>
          {isPending ? <Icon of={LoaderCircle} className={styles['spin']} /> : icon && <Icon of={icon} />}
          {children}
          {kbd && (
            <kbd className={styles['kbd']} aria-hidden>
              {kbd}
            </kbd>
          )}
        </>
      )}
    </AriaButton>
  );
}
