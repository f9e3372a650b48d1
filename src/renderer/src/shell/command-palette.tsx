import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useAppSnapshot } from '../bridge/app-state.ts';
import { showOverlay, useOverlay } from '../navigation/navigation.ts';
import { Icon } from '../ui/icon.tsx';
import { EffectTag, Kbd } from '../ui/tags.tsx';
import styles from './command-palette.module.css';
import { type PaletteEntry, matches, paletteGroups } from './palette-entries.ts';
import { isEnough, knownRecords, recordGroups } from './record-entries.ts';
import { SHELL_TEXT } from './text.ts';

const close = (): void => showOverlay(null);

/** Every screen, every operation that has one, and what the console does: found by typing, done by Enter. */
export function CommandPalette(): ReactNode {
  const isOpen = useOverlay((state) => state.overlay === 'palette');
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      onOpenChange={(open) => open || close()}
      isDismissable
    >
      <Modal className={styles['modal'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} aria-label={SHELL_TEXT.search.title}>
          <Finder />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder(): ReactNode {
  const snapshot = useAppSnapshot();
  const [words, setWords] = useState('');
  const known = knownRecords.useStore();
  // Records are asked for once something is looked for: who only goes to a screen waits for nothing.
  const isWanted = isEnough(words);
  useEffect(() => {
    if (isWanted) void knownRecords.load();
  }, [isWanted]);
  const asked = useDeferredValue(words);
  const groups = useMemo(
    () => [...(known.state === 'ready' ? recordGroups(known.value, asked) : []), ...paletteGroups(snapshot)],
    [snapshot, known, asked],
  );
  return (
    <Autocomplete filter={matches} inputValue={words} onInputChange={setWords}>
      <SearchField className={styles['search'] ?? ''} aria-label={SHELL_TEXT.search.title} autoFocus>
        <Icon of={Search} />
        <Input
          role="combobox"
          aria-expanded
          aria-haspopup="listbox"
          className={styles['input'] ?? ''}
          placeholder={SHELL_TEXT.search.placeholder}
        />
        <Kbd>{SHELL_TEXT.search.escape}</Kbd>
      </SearchField>
      <ListBox
        className={styles['menu'] ?? ''}
        aria-label={SHELL_TEXT.search.found}
        selectionMode="none"
        renderEmptyState={() => <div className={styles['empty']}>{SHELL_TEXT.search.none}</div>}
      >
        {groups.map((group) => (
          <ListBoxSection key={group.name} className={styles['section'] ?? ''}>
            <Header className={styles['header'] ?? ''}>{group.name}</Header>
            {group.entries.map((entry) => (
              <Item key={entry.id} entry={entry} />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
    </Autocomplete>
  );
}

function Item({ entry }: { entry: PaletteEntry }): ReactNode {
  return (
    <ListBoxItem
      id={entry.id}
      className={styles['item'] ?? ''}
      textValue={`${entry.label} ${entry.words}`}
      onAction={() => {
        close();
        entry.run();
      }}
    >
      <Icon of={entry.icon} />
      <span className={styles['label']}>{entry.label}</span>
      {entry.detail !== undefined && <span className={styles['detail']}>{entry.detail}</span>}
      {entry.effect && <EffectTag effect={entry.effect} />}
      {entry.shortcut !== undefined && <Kbd>{entry.shortcut}</Kbd>}
    </ListBoxItem>
  );
}
