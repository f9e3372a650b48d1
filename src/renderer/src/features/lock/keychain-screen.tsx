import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { RecheckButton } from '../../ui/status.tsx';
import { Note } from '../../ui/notes.tsx';
import { Plate } from './plate.tsx';
import styles from './lock-screen.module.css';
import { LOCK_TEXT } from './text.ts';

/** The console without its keychain: what is missing, and what to do on this system. Keys are never put in a file. */
export function KeychainScreen(): ReactNode {
  const { keychain } = useAppSnapshot().health;
  const isLocked = keychain.state === 'locked';
  return (
    <Plate icon={KeyRound} tone="bad" title={isLocked ? LOCK_TEXT.keychain.locked : LOCK_TEXT.keychain.none}>
      <p className={styles['text']}>{LOCK_TEXT.keychain.text(keychain.backend)}</p>
      <Note tone="warn" title={keychain.message}>
        {keychain.remedy}
      </Note>
      <div className={styles['actions']}>
        <RecheckButton autoFocus />
      </div>
    </Plate>
  );
}
