import { Plus, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Copied } from '../../ui/values.tsx';
import { NameCell } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { type EarnWrapper, earnWrappers } from './integrations-store.ts';
import { INTEGRATION_TEXT } from './text.ts';

const TEXT = INTEGRATION_TEXT.earn;

const nameOf = ({ wrapperAddress, vaultAddress }: EarnWrapper): string =>
  wrapperAddress ?? vaultAddress ?? TEXT.notDeployed;
const depositsOf = ({ depositsDisabled }: EarnWrapper): string =>
  depositsDisabled === true ? TEXT.closed : TEXT.open;

const KIND: RecordKind<EarnWrapper> = {
  list: 'earn',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Sprout,
  id: (wrapper) => wrapper.wrapperAddress ?? wrapper.deployRequestId ?? wrapper.vaultAddress ?? '',
  name: nameOf,
  text: (wrapper) =>
    [wrapper.vaultAddress, wrapper.deployStatus, depositsOf(wrapper)].filter(Boolean).join(' '),
  columns: [
    {
      id: 'name',
      title: TEXT.wrapper,
      grow: true,
      cell: (wrapper) => <NameCell name={nameOf(wrapper)} detail={wrapper.deployStatus?.toLowerCase()} />,
    },
    { id: 'deposits', title: TEXT.deposits, cell: depositsOf },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** The wrappers that the organization has deployed, and whether they take deposits. */
export function EarnPanel({ tools }: { tools: ReactNode }): ReactNode {
  return (
    <RecordBrowser
      kind={KIND}
      records={useQuery(earnWrappers)}
      onRetry={() => void earnWrappers.load()}
      tools={tools}
      action={
        <RequestButton operation="earn_deploy_wrapper" kind="primary" icon={Plus}>
          {TEXT.deploy}
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
            {depositsDisabled === true ? TEXT.openDeposits : TEXT.closeDeposits}
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
      <FactRow label={TEXT.deposits} note={TEXT.withdrawals}>
        {depositsOf(wrapper)}
      </FactRow>
      {wrapper.deployStatus !== undefined && (
        <FactRow label={TEXT.deployment}>{wrapper.deployStatus.toLowerCase()}</FactRow>
      )}
      {totalDeposited !== undefined && (
        <FactRow label={TEXT.deposited} note={TEXT.atomicUnits}>
          {totalDeposited}
        </FactRow>
      )}
      {clientFeeBps !== undefined && <FactRow label={TEXT.fee}>{TEXT.basisPoints(clientFeeBps)}</FactRow>}
      {clientFeeWallet !== undefined && (
        <FactRow label={TEXT.feeWallet}>
          <Copied value={clientFeeWallet} what={TEXT.copyFeeWallet} />
        </FactRow>
      )}
      {vaultAddress !== undefined && (
        <FactRow label={TEXT.vault}>
          <Copied value={vaultAddress} what={TEXT.copyVault} />
        </FactRow>
      )}
      {wrapperAddress !== undefined && (
        <FactRow label={TEXT.wrapper}>
          <Copied value={wrapperAddress} what={TEXT.copyWrapper} />
        </FactRow>
      )}
    </Facts>
  );
}
