import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useAppSnapshot } from '../bridge/app-state.ts';
import { getConsole } from '../bridge/console.ts';
import { showOverlay, useOverlay } from '../navigation/navigation.ts';
import { Icon } from '../ui/icon.tsx';
import { markWords } from '../ui/mark-words.ts';
import { EffectTag, Kbd } from '../ui/tags.tsx';
import { attempt, showToast } from '../ui/toasts.ts';
import styles from './command-palette.module.css';
import { type PaletteEntry, type PaletteGroup, foundBy, matches, paletteGroups } from './palette-entries.ts';
import { useEarlierActivities } from './earlier-activities.ts';
import { knownRecords, typedActivity } from './known-records.ts';
import { focusNextGroup } from './next-group.ts';
import { foundGroups, isEnough, typedId, withActivities } from './record-entries.ts';
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
  const earlier = useEarlierActivities(isWanted && known.state === 'ready' ? known.value.earlierThan : null);
  // The newest activities alone are searched; an older one has an ID to be asked for by.
  const id = typedId(words);
  const typed = typedActivity.useStore();
  useEffect(() => {
    if (id !== null) void typedActivity.load(id);
  }, [id]);
  const found = id !== null && typed.state === 'ready' ? typed.value : null;
  const asked = useDeferredValue(words);
  const groups = useMemo(
    () =>
      known.state === 'ready'
        ? foundGroups(
            withActivities(known.value, found === null ? earlier : [...earlier, found]),
            paletteGroups(snapshot, known.value.contactsOnly),
            asked,
          )
        : paletteGroups(snapshot),
    [snapshot, known, asked, earlier, found],
  );
  const entries = groups.flatMap((group) => group.entries);
  const count = groups.reduce((sum, group) => sum + countIn(group, words).all, 0);
  const isAsked = words.trim() !== '';
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
          onKeyDown={(event) => {
            // At once, where the field by itself would first be emptied.
            if (event.key === 'Escape') close();
            else if (event.key === 'Tab') nextGroup(event);
            else copyFocused(event, entries);
          }}
        />
        <span className={styles['count']} role="status">
          {isAsked ? SHELL_TEXT.search.count(count) : ''}
        </span>
      </SearchField>
      <ListBox
        className={styles['menu'] ?? ''}
        aria-label={SHELL_TEXT.search.found}
        selectionMode="none"
        renderEmptyState={() => <div className={styles['empty']}>{SHELL_TEXT.search.none}</div>}
      >
        {groups.map((group) => (
          <ListBoxSection key={group.name} className={styles['section'] ?? ''}>
            <Header className={styles['header'] ?? ''}>
              {group.name}
              {isAsked && <GroupCount {...countIn(group, words)} />}
            </Header>
            {group.entries.map((entry) => (
              <Item key={entry.id} entry={entry} words={words} />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
      <Hints />
    </Autocomplete>
  );
}

/** Tab goes on to the next group: nothing else here takes the focus. */
function nextGroup(event: KeyboardEvent<HTMLInputElement>): void {
  event.preventDefault();
  const list = event.currentTarget.closest('[role=dialog]')?.querySelector('[role=listbox]');
  if (list != null) focusNextGroup(list, event.shiftKey);
}

/** How many of a group match what is typed, and how many of them are drawn. */
function countIn({ entries, more = 0 }: PaletteGroup, words: string): { drawn: number; all: number } {
  const drawn = entries.filter((entry) => matches(foundBy(entry), words)).length;
  return { drawn, all: drawn + more };
}

const GroupCount = ({ drawn, all }: { drawn: number; all: number }): ReactNode => (
  <span className={styles['part']}> {SHELL_TEXT.search.part(drawn, all)}</span>
);

/** Copies the address or ID of the row that Enter would open; where letters are selected, they are copied as ever. */
function copyFocused(event: KeyboardEvent<HTMLInputElement>, entries: readonly PaletteEntry[]): void {
  const { selectionStart, selectionEnd } = event.currentTarget;
  if (!(event.ctrlKey || event.metaKey) || event.key !== 'c' || selectionStart !== selectionEnd) return;
  const row = document.querySelector('[role=option][data-focused]')?.getAttribute('data-key');
  const text = entries.find(({ id }) => id === row)?.copies;
  if (text === undefined) return;
  event.preventDefault();
  void attempt(async () => {
    await getConsole().app.copy({ text });
    showToast({ tone: 'good', title: SHELL_TEXT.search.copied, text });
  });
}

/** What the keys do here. */
function Hints(): ReactNode {
  const { keys, hints, escape } = SHELL_TEXT.search;
  return (
    <div className={styles['hints']} aria-hidden>
      <Kbd>{keys.up}</Kbd>
      <Kbd>{keys.down}</Kbd> {hints.select}
      <Kbd>{keys.enter}</Kbd> {hints.open}
      <Kbd>{keys.copy}</Kbd> {hints.copy}
      <Kbd>{keys.group}</Kbd> {hints.group}
      <span className={styles['end']}>
        <Kbd>{escape}</Kbd> {hints.close}
      </span>
    </div>
  );
}

function Item({ entry, words }: { entry: PaletteEntry; words: string }): ReactNode {
  return (
    <ListBoxItem
      id={entry.id}
      className={styles['item'] ?? ''}
      textValue={foundBy(entry)}
      onAction={() => {
        close();
        entry.run();
      }}
    >
      <Icon of={entry.icon} />
      <span className={styles['label']}>
        <Marked text={entry.label} words={words} />
      </span>
      {entry.detail !== undefined && (
        <span className={styles['detail']}>
          <Marked text={entry.detail} words={words} />
        </span>
      )}
      {entry.effect && <EffectTag effect={entry.effect} />}
      {entry.shortcut !== undefined && <Kbd>{entry.shortcut}</Kbd>}
    </ListBoxItem>
  );
}

/** A text with what was typed marked in it. */
const Marked = ({ text, words }: { text: string; words: string }): ReactNode =>
  markWords(text, words).map((each, index) =>
    each.isFound ? <mark key={index}>{each.text}</mark> : <span key={index}>{each.text}</span>,
  );
