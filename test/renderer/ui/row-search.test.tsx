import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { FIND_ABOVE, Finding, type RowSearch } from '#renderer/ui/finding.tsx';
import { useRowSearch } from '#renderer/ui/row-search.ts';

interface Named {
  readonly name: string;
}

const rowsOf = (count: number): readonly Named[] =>
  Array.from({ length: count }, (_, index) => ({ name: `user ${index}` }));
const nameOf = ({ name }: Named): string => name;

const KEPT = { words: '', setWords: () => undefined, isOffered: false };
const useRows = (count: number): RowSearch<Named> => ({
  ...useRowSearch(rowsOf(count), nameOf, KEPT),
  ...{ menu: null, chips: null },
});
const TABLE = { label: 'Users', columns: [{ id: 'name', title: 'Name', cell: nameOf }], rowId: nameOf };

function List({ count }: { count: number }): ReactNode {
  return (
    <Finding label="Users" rows={rowsOf(count)} search={useRows(count)}>
      {(shown) => <ul>{shown.map(nameOf).join()}</ul>}
    </Finding>
  );
}
const SearchedTable = ({ count }: { count: number }): ReactNode => (
  <DataTable {...TABLE} rows={rowsOf(count)} search={useRows(count)} />
);
const list = (count: number): string => renderToStaticMarkup(<List count={count} />);
const table = (count: number): string => renderToStaticMarkup(<SearchedTable count={count} />);

it('leaves a short list without a field', () => {
  expect(list(FIND_ABOVE)).not.toContain('type="search"');
  expect(table(FIND_ABOVE)).not.toContain('type="search"');
});

it('gives a longer one a field that says how many there are, and all of its rows until something is typed', () => {
  for (const drawn of [list(FIND_ABOVE + 1), table(FIND_ABOVE + 1)]) {
    expect(drawn).toContain('aria-label="Find: Users"');
    expect(drawn).toContain(`Search ${FIND_ABOVE + 1} entries`);
    expect(drawn).not.toContain('Clear search');
  }
  expect(list(FIND_ABOVE + 1)).toContain(
    rowsOf(FIND_ABOVE + 1)
      .map(nameOf)
      .join(),
  );
});

it('leaves a list that comes in pages without one: what is not there could not be found', () => {
  const paged = renderToStaticMarkup(<DataTable {...TABLE} isPaged rows={rowsOf(FIND_ABOVE * 3)} />);
  expect(paged).not.toContain('type="search"');
});

it('puts no row in words before something is typed', () => {
  const asked: string[] = [];
  const textOf = (row: Named): string => {
    asked.push(row.name);
    return row.name;
  };
  function Probe(): ReactNode {
    const { found, count, isLong } = useRowSearch(rowsOf(FIND_ABOVE + 1), textOf, KEPT);
    return `${found.length} of ${count}, ${isLong ? 'long' : 'short'}`;
  }
  expect(renderToStaticMarkup(<Probe />)).toBe('11 of 11, long');
  expect(asked).toEqual([]);
});
