import { Plus, ToggleRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { featureWords } from '#protocol/feature-text.ts';
import { useQuery } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { CodeBlock, DetailSection, NameCell } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { type Feature, features } from './organization-store.ts';
import { ORGANIZATION_TEXT } from './text.ts';

const TEXT = ORGANIZATION_TEXT.features;

const KIND: RecordKind<Feature> = {
  list: 'features',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: ToggleRight,
  id: (feature) => feature.name ?? '',
  name: (feature) => featureWords(feature.name),
  columns: [
    {
      id: 'name',
      title: TEXT.feature,
      grow: true,
      cell: (feature) => <NameCell name={featureWords(feature.name)} detail={feature.name} />,
    },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** What is switched on for the organization. */
export function FeaturesPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useQuery(features);
  return (
    <RecordBrowser
      kind={KIND}
      records={known}
      onRetry={() => void features.load()}
      tools={tools}
      action={
        <RequestButton operation="set_organization_feature" kind="primary" icon={Plus}>
          {TEXT.set}
        </RequestButton>
      }
      actions={({ name, value }) => (
        <>
          <RequestButton
            operation="set_organization_feature"
            initial={{ name, value: value ?? '' }}
            locked={['name']}
            aria-label={ORGANIZATION_TEXT.editName(featureWords(name))}
          >
            {ORGANIZATION_TEXT.edit}
          </RequestButton>
          <RequestButton
            operation="remove_organization_feature"
            initial={{ name }}
            locked={['name']}
            kind="danger"
            aria-label={ORGANIZATION_TEXT.removeName(featureWords(name))}
          >
            {ORGANIZATION_TEXT.remove}
          </RequestButton>
        </>
      )}
      detail={(feature) => (
        <>
          <Facts>
            <FactRow label={ORGANIZATION_TEXT.name}>{feature.name}</FactRow>
          </Facts>
          <DetailSection title={TEXT.value}>
            <CodeBlock label={TEXT.value}>
              {feature.value === '' ? TEXT.noValue : (feature.value ?? TEXT.noValue)}
            </CodeBlock>
          </DetailSection>
        </>
      )}
    />
  );
}
