import { Plus, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PolicyRecord } from '../../../../protocol/catalogue/policies.ts';
import { useRemote } from '../../bridge/query.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { Copied } from '../../ui/copied.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { mapped } from '../records/mapped.ts';
import { CodeBlock, Item, ItemList, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { Timestamp } from '../records/timestamp.tsx';
import { organization } from './organization-store.ts';
import { LOOKED_AT, outcomeWords, policyOutcomes } from './policy-outcomes.ts';

const EFFECT_WORDS: Readonly<Record<PolicyRecord['effect'], string>> = {
  EFFECT_ALLOW: 'Allows',
  EFFECT_DENY: 'Denies',
};

const KIND: RecordKind<PolicyRecord> = {
  title: 'Policies',
  words: ['policy', 'policies'],
  icon: Scale,
  id: (policy) => policy.policyId,
  name: (policy) => policy.policyName,
  columns: [
    {
      id: 'name',
      title: 'Name',
      grow: true,
      cell: (policy) => <NameCell name={policy.policyName} detail={policy.notes} />,
    },
    { id: 'effect', title: 'Effect', cell: (policy) => EFFECT_WORDS[policy.effect] },
    { id: 'created', title: 'Created', cell: (policy) => <Timestamp at={policy.createdAt} /> },
  ],
  empty: {
    title: 'No policies',
    text: 'Without a policy the root quorum alone can act. A policy lets others do what it names.',
  },
};

/** What the policies allow and deny, and what they said lately. */
export function PoliciesPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useRemote(organization);
  return (
    <RecordBrowser
      kind={KIND}
      records={mapped(known, (value) => value.policies)}
      onRetry={() => void organization.load()}
      tools={tools}
      action={
        <RequestButton operation="create_policy" kind="primary" icon={Plus}>
          Create a policy
        </RequestButton>
      }
      actions={(policy) => <PolicyActions policy={policy} />}
      detail={(policy) => <PolicyDetail policy={policy} />}
    />
  );
}

function PolicyActions({ policy }: { policy: PolicyRecord }): ReactNode {
  const { policyId, policyName, effect, condition, consensus, notes, time } = policy;
  const known = {
    policyId,
    policyName,
    policyEffect: effect,
    policyCondition: condition,
    policyConsensus: consensus,
    policyNotes: notes,
    ...(time ? { time } : {}),
  };
  return (
    <>
      <RequestButton
        operation="update_policy"
        initial={known}
        locked={['policyId']}
        aria-label={`Change ${policyName}`}
      >
        Change
      </RequestButton>
      <RequestButton
        operation="delete_policy"
        initial={{ policyId }}
        locked={['policyId']}
        kind="danger"
        aria-label={`Delete ${policyName}`}
      >
        Delete
      </RequestButton>
    </>
  );
}

function PolicyDetail({ policy }: { policy: PolicyRecord }): ReactNode {
  return (
    <>
      <DetailSection title={`${EFFECT_WORDS[policy.effect]} when this holds`}>
        <CodeBlock label="Condition">{policy.condition || 'always'}</CodeBlock>
      </DetailSection>
      <DetailSection title="If these agree">
        <CodeBlock label="Consensus">{policy.consensus || 'whoever asks'}</CodeBlock>
      </DetailSection>
      {policy.time && (
        <DetailSection title="At these times">
          <CodeBlock label="Time">{policy.time}</CodeBlock>
        </DetailSection>
      )}
      <Facts>
        {policy.notes !== '' && <FactRow label="Notes">{policy.notes}</FactRow>}
        <FactRow label="Created">
          <Timestamp at={policy.createdAt} exact />
        </FactRow>
        <FactRow label="Changed">
          <Timestamp at={policy.updatedAt} exact />
        </FactRow>
        <FactRow label="Policy id">
          <Copied value={policy.policyId} what="policy id" />
        </FactRow>
      </Facts>
      <Outcomes policyId={policy.policyId} />
    </>
  );
}

function Outcomes({ policyId }: { policyId: string }): ReactNode {
  const said = useRemote(policyOutcomes);
  return (
    <DetailSection title={`What it said of the newest ${LOOKED_AT} activities`}>
      {said.state === 'loading' && (
        <div aria-busy="true">
          <Skeleton lines={2} />
        </div>
      )}
      {said.state === 'failed' && <Refusal error={said.error} />}
      {said.state === 'ready' && (
        <ItemList none="It was not asked.">
          {said.value
            .filter((each) => each.policyId === policyId)
            .map((each, index) => (
              <Item
                key={`${each.activityId}${index}`}
                name={each.title}
                detail={outcomeWords(each.outcome)}
                end={
                  <Button
                    small
                    kind="quiet"
                    aria-label={`Show the activity: ${each.title}`}
                    onPress={() => go('activities', each.activityId)}
                  >
                    Show
                  </Button>
                }
              />
            ))}
        </ItemList>
      )}
    </DetailSection>
  );
}
