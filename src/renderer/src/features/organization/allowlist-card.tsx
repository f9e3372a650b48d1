import type { ReactNode } from 'react';
import type { QueryState } from '../../bridge/query.ts';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import type { Allowlist } from './network-store.ts';

type Rule = Allowlist['rules'][number];

const COLUMNS: readonly TableColumn<Rule>[] = [
  { id: 'block', title: 'Block', cell: (rule) => <code>{rule.cidr}</code> },
  { id: 'label', title: 'Label', grow: true, cell: (rule) => rule.label ?? '' },
  { id: 'set', title: 'Set', cell: (rule) => rule.createdAt && <Timestamp at={rule.createdAt} /> },
];

interface AllowlistCardProps {
  readonly title: string;
  readonly list: QueryState<Allowlist>;
  readonly onRetry: () => void;
  /** What holds while there is no list. */
  readonly off: string;
  readonly tools?: ReactNode;
  /** The API key whose list it is; absent for the organization's. */
  readonly publicKey?: string;
}

/** One allowlist: its blocks, and what happens to the rest. */
export function AllowlistCard({
  title,
  list,
  onRetry,
  off,
  tools,
  publicKey,
}: AllowlistCardProps): ReactNode {
  return (
    <Card label={`IP allowlist: ${title}`}>
      <CardHeader
        title={`IP allowlist: ${title}`}
        end={
          list.state === 'ready' && (
            <Tag tone={list.value.enabled ? 'ok' : 'plain'}>{list.value.enabled ? 'On' : 'Off'}</Tag>
          )
        }
      />
      {tools && <CardSection>{tools}</CardSection>}
      {list.state === 'loading' && (
        <CardSection>
          <div aria-busy="true">
            <Skeleton lines={3} />
          </div>
        </CardSection>
      )}
      {list.state === 'failed' && <FailedState error={list.error} onRetry={onRetry} />}
      {list.state === 'ready' && list.value.rules.length === 0 && (
        <CardSection>{list.value.enabled ? 'No block: nobody gets in.' : off}</CardSection>
      )}
      {list.state === 'ready' && list.value.rules.length > 0 && (
        <CardSection flush>
          <DataTable
            label={`Blocks: ${title}`}
            columns={COLUMNS}
            rows={list.value.rules}
            rowId={(rule) => rule.cidr}
          />
        </CardSection>
      )}
      {list.state === 'ready' && <Actions title={title} list={list.value} publicKey={publicKey} />}
    </Card>
  );
}

interface ActionsProps {
  readonly title: string;
  readonly list: Allowlist;
  readonly publicKey: string | undefined;
}

function Actions({ title, list, publicKey }: ActionsProps): ReactNode {
  const whose = publicKey === undefined ? {} : { publicKey };
  const rest = list.onEvaluationError === 'ALLOW' ? 'gets in' : 'does not get in';
  return (
    <CardFooter note={list.rules.length > 0 && `Who comes from an unknown address ${rest}.`}>
      {list.rules.length > 0 && (
        <RequestButton
          operation="remove_ip_allowlist"
          initial={whose}
          locked={['publicKey']}
          kind="danger"
          aria-label={`Remove the list: ${title}`}
        >
          Remove
        </RequestButton>
      )}
      <RequestButton
        operation="set_ip_allowlist"
        initial={{
          ...whose,
          enabled: true,
          rules: list.rules.map(({ cidr, label }) => ({ cidr, ...(label === undefined ? {} : { label }) })),
          onEvaluationError: list.onEvaluationError ?? 'DENY',
        }}
        locked={['publicKey']}
        kind="primary"
        aria-label={`Set the list: ${title}`}
      >
        Set the list
      </RequestButton>
    </CardFooter>
  );
}
