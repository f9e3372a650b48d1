import { Banknote, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { NameCell } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { onRampCredentials } from './integrations-store.ts';
import type { OnRampCredential } from './integrations-store.ts';
import { providerWords } from './provider-text.ts';

const nameOf = (credential: OnRampCredential): string => providerWords(credential.onrampProvider);
const modeOf = ({ sandboxMode }: OnRampCredential): string => (sandboxMode === true ? 'Sandbox' : 'Live');

const KIND: RecordKind<OnRampCredential> = {
  title: 'Fiat on-ramp credentials',
  words: ['credential', 'credentials'],
  icon: Banknote,
  id: (credential) => credential.fiatOnrampCredentialId,
  name: nameOf,
  columns: [
    {
      id: 'name',
      title: 'Provider',
      grow: true,
      cell: (credential) => <NameCell name={nameOf(credential)} detail={credential.publishableApiKey} />,
    },
    { id: 'mode', title: 'Mode', cell: modeOf },
    { id: 'created', title: 'Created', cell: (credential) => <Timestamp at={credential.createdAt} /> },
  ],
  empty: {
    title: 'No fiat on-ramp credentials',
    text: 'With one the service can open on-ramps in your name. Its secret parts are sealed on this machine.',
  },
};

/** Accounts at providers of on-ramps; their secret parts stay sealed. */
export function OnRampPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useRemote(onRampCredentials)}
      onRetry={() => void onRampCredentials.load()}
      tools={tools}
      action={
        <RequestButton operation="create_fiat_on_ramp_credential" kind="primary" icon={Plus}>
          Add a credential
        </RequestButton>
      }
      detail={(credential) => (
        <Facts>
          <FactRow label="Mode">{modeOf(credential)}</FactRow>
          {credential.projectId !== undefined && <FactRow label="Project">{credential.projectId}</FactRow>}
          <FactRow label="Publishable key">
            <Copied value={credential.publishableApiKey} what="publishable key" />
          </FactRow>
          <FactRow label="Created">
            <Timestamp at={credential.createdAt} exact />
          </FactRow>
          <FactRow label="Credential id">
            <Copied value={credential.fiatOnrampCredentialId} what="credential id" />
          </FactRow>
        </Facts>
      )}
      actions={(credential) => (
        <RequestButton
          operation="delete_fiat_on_ramp_credential"
          initial={{ fiatOnrampCredentialId: credential.fiatOnrampCredentialId }}
          locked={['fiatOnrampCredentialId']}
          kind="danger"
          aria-label={`Delete the credential of ${nameOf(credential)}`}
        >
          Delete
        </RequestButton>
      )}
    />
  );
}
