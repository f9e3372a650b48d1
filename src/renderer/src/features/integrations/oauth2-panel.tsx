import { Plus, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { NameCell } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { oauth2Credentials } from './integrations-store.ts';
import type { Oauth2Credential } from './integrations-store.ts';
import { providerWords } from './provider-text.ts';

const nameOf = (credential: Oauth2Credential): string => providerWords(credential.provider);

const KIND: RecordKind<Oauth2Credential> = {
  title: 'OAuth 2.0 credentials',
  words: ['credential', 'credentials'],
  icon: ShieldCheck,
  id: (credential) => credential.oauth2CredentialId,
  name: nameOf,
  columns: [
    {
      id: 'name',
      title: 'Provider',
      grow: true,
      cell: (credential) => <NameCell name={nameOf(credential)} detail={credential.clientId} />,
    },
    { id: 'created', title: 'Created', cell: (credential) => <Timestamp at={credential.createdAt} /> },
  ],
  empty: {
    title: 'No OAuth 2.0 credentials',
    text: 'With one the service can log users in through a provider. Its secret is sealed on this machine.',
  },
};

/** Clients at providers of OAuth 2.0; their secrets stay sealed. */
export function Oauth2Panel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useRemote(oauth2Credentials)}
      onRetry={() => void oauth2Credentials.load()}
      tools={tools}
      action={
        <RequestButton operation="create_oauth2_credential" kind="primary" icon={Plus}>
          Add a credential
        </RequestButton>
      }
      detail={(credential) => (
        <Facts>
          <FactRow label="Client id">
            <Copied value={credential.clientId} what="client id" />
          </FactRow>
          <FactRow label="Created">
            <Timestamp at={credential.createdAt} exact />
          </FactRow>
          <FactRow label="Credential id">
            <Copied value={credential.oauth2CredentialId} what="credential id" />
          </FactRow>
        </Facts>
      )}
      actions={(credential) => (
        <RequestButton
          operation="delete_oauth2_credential"
          initial={{ oauth2CredentialId: credential.oauth2CredentialId }}
          locked={['oauth2CredentialId']}
          kind="danger"
          aria-label={`Delete the credential of ${nameOf(credential)}`}
        >
          Delete
        </RequestButton>
      )}
    />
  );
}
