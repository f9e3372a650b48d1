import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './screen-layout.module.css';

interface ScreenLayoutProps {
  /**
   * `column`: one readable column. `split`: what goes in, and the larger half for what it means.
   * `list`: a list, and its detail beside it.
   */
  readonly layout?: 'column' | 'split' | 'list';
  readonly children: ReactNode;
}

/** The scrolling part of a screen. Under 1100 px a split is one column with its second half first. */
export function ScreenLayout({ layout = 'column', children }: ScreenLayoutProps): ReactNode {
  return <div className={classNames(styles['work'], styles[layout])}>{children}</div>;
}
