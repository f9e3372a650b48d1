import { Check, Ellipsis, LogOut, TimerReset } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LoginSession } from '#preload/contract/login-sessions.ts';
import { attempt } from '../../ui/toasts.ts';
import { getConsole } from '../../bridge/console.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/progress.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { RowSearch } from '../../ui/finding.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Tag } from '../../ui/tags.tsx';
import { formatMinute } from '../../format/time.ts';
import { renewSession } from './open-flow.ts';
import { ORIGIN_WORDS, SESSION_TEXT } from './text.ts';
import styles from './sessions.module.css';

const TEXT = SESSION_TEXT.table;

interface SessionTableProps {
  readonly sessions: readonly LoginSession[];
  readonly search: RowSearch<LoginSession>;
  readonly onEnd: (session: LoginSession) => void;
}

/** A session in words, for finding it. */
export const sessionText = (session: LoginSession): string => {
  const { label, username, organizationName, profileName, origin, publicKey } = session;
  return [label, username, organizationName, profileName, ORIGIN_WORDS[origin], publicKey].join(' ');
};

/** The sessions as a table: who, where, since when and when last used, and until when. */
export const SessionTable = ({ sessions, search, onEnd }: SessionTableProps): ReactNode => (
  <DataTable
    label={SESSION_TEXT.screen.title}
    search={search}
    columns={[
      { id: 'session', title: TEXT.session, grow: true, cell: (session) => <Name of={session} /> },
      { id: 'who', title: TEXT.user, cell: (session) => <Who of={session} /> },
      { id: 'opened', title: TEXT.opened, cell: (session) => <Used of={session} /> },
      { id: 'ends', title: TEXT.expires, numeric: true, cell: (session) => <Ends of={session} /> },
      {
        id: 'actions',
        title: TEXT.actions,
        numeric: true,
        cell: (session) => <Actions of={session} onEnd={() => onEnd(session)} />,
      },
    ]}
    rows={sessions}
    rowId={({ publicKey }) => publicKey}
    rowText={sessionText}
  />
);

/** Whether a session stamps now, for its profile. */
const useIsCurrent = (publicKey: string): boolean =>
  useAppSnapshot().credentials.some((each) => each.current && each.publicKey === publicKey);

function Name({ of: session }: { of: LoginSession }): ReactNode {
  const isCurrent = useIsCurrent(session.publicKey);
  return (
    <span className={styles['lines']}>
      <span className={styles['name']}>
        <b>{session.label}</b>
        {isCurrent && (
          <Tag tone="ok" icon={Check}>
            {TEXT.active}
          </Tag>
        )}
      </span>
      <span className={styles['small']}>{ORIGIN_WORDS[session.origin]}</span>
    </span>
  );
}

const Who = ({ of: session }: { of: LoginSession }): ReactNode => (
  <span className={styles['lines']}>
    <span>{session.username}</span>
    <span className={styles['small']}>
      {session.organizationName} · {session.profileName}
    </span>
  </span>
);

const Used = ({ of: { createdAtMs, lastUsedAtMs } }: { of: LoginSession }): ReactNode => (
  <span className={styles['lines']}>
    <span>{formatMinute(createdAtMs)}</span>
    <span className={styles['small']}>
      {lastUsedAtMs === null ? TEXT.notUsed : TEXT.lastUsed(formatMinute(lastUsedAtMs))}
    </span>
  </span>
);

const Ends = ({ of: { expiresAtMs, isEnding } }: { of: LoginSession }): ReactNode => (
  <span className={styles['lines']}>
    <span className={isEnding ? styles['ending'] : undefined}>
      <Countdown untilMs={expiresAtMs} />
    </span>
    <span className={styles['small']}>{formatMinute(expiresAtMs)}</span>
  </span>
);

function Actions({ of: session, onEnd }: { of: LoginSession; onEnd: () => void }): ReactNode {
  const { publicKey, label } = session;
  const isCurrent = useIsCurrent(publicKey);
  const use = {
    id: 'use',
    label: TEXT.use,
    icon: Check,
    onAction: () => void attempt(() => getConsole().credentials.select({ publicKey })),
  };
  return (
    <Menu
      label={TEXT.actionsFor(label)}
      entries={[
        ...(isCurrent ? [] : [use]),
        { id: 'renew', label: TEXT.renew, icon: TimerReset, onAction: () => renewSession(publicKey) },
        { id: 'end', label: TEXT.end, icon: LogOut, danger: true, onAction: onEnd },
      ]}
      trigger={<Button kind="quiet" small icon={Ellipsis} aria-label={TEXT.actionsFor(label)} />}
    />
  );
}
