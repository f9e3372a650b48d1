import { Plus, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PolicyRecord } from '#protocol/catalogue/policies.ts';
import { useQuery } from '../../bridge/query.ts';
import { go } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Copied } from '../../ui/values.tsx';
import {
  CodeBlock,
  DetailSection,
  Item,
  ItemList,
  NameCell,
  TimestampText,
} from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { policies } from './organization-store.ts';
import { LOOKED_AT, outcomeWords, policyOutcomes } from './policy-outcomes.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.policies;
const EFFECT_WORDS: Readonly<Record<PolicyRecord['effect'], string>> = TEXT.effect;

const KIND: RecordKind<PolicyRecord> = {
  list: 'policies',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: Scale,
  id: (policy) => policy.policyId,
  name: (policy) => policy.policyName,
  text: (policy) => `${EFFECT_WORDS[policy.effect]} ${policy.notes}`,
  columns: [
    {
      id: 'name',
      title: ORGANIZATION_TEXT.name,
      grow: true,
      cell: (policy) => <NameCell name={policy.policyName} detail={policy.notes} />,
    },
    { id: 'effect', title: TEXT.effectLabel, cell: (policy) => EFFECT_WORDS[policy.effect] },
    {
      id: 'created',
      title: ORGANIZATION_TEXT.created,
      cell: (policy) => <TimestampText at={policy.createdAt} />,
    },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** What the policies allow and deny, and what they said lately. */
export function PoliciesPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useQuery(policies);
  const outcomes = policyOutcomes.useStore(({ state }) => state);
  return (
    <RecordBrowser
      kind={KIND}
      records={known}
      onRetry={() => void policies.load()}
      tools={tools}
      action={
        <RequestButton operation="create_policy" kind="primary" icon={Plus}>
          {TEXT.create}
        </RequestButton>
      }
      actions={(policy) => <PolicyActions policy={policy} />}
      detail={(policy) => <PolicyDetail policy={policy} />}
      isDetailKnown={() => outcomes !== 'loading'}
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
        aria-label={ORGANIZATION_TEXT.editName(policyName)}
      >
        {ORGANIZATION_TEXT.edit}
      </RequestButton>
      <RequestButton
        operation="delete_policy"
        initial={{ policyId }}
        locked={['policyId']}
        kind="danger"
        aria-label={ORGANIZATION_TEXT.deleteName(policyName)}
      >
        {ORGANIZATION_TEXT.delete}
      </RequestButton>
    </>
  );
}

function PolicyDetail({ policy }: { policy: PolicyRecord }): ReactNode {
  return (
    <>
      <DetailSection title={TEXT.conditionTitle[policy.effect]}>
        <CodeBlock label={TEXT.condition}>{policy.condition || TEXT.always}</CodeBlock>
      </DetailSection>
      <DetailSection title={TEXT.consensusTitle}>
        <CodeBlock label={TEXT.consensus}>{policy.consensus || TEXT.noConsensus}</CodeBlock>
      </DetailSection>
      {policy.time && (
        <DetailSection title={TEXT.timeTitle}>
          <CodeBlock label={TEXT.time}>{policy.time}</CodeBlock>
        </DetailSection>
      )}
      <Facts>
        {policy.notes !== '' && <FactRow label={TEXT.notes}>{policy.notes}</FactRow>}
        <FactRow label={ORGANIZATION_TEXT.created}>
          <TimestampText at={policy.createdAt} exact />
        </FactRow>
        <FactRow label={TEXT.updated}>
          <TimestampText at={policy.updatedAt} exact />
        </FactRow>
        <FactRow label={TEXT.id}>
          <Copied value={policy.policyId} what={TEXT.copyId} />
        </FactRow>
      </Facts>
      <Outcomes policyId={policy.policyId} />
    </>
  );
}

function Outcomes({ policyId }: { policyId: string }): ReactNode {
  const said = useQuery(policyOutcomes);
  return (
    <DetailSection title={TEXT.outcomes(LOOKED_AT)}>
      {said.state === 'loading' && (
        <div aria-busy="true">
          <Skeleton lines={2} />
        </div>
      )}
      {said.state === 'failed' && <Refusal error={said.error} />}
      {said.state === 'ready' && (
        <ItemList none={TEXT.noOutcomes}>
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
                    aria-label={TEXT.showName(each.title)}
                    onPress={() => go('activities', each.activityId)}
                  >
                    {TEXT.show}
                  </Button>
                }
              />
            ))}
        </ItemList>
      )}
    </DetailSection>
  );
}
