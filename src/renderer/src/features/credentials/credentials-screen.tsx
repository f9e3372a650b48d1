import type { ReactNode } from 'react';
import { Work } from '../../frame/work.tsx';

/** The credentials of this profile. */
export function CredentialsScreen(): ReactNode {
  return <Work>…</Work>;
}
