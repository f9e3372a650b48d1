import { SquareTerminal } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { summaries } from '#protocol/catalogue/summaries.ts';
import { useAppSnapshot } from '../../bridge/app-state.ts';
import { go, useNavigation, useSubtitle } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { WORDS_LENGTH } from '../../ui/finding.tsx';
import { Card, CardHeader, CardSection, ScreenLayout } from '../../ui/layout.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EffectTag } from '../../ui/tags.tsx';
import { useWordsFiltering } from '../filters/list-search.tsx';
import { setListWords } from '../filters/list-words.ts';
import { useSavedFilters } from '../filters/saved-filters.tsx';
import { LazyOperationPanel } from './operation-dialog.tsx';
import { OWN_SCREENS, operationGroups } from './operation-entries.ts';
import styles from './operations.module.css';
import { OPERATION_TEXT } from './text.ts';

const LIST_TEXT = OPERATION_TEXT.list;
const SCREEN_TEXT = OPERATION_TEXT.screen;

/** Everything that the service can do: the list, and the form of the one that is chosen beside it. */
export function OperationsScreen(): ReactNode {
  const { profileId } = useAppSnapshot();
  const focus = useNavigation((state) => state.focus);
  const [chosen, setChosen] = useState(focus);
  useSubtitle(SCREEN_TEXT.count(summaries.length));
  return (
    <ScreenLayout layout="split">
      <OperationList chosen={chosen} onChoose={setChosen} />
      {chosen === null ? (
        <Card label={SCREEN_TEXT.operation}>
          <CardSection>
            <EmptyState icon={SquareTerminal} title={SCREEN_TEXT.choose}>
              {SCREEN_TEXT.chooseHint}
            </EmptyState>
          </CardSection>
        </Card>
      ) : (
        <OperationCard key={`${profileId} ${chosen}`} path={chosen} />
      )}
    </ScreenLayout>
  );
}

function OperationCard({ path }: { path: string }): ReactNode {
  const described = summaries.find((operation) => operation.path === path);
  const title = described?.summary ?? path;
  const [screen, focus] = OWN_SCREENS[path] ?? [];
  return (
    <Card label={title}>
      <CardHeader
        title={title}
        tag={<EffectTag effect={described?.effect ?? 'read'} />}
        end={
          screen !== undefined && (
            <Button small onPress={() => go(screen, focus ?? null)}>
              {SCREEN_TEXT.openScreen}
            </Button>
          )
        }
      />
      <CardSection>
        <LazyOperationPanel operation={path} />
      </CardSection>
    </Card>
  );
}

interface OperationListProps {
  readonly chosen: string | null;
  readonly onChoose: (path: string) => void;
}

/** The catalogue's operations by what they are about, found by their words. */
function OperationList({ chosen, onChoose }: OperationListProps): ReactNode {
  const asked = useNavigation((state) => state.focus);
  useLayoutEffect(() => {
    // An operation that is opened by name must be in the list: an earlier search could hide it.
    if (asked !== null) setListWords('operations', '');
  }, [asked]);
  const filtering = useWordsFiltering('operations', LIST_TEXT.title);
  const { words } = filtering.current;
  const { menu, chips } = useSavedFilters(filtering);
  const groups = useMemo(() => operationGroups(words), [words]);
  return (
    <Card label={LIST_TEXT.title} className={styles['card']}>
      <CardSection className={styles['search']}>
        <div className={styles['tools']}>
          <TextInput
            label={LIST_TEXT.search}
            value={words}
            onChange={(typed) => setListWords('operations', typed)}
            placeholder={LIST_TEXT.searchHint}
            maxLength={WORDS_LENGTH}
          />
          {menu}
        </div>
        {chips}
      </CardSection>
      <CardSection flush className={styles['scroll']}>
        <ListBox
          aria-label={LIST_TEXT.title}
          selectionMode="single"
          selectedKeys={chosen === null ? [] : [chosen]}
          onSelectionChange={(keys) => {
            const [first] = keys === 'all' ? [] : keys;
            if (first !== undefined) onChoose(String(first));
          }}
          renderEmptyState={() => <p className={styles['empty']}>{LIST_TEXT.empty}</p>}
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
