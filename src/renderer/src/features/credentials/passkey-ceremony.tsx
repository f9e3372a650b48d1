import { type ReactNode, useEffect } from 'react';
import { create } from 'zustand';
import type { PasskeyCeremony } from '#preload/contract/credentials.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/notes.tsx';
import { attempt } from '../../ui/toasts.ts';
import styles from './credentials.module.css';
import { CREDENTIAL_TEXT } from './text.ts';

/** The passkey that the system's browser is asking for now. */
export const usePasskeyCeremony = create<{ readonly ceremony: PasskeyCeremony | null }>(() => ({
  ceremony: null,
}));

/** Follows the ceremonies; gives what ends it. */
function followPasskeyCeremonies(): () => void {
  const stop = getConsole().passkeys.ceremony((ceremony) => usePasskeyCeremony.setState({ ceremony }));
  return () => {
    stop();
    usePasskeyCeremony.setState({ ceremony: null });
  };
}

const TEXT = CREDENTIAL_TEXT.passkey;

/** Says on every screen that the browser waits for a passkey, and lets it be called off. */
export function PasskeyWatch(): ReactNode {
  useEffect(() => followPasskeyCeremonies(), []);
  return (
    // A passkey that is made has its dialog, or its card.
    <PasskeyNote kind="get" />
  );
}

/** Says that the browser waits for a passkey of that kind, with the code that both show. */
export function PasskeyNote({ kind }: { kind: PasskeyCeremony['kind'] }): ReactNode {
  const ceremony = usePasskeyCeremony((state) => state.ceremony);
  if (ceremony?.kind !== kind) return null;
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

/** Where a request under way goes on: on the approval surface, then, where a passkey stamps, in the browser that asks it. */
export function UnderWay(): ReactNode {
  const ceremony = usePasskeyCeremony((state) => state.ceremony);
  if (ceremony?.kind !== 'get') return <span role="status">{CREDENTIAL_TEXT.approve}</span>;
  return (
    <>
      <span role="status">{CREDENTIAL_TEXT.passkey.underWay(ceremony.code)}</span>{' '}
      <Button kind="quiet" small onPress={() => void attempt(() => getConsole().passkeys.cancel())}>
        {CREDENTIAL_TEXT.cancel}
      </Button>
    </>
  );
}
