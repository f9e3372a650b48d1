import { KeyRound } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Permission, RequestKind, WhoCan } from '#preload/contract/activities.ts';
import { getConsole } from '../../bridge/console.ts';
import { createQuery, useQuery } from '../../bridge/query.ts';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { EffectTag, Tag, type Tone } from '../../ui/tags.tsx';
import { FoundList } from '../filters/found-list.tsx';
import { Item, ItemList, NameCell } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.permissions;

const requestKinds = createQuery(() => getConsole().activities.requestKinds());
const permissions = createQuery((kind) => getConsole().activities.whoCan({ kind }));

const KIND: RecordKind<RequestKind> = {
  list: 'permissions',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: KeyRound,
  id: ({ name }) => name,
  name: ({ name }) => name,
  text: ({ effect }) => effect,
  columns: [
    { id: 'name', title: TEXT.request, grow: true, cell: ({ name }) => <NameCell name={name} /> },
    { id: 'effect', title: TEXT.effect, cell: ({ effect }) => <EffectTag effect={effect} /> },
  ],
  empty: { title: TEXT.none, text: '' },
};

/** From who can do it alone to who can’t. */
const TONES = {
  alone: 'ok',
  alone_for_some: 'ok',
  with_others: 'write',
  with_others_for_some: 'write',
  none: 'plain',
} as const satisfies Record<Permission['power'], Tone>;
const ORDER = Object.keys(TONES);
const byPower = (one: Permission, other: Permission): number =>
  ORDER.indexOf(one.power) - ORDER.indexOf(other.power) || one.name.localeCompare(other.name);

/** A user with the names of the policies. */
interface NamedPermission extends Omit<Permission, 'allowedBy' | 'deniedBy'> {
  readonly allowedBy: readonly string[];
  readonly deniedBy: readonly string[];
}

const namedPermissions = ({ users, policyLists }: WhoCan): NamedPermission[] =>
  [...users].sort(byPower).map((each) => ({
    ...each,
    allowedBy: policyLists[each.allowedBy] ?? [],
    deniedBy: policyLists[each.deniedBy] ?? [],
  }));

/** Who can do what, by the root quorum and the policies of today. */
export function PermissionsPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useQuery(requestKinds)}
      onRetry={() => void requestKinds.load()}
      tools={tools}
      detail={({ name }) => <PermittedUsers key={name} kind={name} />}
    />
  );
}

function PermittedUsers({ kind }: { kind: string }): ReactNode {
  const known = useQuery(permissions, kind);
  const sorted = useMemo(() => (known.state === 'ready' ? namedPermissions(known.value) : []), [known]);
  if (known.state === 'failed') return <Refusal error={known.error} />;
  if (known.state === 'loading')
    return (
      <div aria-busy="true">
        <Skeleton lines={4} />
      </div>
    );
  const { unread } = known.value;
  return (
    <>
      {unread.length > 0 && (
        <Note tone="warn" title={TEXT.unread(unread.length)}>
          {unread.join(', ')}
        </Note>
      )}
      <FoundList
        list="permittedUsers"
        of={kind}
        label={ORGANIZATION_TEXT.users.title}
        rows={sorted}
        textOf={permissionText}
      >
        {(shown) => (
          <ItemList none={TEXT.nobody}>
            {shown.map((each) => (
              <Item
                key={each.id}
                name={<b>{each.name}</b>}
                detail={reasonsOf(each)}
                end={<Tag tone={TONES[each.power]}>{TEXT.power[each.power]}</Tag>}
              />
            ))}
          </ItemList>
        )}
      </FoundList>
      <p>{TEXT.how}</p>
    </>
  );
}

const permissionText = (permission: NamedPermission): string =>
  [permission.name, TEXT.power[permission.power], reasonsOf(permission)].join(' ');

/** What lets somebody do it or keeps them from it, in words. */
function reasonsOf({ power, hasCredential, isByRoot, allowedBy, deniedBy }: NamedPermission): string {
  if (!hasCredential) return TEXT.noCredential;
  const reasons = [
    ...(isByRoot && power !== 'none' ? [TEXT.byRoot] : []),
    ...(allowedBy.length > 0 ? [TEXT.allowedBy(allowedBy)] : []),
    ...(deniedBy.length > 0 ? [TEXT.deniedBy(deniedBy)] : []),
  ];
  return reasons.length === 0 ? TEXT.notAllowed : reasons.join('. ');
}
