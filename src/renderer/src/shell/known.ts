import { FirstRun } from '../features/first-run/first-run.tsx';
import { KeychainScreen, LockScreen } from '../features/lock/lock-screens.tsx';
import { SessionEnd } from '../features/sessions/session-watch.tsx';
import { BarTools } from './bar-tools.tsx';
import { CommandPalette } from './command-palette.tsx';
import { KnownScreen } from './known-screen.tsx';
import { ProfileSwitcher } from './profile-switcher.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { StatusLine } from './status-line.tsx';

/** What only a console whose state is known draws. The first script leaves it out. */
export const KNOWN = {
  BarTools,
  CommandPalette,
  FirstRun,
  KeychainScreen,
  KnownScreen,
  LockScreen,
  ProfileSwitcher,
  SessionEnd,
  ShortcutSheet,
  StatusLine,
} as const;
