import type { ReactNode } from 'react';
import { Work } from '../../frame/work.tsx';

/** The console's settings. */
export function SettingsScreen(): ReactNode {
  return <Work>…</Work>;
}
