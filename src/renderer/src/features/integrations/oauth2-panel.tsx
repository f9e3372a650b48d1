import { Plus, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Copied } from '../../ui/values.tsx';
import { NameCell, TimestampText } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { type Oauth2Credential, oauth2Credentials } from './integrations-store.ts';
import { INTEGRATION_TEXT, providerWords } from './text.ts';

const TEXT = INTEGRATION_TEXT.oauth2;
const SHARED = INTEGRATION_TEXT.credentials;

const nameOf = (credential: Oauth2Credential): string => providerWords(credential.provider);

const KIND: RecordKind<Oauth2Credential> = {
  list: 'oauth2',
  title: TEXT.title,
  words: SHARED.nouns,
  icon: ShieldCheck,
  id: (credential) => credential.oauth2CredentialId,
  name: nameOf,
  text: (credential) => credential.clientId,
  columns: [
    {
      id: 'name',
      title: SHARED.provider,
      grow: true,
      cell: (credential) => <NameCell name={nameOf(credential)} detail={credential.clientId} />,
    },
    {
      id: 'created',
      title: INTEGRATION_TEXT.created,
      cell: (credential) => <TimestampText at={credential.createdAt} />,
    },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** Clients at providers of OAuth 2.0; their secrets stay sealed. */
export function Oauth2Panel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useQuery(oauth2Credentials)}
      onRetry={() => void oauth2Credentials.load()}
      tools={tools}
      action={
        <RequestButton operation="create_oauth2_credential" kind="primary" icon={Plus}>
          {SHARED.add}
        </RequestButton>
      }
      detail={(credential) => (
        <Facts>
          <FactRow label={TEXT.clientId}>
            <Copied value={credential.clientId} what={TEXT.copyClientId} />
          </FactRow>
          <FactRow label={INTEGRATION_TEXT.created}>
            <TimestampText at={credential.createdAt} exact />
          </FactRow>
          <FactRow label={SHARED.id}>
            <Copied value={credential.oauth2CredentialId} what={SHARED.copyId} />
          </FactRow>
        </Facts>
      )}
      actions={(credential) => (
        <RequestButton
          operation="delete_oauth2_credential"
          initial={{ oauth2CredentialId: credential.oauth2CredentialId }}
          locked={['oauth2CredentialId']}
          kind="danger"
          aria-label={SHARED.delete(nameOf(credential))}
        >
          {INTEGRATION_TEXT.delete}
        </RequestButton>
      )}
    />
  );
}
