import { type ReactNode, useState } from 'react';
import { useCredentials } from '../../bridge/app-state.ts';
import { useQuery } from '../../bridge/query.ts';
import { Below } from '../../ui/below.tsx';
import { ScreenLayout } from '../../ui/layout.tsx';
import { Note, Refusal } from '../../ui/notes.tsx';
import { Select } from '../../ui/select.tsx';
import { AllowlistCard } from './allowlist-card.tsx';
import { keyAllowlist, members, networkAccess, organizationAllowlist } from './organization-store.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.network;

/** From which addresses requests may come: those of the organization, and those of one API key. */
export function NetworkPanel({ tools }: { tools: ReactNode }): ReactNode {
  const lists = useQuery(organizationAllowlist);
  const isNoteKnown = networkAccess.useStore(({ state }) => state !== 'loading');
  return (
    <ScreenLayout layout="column">
      {tools}
      <StandingNote />
      <Below isKnown={isNoteKnown}>
        <AllowlistCard
          title={TEXT.organization}
          list={lists}
          onRetry={() => void organizationAllowlist.load()}
          off={TEXT.organizationOff}
        />
      </Below>
      <KeyAllowlist isAboveKnown={isNoteKnown && lists.state !== 'loading'} />
    </ScreenLayout>
  );
}

function KeyAllowlist({ isAboveKnown }: { readonly isAboveKnown: boolean }): ReactNode {
  const known = useQuery(members);
  const own = useCredentials()[0]?.publicKey ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const publicKey = chosen ?? own;
  const list = useQuery(keyAllowlist, publicKey);
  const users = known.state === 'ready' ? known.value.users : [];
  const keys = users.flatMap((user) =>
    user.apiKeys.map((key) => ({
      id: key.credential.publicKey,
      label: key.apiKeyName,
      aside: user.userName,
    })),
  );
  return (
    <Below isKnown={isAboveKnown && known.state !== 'loading'}>
      <AllowlistCard
        title={TEXT.apiKey}
        publicKey={publicKey}
        list={list}
        onRetry={() => void keyAllowlist.load(publicKey)}
        off={TEXT.apiKeyOff}
        tools={
          keys.length > 0 && (
            <Select label={TEXT.apiKey} options={keys} value={publicKey} onChange={setChosen} />
          )
        }
      />
    </Below>
  );
}

/** Whether this console gets in with the lists as they are; a change says it again before it is approved. */
function StandingNote(): ReactNode {
  const known = useQuery(networkAccess);
  if (known.state === 'failed') return <Refusal error={known.error} />;
  if (known.state === 'loading') return <Note title={ORGANIZATION_TEXT.standing.loading} />;
  const { source, standing: stands } = known.value;
  const seen = source === null ? ORGANIZATION_TEXT.standing.unknown : ORGANIZATION_TEXT.standing.seen(source);
  return (
    <Note
      tone={stands === 'out' ? 'bad' : stands === 'in' ? 'good' : 'plain'}
      title={
        stands === 'out'
          ? ORGANIZATION_TEXT.standing.blocked
          : stands === 'in'
            ? ORGANIZATION_TEXT.standing.allowed
            : ORGANIZATION_TEXT.standing.depends
      }
    >
      {seen} {ORGANIZATION_TEXT.standing.preview}
    </Note>
  );
}
