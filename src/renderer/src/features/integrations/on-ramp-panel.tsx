import { Banknote, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Copied } from '../../ui/values.tsx';
import { NameCell, TimestampText } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { type OnRampCredential, onRampCredentials } from './integrations-store.ts';
import { INTEGRATION_TEXT, providerWords } from './text.ts';

const TEXT = INTEGRATION_TEXT.onRamps;
const SHARED = INTEGRATION_TEXT.credentials;

const nameOf = (credential: OnRampCredential): string => providerWords(credential.onrampProvider);
const modeOf = ({ sandboxMode }: OnRampCredential): string =>
  sandboxMode === true ? TEXT.sandbox : TEXT.live;

const KIND: RecordKind<OnRampCredential> = {
  list: 'onRamps',
  title: TEXT.title,
  words: SHARED.nouns,
  icon: Banknote,
  id: (credential) => credential.fiatOnrampCredentialId,
  name: nameOf,
  text: (credential) => `${credential.publishableApiKey} ${modeOf(credential)}`,
  columns: [
    {
      id: 'name',
      title: SHARED.provider,
      grow: true,
      cell: (credential) => <NameCell name={nameOf(credential)} detail={credential.publishableApiKey} />,
    },
    { id: 'mode', title: TEXT.mode, cell: modeOf },
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

/** Accounts at providers of on-ramps; their secret parts stay sealed. */
export function OnRampPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useQuery(onRampCredentials)}
      onRetry={() => void onRampCredentials.load()}
      tools={tools}
      action={
        <RequestButton operation="create_fiat_on_ramp_credential" kind="primary" icon={Plus}>
          {SHARED.add}
        </RequestButton>
      }
      detail={(credential) => (
        <Facts>
          <FactRow label={TEXT.mode}>{modeOf(credential)}</FactRow>
          {credential.projectId !== undefined && (
            <FactRow label={TEXT.project}>{credential.projectId}</FactRow>
          )}
          <FactRow label={TEXT.publishableKey}>
            <Copied value={credential.publishableApiKey} what={TEXT.copyPublishableKey} />
          </FactRow>
          <FactRow label={INTEGRATION_TEXT.created}>
            <TimestampText at={credential.createdAt} exact />
          </FactRow>
          <FactRow label={SHARED.id}>
            <Copied value={credential.fiatOnrampCredentialId} what={SHARED.copyId} />
          </FactRow>
        </Facts>
      )}
      actions={(credential) => (
        <RequestButton
          operation="delete_fiat_on_ramp_credential"
          initial={{ fiatOnrampCredentialId: credential.fiatOnrampCredentialId }}
          locked={['fiatOnrampCredentialId']}
          kind="danger"
          aria-label={SHARED.delete(nameOf(credential))}
        >
          {INTEGRATION_TEXT.delete}
        </RequestButton>
      )}
    />
  );
}
