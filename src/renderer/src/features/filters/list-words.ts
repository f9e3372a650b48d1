import { create } from 'zustand';
import type { FilteredList } from '#preload/contract/saved-filters.ts';
import { onOtherProfile, useAppState } from '../../bridge/app-state.ts';

type Words = Readonly<Record<string, string>>;

/** What is typed above each list. It is there again when one comes back to the list, and in this window alone. */
const useWords = create<{ readonly words: Words }>(() => ({ words: {} }));

/** Each object's list has words of its own: what narrows one wallet's accounts hides none of another's. */
const keyOf = (list: FilteredList, of: string): string => `${list} ${of}`;

/** What is typed above a list; empty where nothing is. @param of the object that the list is within; empty for a screen's */
export const useListWords = (list: FilteredList, of = ''): string =>
  useWords((state) => state.words[keyOf(list, of)] ?? '');

export const setListWords = (list: FilteredList, typed: string, of = ''): void =>
  useWords.setState(({ words }) => ({ words: { ...words, [keyOf(list, of)]: typed } }));

const forgetWords = (): void => useWords.setState({ words: {} });

onOtherProfile(forgetWords);
useAppState.subscribe((now) => {
  if (now.state === 'ready' && now.snapshot.locked) forgetWords();
});
