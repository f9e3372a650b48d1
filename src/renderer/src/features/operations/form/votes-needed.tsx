import type { ReactNode } from 'react';
import type { Permission } from '#preload/contract/activities.ts';
import { useIsOffline, useProfile } from '#renderer/bridge/app-state.ts';
import { getConsole } from '#renderer/bridge/console.ts';
import { createQuery, useQuery } from '#renderer/bridge/query.ts';
import { isPolicyForm } from './tried-policy.ts';
import styles from './policy.module.css';
import { FORM_TEXT } from './text.ts';

const TEXT = FORM_TEXT.votes;

const voters = createQuery((kind) => getConsole().activities.whoCan({ kind }));

/** Whose approvals a change of policies needs, by the quorum and the policies of today; nothing for another operation. */
export function VotesNeeded({
  path,
  summary,
}: {
  readonly path: string;
  readonly summary: string;
}): ReactNode {
  const isOffline = useIsOffline();
  return !isOffline && isPolicyForm(path) && <Votes kind={summary} />;
}

/** A policy may let thousands approve. */
const MOST = 50;

/** Takes the same room before the answer is there: nothing below it moves. */
function Votes({ kind }: { kind: string }): ReactNode {
  const known = useQuery(voters, kind);
  const me = useProfile()?.userId;
  const [users, policyLists] =
    known.state === 'ready' ? [known.value.users, known.value.policyLists] : [[], []];
  const rankOf = ({ isRoot, id }: Permission): number => (isRoot ? 0 : id === me ? 1 : 2);
  const counted = users.filter(countsFor).sort((one, other) => rankOf(one) - rankOf(other));
  const roots = counted.filter(({ isRoot }) => isRoot).length;
  return (
    <section className={styles['votes']} aria-label={TEXT.title} aria-busy={known.state === 'loading'}>
      <div className={styles['votesHead']}>
        <b>{TEXT.title}</b>
        {known.state === 'ready' && <span>{TEXT.of(known.value.rootThreshold, roots)}</span>}
      </div>
      <ul className={styles['voters']} tabIndex={0} aria-label={TEXT.voters}>
        {counted.slice(0, MOST).map((user) => (
          <li key={user.id}>
            <span>{user.id === me ? TEXT.you(user.name) : user.name}</span>
            <span className={styles['reason']}>
              {reasonOf(user, policyLists[user.allowedBy] ?? [], user.id === me)}
            </span>
          </li>
        ))}
        {counted.length > MOST && <li className={styles['reason']}>{TEXT.others(counted.length - MOST)}</li>}
        {known.state === 'ready' && known.value.unread.length > 0 && (
          <li className={styles['reason']}>{TEXT.unread(known.value.unread.length)}</li>
        )}
        {known.state === 'failed' && <li className={styles['reason']}>{known.error.message}</li>}
      </ul>
    </section>
  );
}

const countsFor = ({ power, isRoot }: Permission): boolean => isRoot || power !== 'none';

function reasonOf(
  { power, isRoot, hasCredential }: Permission,
  allowedBy: readonly string[],
  isMe: boolean,
): string {
  if (!hasCredential) return TEXT.noCredential;
  if (power === 'alone') return isMe ? TEXT.yoursAlone : TEXT.alone;
  if (isMe) return TEXT.yours;
  return isRoot ? TEXT.root : TEXT.byPolicy(allowedBy);
}
