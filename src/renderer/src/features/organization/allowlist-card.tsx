import type { ReactNode } from 'react';
import type { QueryState } from '../../bridge/live-query.ts';
import { FailedState, Skeleton } from '../../ui/states.tsx';
import { Card, CardFooter, CardHeader, CardSection } from '../../ui/layout.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { Tag } from '../../ui/tags.tsx';
import { FoundTable } from '../filters/found-list.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { TimestampText } from '../records/detail-section.tsx';
import type { Allowlist } from './organization-store.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.allowlist;

/** In the place of an API key. */
const ORGANIZATION = 'organization';

type Rule = Allowlist['rules'][number];

const blockOf = ({ cidr }: Rule): string => cidr;
const ruleText = ({ cidr, label }: Rule): string => `${cidr} ${label ?? ''}`;

const COLUMNS: readonly TableColumn<Rule>[] = [
  { id: 'block', title: TEXT.block, cell: (rule) => <code>{rule.cidr}</code> },
  { id: 'label', title: TEXT.label, grow: true, cell: (rule) => rule.label ?? '' },
  { id: 'set', title: TEXT.set, cell: (rule) => rule.createdAt && <TimestampText at={rule.createdAt} /> },
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
    <Card label={TEXT.title(title)}>
      <CardHeader
        title={TEXT.title(title)}
        end={
          list.state === 'ready' && (
            <Tag tone={list.value.enabled ? 'ok' : 'plain'}>{list.value.enabled ? TEXT.on : TEXT.off}</Tag>
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
        <CardSection>{list.value.enabled ? TEXT.empty : off}</CardSection>
      )}
      {list.state === 'ready' && list.value.rules.length > 0 && (
        <CardSection flush>
          <FoundTable
            list="allowlist"
            of={publicKey ?? ORGANIZATION}
            label={TEXT.blocks(title)}
            columns={COLUMNS}
            rows={list.value.rules}
            rowId={blockOf}
            rowText={ruleText}
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
  const rest = list.onEvaluationError === 'ALLOW' ? TEXT.unknownAllowed : TEXT.unknownBlocked;
  return (
    <CardFooter note={list.rules.length > 0 && rest}>
      {list.rules.length > 0 && (
        <RequestButton
          operation="remove_ip_allowlist"
          initial={whose}
          locked={['publicKey']}
          kind="danger"
          aria-label={TEXT.removeName(title)}
        >
          {TEXT.remove}
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
        aria-label={TEXT.editName(title)}
      >
        {TEXT.edit}
      </RequestButton>
    </CardFooter>
  );
}
