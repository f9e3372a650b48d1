import { BookmarkPlus, ListFilter, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { create } from 'zustand';
import type { FilteredList, ListFilter as Filter, SavedFilter } from '#preload/contract/saved-filters.ts';
import { onOtherProfile, profileTurn, useAppState } from '../../bridge/app-state.ts';
import { getConsole } from '../../bridge/console.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/choices.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { attempt } from '../../ui/toasts.ts';
import { type Naming, NameDialog } from './name-dialog.tsx';
import { FILTER_TEXT } from './text.ts';

/** A list's filter, and how another one is chosen. */
export interface Filtering<F extends Filter> {
  /** The list as its heading names it. */
  readonly label: string;
  /** What narrows the list now. */
  readonly current: F;
  /** What lets everything through. */
  readonly none: F;
  readonly pick: (filter: F) => void;
  /** Whether everything, too, is worth a name: there is more to it than words. */
  readonly isAlwaysSaved?: boolean;
}

/** What is drawn of the saved filters of a list; both are null where there is nothing to choose or to save. */
export interface SavedFilterViews {
  /** Saves what narrows the list now; renames or removes the one in use. */
  readonly menu: ReactNode;
  /** Each as a button. */
  readonly chips: ReactNode;
  readonly hasAny: boolean;
}

const NONE: readonly never[] = [];

type Kept = Readonly<Partial<Record<FilteredList, readonly SavedFilter[]>>>;

/** The saved filters by list: two lists of a kind that are on one screen show the same. */
const useKept = create<Kept>(() => ({}));

/** Whether a list's saved filters, which stand above it, were asked for: by what draws them, which is there. */
export const useFiltersKnown = (list: FilteredList): boolean => useKept((kept) => kept[list] !== undefined);

async function loadKept(list: FilteredList): Promise<void> {
  const isItsProfile = profileTurn();
  const found = await getConsole().savedFilters.list({ list });
  if (isItsProfile()) useKept.setState({ [list]: found });
}

const forgetKept = (): void => useKept.setState({}, true);

onOtherProfile(forgetKept);
useAppState.subscribe((now) => {
  if (now.state === 'ready' && now.snapshot.locked) forgetKept();
});

/** Whether two filters of a list let the same through. */
function isSameFilter<F extends Filter>(one: F, other: F): boolean {
  const words = (filter: F): string =>
    JSON.stringify(Object.entries({ ...filter, words: filter.words.trim() }).sort());
  return words(one) === words(other);
}

/** The filters that were saved for a list of this profile. */
export function useSavedFilters<F extends Filter>(filtering: Filtering<F>): SavedFilterViews {
  const { label, current, none, pick, isAlwaysSaved = false } = filtering;
  const { list } = current;
  const saved = useKept((kept) => kept[list]) ?? NONE;
  const [naming, setNaming] = useState<Naming | null>(null);
  const load = (): Promise<void> => loadKept(list);
  useEffect(() => {
    const isItsProfile = profileTurn();
    const none = (kept: Kept): Kept => (kept[list] === undefined && isItsProfile() ? { [list]: NONE } : kept);
    void attempt(() => loadKept(list)).finally(() => useKept.setState(none));
  }, [list]);

  const own = saved.filter((each): each is SavedFilter & { readonly filter: F } => each.filter.list === list);
  const inUse = own.filter(({ filter }) => isSameFilter(filter, current));
  const remove = async (name: string): Promise<void> => {
    await getConsole().savedFilters.forget({ list, name });
    await load();
  };
  const entries: readonly MenuEntry[] = [
    { id: 'save', label: FILTER_TEXT.save, icon: BookmarkPlus, onAction: () => setNaming({ was: null }) },
    ...inUse.flatMap(({ name }) => [
      {
        id: `rename ${name}`,
        label: FILTER_TEXT.rename(name),
        icon: Pencil,
        onAction: () => setNaming({ was: name }),
      },
      {
        id: `remove ${name}`,
        label: FILTER_TEXT.remove(name),
        icon: Trash2,
        danger: true,
        onAction: () => void attempt(() => remove(name)),
      },
    ]),
  ];
  const hasAny = own.length > 0;
  return {
    hasAny,
    menu: (
      <>
        {(isAlwaysSaved || hasAny || !isSameFilter(current, none)) && (
          <Menu
            label={FILTER_TEXT.label}
            entries={entries}
            trigger={
              <Button small icon={ListFilter}>
                {FILTER_TEXT.label}
              </Button>
            }
          />
        )}
        {naming !== null && (
          <NameDialog
            naming={naming}
            filter={current}
            names={own.map(({ name }) => name)}
            onSaved={load}
            onClose={() => setNaming(null)}
          />
        )}
      </>
    ),
    chips: hasAny && (
      <Chips
        label={FILTER_TEXT.of(label)}
        hideLabel
        options={own.map(({ name }) => ({ id: name, label: name }))}
        value={inUse.map(({ name }) => name)}
        onChange={(chosen) => {
          // The one that was pressed: another than before, or none any more.
          const pressed = own.find((each) => chosen.includes(each.name) && !inUse.includes(each));
          pick(pressed?.filter ?? none);
        }}
      />
    ),
  };
}
