import { TimerReset } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useCredentials } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/progress.tsx';
import { Note } from '../../ui/notes.tsx';
import { renewSession } from './open-flow.ts';
import { followLoginSessions, useLoginSessions } from './sessions-store.ts';
import styles from './sessions.module.css';
import { SESSION_TEXT } from './text.ts';

/** How long the session in use still lasts, or, where none is, the one that ends first; nothing without one. */
export function SessionEnd(): ReactNode {
  const known = useLoginSessions();
  const [current] = useCredentials();
  if (known.state !== 'ready' || known.sessions.length === 0) return null;
  const used = known.sessions.find(({ publicKey }) => publicKey === current?.publicKey);
  const first = Math.min(...known.sessions.map(({ expiresAtMs }) => expiresAtMs));
  return <Countdown untilMs={used?.expiresAtMs ?? first} />;
}

/** Follows the sessions on every screen, and warns of those that end within two minutes. */
export function SessionWatch(): ReactNode {
  useEffect(() => followLoginSessions(), []);
  const known = useLoginSessions();
  const ending = known.state === 'ready' ? known.sessions.filter(({ isEnding }) => isEnding) : [];
  return ending.map(({ publicKey, label, expiresAtMs }) => (
    <div key={publicKey} className={styles['banner']}>
      <Note
        tone="warn"
        live
        title={
          <>
            {label} {SESSION_TEXT.watch.expiresIn} <Countdown untilMs={expiresAtMs} />
          </>
        }
        action={
          <Button small icon={TimerReset} onPress={() => renewSession(publicKey)}>
            {SESSION_TEXT.watch.renew}
          </Button>
        }
      >
        {SESSION_TEXT.watch.effect}
      </Note>
    </div>
  ));
}
