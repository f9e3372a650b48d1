import { featureWords } from '../../../../protocol/feature-text.ts';
import { Plus, ToggleRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemote } from '../../bridge/query.ts';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { mapped } from '../records/mapped.ts';
import { CodeBlock, NameCell, DetailSection } from '../records/detail-section.tsx';
import { RecordBrowser } from '../records/record-browser.tsx';
import type { RecordKind } from '../records/record-list.tsx';
import { RequestButton } from '../records/request-button.tsx';
import { organization } from './organization-store.ts';
import type { Organization } from './organization-store.ts';

type Feature = Organization['features'][number];

const KIND: RecordKind<Feature> = {
  title: 'Features',
  words: ['feature', 'features'],
  icon: ToggleRight,
  id: (feature) => feature.name ?? '',
  name: (feature) => featureWords(feature.name),
  columns: [
    {
      id: 'name',
      title: 'Feature',
      grow: true,
      cell: (feature) => <NameCell name={featureWords(feature.name)} detail={feature.name} />,
    },
  ],
  empty: {
    title: 'No feature is set',
    text: 'Features switch on what an organization does not have by itself.',
  },
};

/** What is switched on for the organization. */
export function FeaturesPanel({ tools }: { tools: ReactNode }): ReactNode {
  const known = useRemote(organization);
  return (
    <RecordBrowser
      kind={KIND}
      records={mapped(known, (value) => value.features)}
      onRetry={() => void organization.load()}
      tools={tools}
      action={
        <RequestButton operation="set_organization_feature" kind="primary" icon={Plus}>
          Set a feature
        </RequestButton>
      }
      actions={({ name, value }) => (
        <>
          <RequestButton
            operation="set_organization_feature"
            initial={{ name, value: value ?? '' }}
            locked={['name']}
            aria-label={`Change ${featureWords(name)}`}
          >
            Change
          </RequestButton>
          <RequestButton
            operation="remove_organization_feature"
            initial={{ name }}
            locked={['name']}
            kind="danger"
            aria-label={`Remove ${featureWords(name)}`}
          >
            Remove
          </RequestButton>
        </>
      )}
      detail={(feature) => (
        <>
          <Facts>
            <FactRow label="Name">{feature.name}</FactRow>
          </Facts>
          <DetailSection title="Value">
            <CodeBlock label="Value">{feature.value === '' ? 'none' : (feature.value ?? 'none')}</CodeBlock>
          </DetailSection>
        </>
      )}
    />
  );
}
