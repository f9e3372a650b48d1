import { useState } from 'react';
import type { ReactNode } from 'react';
import { useCredentials } from '../../bridge/app-state.ts';
import { useRemote } from '../../bridge/query.ts';
import { ScreenLayout } from '../../ui/screen-layout.tsx';
import { Select } from '../../ui/select.tsx';
import { AllowlistCard } from './allowlist-card.tsx';
import { keyAllowlist, organizationAllowlist } from './network-store.ts';
import { organization } from './organization-store.ts';
import { StandingNote } from './standing-note.tsx';

/** From which addresses requests may come: those of the organization, and those of one API key. */
export function NetworkPanel({ tools }: { tools: ReactNode }): ReactNode {
  const lists = useRemote(organizationAllowlist);
  return (
    <ScreenLayout layout="column">
      {tools}
      <StandingNote />
      <AllowlistCard
        title="Organization"
        list={lists}
        onRetry={() => void organizationAllowlist.load()}
        off="Requests may come from every address."
      />
      <KeyAllowlist />
    </ScreenLayout>
  );
}

function KeyAllowlist(): ReactNode {
  const known = useRemote(organization);
  const own = useCredentials()[0]?.publicKey ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const publicKey = chosen ?? own;
  const list = useRemote(keyAllowlist, publicKey);
  const users = known.state === 'ready' ? known.value.users : [];
  const keys = users.flatMap((user) =>
    user.apiKeys.map((key) => ({
      id: key.credential.publicKey,
      label: key.apiKeyName,
      aside: user.userName,
    })),
  );
  return (
    <AllowlistCard
      title="API key"
      publicKey={publicKey}
      list={list}
      onRetry={() => void keyAllowlist.load(publicKey)}
      off="This key has no list of its own: the organization’s counts for it."
      tools={
        keys.length > 0 && <Select label="API key" options={keys} value={publicKey} onChange={setChosen} />
      }
    />
  );
}
