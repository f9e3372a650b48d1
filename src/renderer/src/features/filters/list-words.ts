import { create } from 'zustand';
import type { FilteredList } from '#preload/contract/saved-filters.ts';
import { onOtherProfile, useAppState } from '../../bridge/app-state.ts';

type Words = Readonly<Partial<Record<FilteredList, string>>>;

/** What is typed above each list. It is there again when one comes back to the list, and in this window alone. */
const useWords = create<{ readonly words: Words }>(() => ({ words: {} }));

/** What is typed above a list; empty where nothing is. */
export const useListWords = (list: FilteredList): string => useWords((state) => state.words[list] ?? '');

export const setListWords = (list: FilteredList, typed: string): void =>
  useWords.setState(({ words }) => ({ words: { ...words, [list]: typed } }));

const forgetWords = (): void => useWords.setState({ words: {} });

onOtherProfile(forgetWords);
useAppState.subscribe((now) => {
  if (now.state === 'ready' && now.snapshot.locked) forgetWords();
});
