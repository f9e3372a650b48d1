import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Kbd } from './tags.tsx';
import styles from './tooltip.module.css';

/** Words about a control, with its shortcut, on hover and on focus. */
export function Tooltip({
  text,
  kbd,
  children,
}: {
  text: string;
  kbd?: string;
  children: ReactElement;
}): ReactNode {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <AriaTooltip className={styles['tooltip'] ?? ''} offset={6} placement="right">
        {text}
        {kbd !== undefined && <Kbd>{kbd}</Kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
