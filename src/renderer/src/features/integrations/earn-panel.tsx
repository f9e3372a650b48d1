import { Plus, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { NameCell } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { earnWrappers } from './integrations-store.ts';
import type { EarnWrapper } from './integrations-store.ts';

const nameOf = ({ wrapperAddress, vaultAddress }: EarnWrapper): string =>
  wrapperAddress ?? vaultAddress ?? 'Not deployed yet';
const depositsOf = ({ depositsDisabled }: EarnWrapper): string =>
  depositsDisabled === true ? 'Closed' : 'Open';

const KIND: RecordKind<EarnWrapper> = {
  title: 'Earn wrappers',
  words: ['wrapper', 'wrappers'],
  icon: Sprout,
  id: (wrapper) => wrapper.wrapperAddress ?? wrapper.deployRequestId ?? wrapper.vaultAddress ?? '',
  name: nameOf,
  columns: [
    {
      id: 'name',
      title: 'Wrapper',
      grow: true,
      cell: (wrapper) => <NameCell name={nameOf(wrapper)} detail={wrapper.deployStatus?.toLowerCase()} />,
    },
    { id: 'deposits', title: 'Deposits', cell: depositsOf },
  ],
  empty: {
    title: 'No earn wrappers',
    text: 'A wrapper stands before a vault and takes the fee that you set.',
  },
};

/** The wrappers that the organization has deployed, and whether they take deposits. */
export function EarnPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useRemote(earnWrappers)}
      onRetry={() => void earnWrappers.load()}
      tools={tools}
      action={
        <RequestButton operation="earn_deploy_wrapper" kind="primary" icon={Plus}>
          Deploy a wrapper
        </RequestButton>
      }
      detail={(wrapper) => <WrapperDetail wrapper={wrapper} />}
      actions={({ wrapperAddress, depositsDisabled }) =>
        wrapperAddress !== undefined && (
          <RequestButton
            operation="earn_set_wrapper_state"
            initial={{ wrapperAddress, depositsDisabled: depositsDisabled !== true }}
            locked={['wrapperAddress', 'depositsDisabled']}
          >
            {depositsDisabled === true ? 'Open deposits' : 'Close deposits'}
          </RequestButton>
        )
      }
    />
  );
}

function WrapperDetail({ wrapper }: { wrapper: EarnWrapper }): ReactNode {
  const { wrapperAddress, vaultAddress, totalDeposited, clientFeeBps, clientFeeWallet } = wrapper;
  return (
    <Facts>
      <FactRow label="Deposits" note="withdrawals are always allowed">
        {depositsOf(wrapper)}
      </FactRow>
      {wrapper.deployStatus !== undefined && (
        <FactRow label="Deployment">{wrapper.deployStatus.toLowerCase()}</FactRow>
      )}
      {totalDeposited !== undefined && (
        <FactRow label="Deposited" note="atomic units">
          {totalDeposited}
        </FactRow>
      )}
      {clientFeeBps !== undefined && <FactRow label="Fee">{clientFeeBps} basis points</FactRow>}
      {clientFeeWallet !== undefined && (
        <FactRow label="Fees go to">
          <Copied value={clientFeeWallet} what="fee wallet" />
        </FactRow>
      )}
      {vaultAddress !== undefined && (
        <FactRow label="Vault">
          <Copied value={vaultAddress} what="vault address" />
        </FactRow>
      )}
      {wrapperAddress !== undefined && (
        <FactRow label="Wrapper">
          <Copied value={wrapperAddress} what="wrapper address" />
        </FactRow>
      )}
    </Facts>
  );
}
