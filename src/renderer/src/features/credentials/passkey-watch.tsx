import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { attempt } from '../../ui/toasts.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/notes.tsx';
import styles from './credentials-screen.module.css';
import { followPasskeyCeremonies, usePasskeyCeremony } from './passkey-ceremony.ts';
import { CREDENTIAL_TEXT } from './text.ts';

const TEXT = CREDENTIAL_TEXT.passkey;

/** Says on every screen that the browser waits for a passkey, and lets it be called off. */
export function PasskeyWatch(): ReactNode {
  useEffect(() => followPasskeyCeremonies(), []);
  const ceremony = usePasskeyCeremony((state) => state.ceremony);
  // A passkey that is made has its dialog.
  if (ceremony?.kind !== 'get') return null;
  return (
    <div className={styles['banner']}>
      <Note
        live
        title={TEXT.inBrowser}
        action={
          <Button small onPress={() => void attempt(() => getConsole().passkeys.cancel())}>
            {CREDENTIAL_TEXT.cancel}
          </Button>
        }
      >
        {TEXT.stamp.before(ceremony.label)} <b>{ceremony.code}</b> {TEXT.stamp.after}
      </Note>
    </div>
  );
}
