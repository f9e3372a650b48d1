import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Card, CardSection } from '../../ui/layout.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { operationGroups } from './operation-groups.ts';
import styles from './operation-list.module.css';
import { OPERATION_TEXT } from './text.ts';

const TEXT = OPERATION_TEXT.list;

interface OperationListProps {
  readonly chosen: string | null;
  readonly onChoose: (path: string) => void;
}

/** The catalogue's operations by what they are about, found by their words. */
export function OperationList({ chosen, onChoose }: OperationListProps): ReactNode {
  const [search, setSearch] = useState('');
  const groups = useMemo(() => operationGroups(search), [search]);
  return (
    <Card label={TEXT.title} className={styles['card']}>
      <CardSection>
        <TextInput label={TEXT.search} value={search} onChange={setSearch} placeholder={TEXT.searchHint} />
      </CardSection>
      <CardSection flush className={styles['scroll']}>
        <ListBox
          aria-label={TEXT.title}
          selectionMode="single"
          selectedKeys={chosen === null ? [] : [chosen]}
          onSelectionChange={(keys) => {
            const [first] = keys === 'all' ? [] : keys;
            if (first !== undefined) onChoose(String(first));
          }}
          renderEmptyState={() => <p className={styles['empty']}>{TEXT.empty}</p>}
        >
          {groups.map((group) => (
            <ListBoxSection key={group.name} id={group.name}>
              <Header className={styles['header'] ?? ''}>{group.name}</Header>
              {group.operations.map(({ path, summary, effect }) => (
                <ListBoxItem key={path} id={path} textValue={summary} className={styles['item'] ?? ''}>
                  <span className={styles['words']}>
                    <span>{summary}</span>
                    <span className={styles['path']}>{path}</span>
                  </span>
                  <EffectTag effect={effect} />
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </CardSection>
    </Card>
  );
}
