import type { SavedFilter } from '#preload/contract/saved-filters.ts';
import type { FakeConsole } from './fake-console.ts';

type Place = Pick<SavedFilter, 'name'> & Pick<SavedFilter['filter'], 'list'>;

const isAt =
  ({ name, list }: Place) =>
  (each: SavedFilter): boolean =>
    each.name === name && each.filter.list === list;

/** Has a double keep the filters that it is given, and tell them. */
export function keepFilters(fake: FakeConsole, kept: SavedFilter[]): void {
  const replace = (by: readonly SavedFilter[]): Promise<void> => {
    kept.splice(0, kept.length, ...by);
    return Promise.resolve();
  };
  fake.overrides.set('savedFilters.list', (input) =>
    Promise.resolve(kept.filter(({ filter }) => filter.list === (input as Place).list)),
  );
  fake.overrides.set('savedFilters.keep', (input) => Promise.resolve(void kept.push(input as SavedFilter)));
  fake.overrides.set('savedFilters.rename', (input) => {
    const place = input as Place & { readonly to: string };
    return replace(kept.map((each) => (isAt(place)(each) ? { ...each, name: place.to } : each)));
  });
  fake.overrides.set('savedFilters.forget', (input) => {
    const isGone = isAt(input as Place);
    return replace(kept.filter((each) => !isGone(each)));
  });
}
