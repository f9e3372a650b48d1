import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');

/** What each room may import. Rooms that never see each other may use a name for things of their own. */
const SEES: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  storage: [],
  native: ['protocol'],
  chains: ['protocol'],
  preload: ['chains', 'protocol'],
  renderer: ['preload', 'chains', 'protocol'],
  main: ['preload', 'chains', 'protocol', 'storage', 'native'],
  service: ['chains', 'protocol', 'storage', 'native'],
};
/** Each chain is a room that sees no other, so that all of them call the same thing alike. */
const CHAINS = /^chains\/(?:bitcoin|ethereum|solana|tempo|tron)\//;

/** Names that two files may export all the same, and why. */
const TWICE: Readonly<Record<string, readonly string[]>> = {
  'a feature’s module is called like the schema of what it shows': ['keyImport', 'secretImport'],
  'the console keeps more of it than the bridge carries': [
    'ApprovalView',
    'BatchLine',
    'BatchProblem',
    'BatchSummary',
    'serviceRefusal',
  ],
  'the language of policies and the bridge have values, voters and outcomes of their own': [
    'Outcome',
    'Value',
    'Voter',
  ],
  'a vote as the wire has it, and as the engine counts it': ['vote'],
  'a form of a call’s argument, and the schema of an address': ['address'],
};

interface Exported {
  readonly name: string;
  readonly file: string;
}

/** What files export by name. @param files by their paths in `src`, with their texts */
const exportsOf = (files: ReadonlyMap<string, string>): Exported[] =>
  [...files].flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /^export (?:abstract |async |declare )*(?:class|const|function\*?|interface|let|type) (\w+)/gm,
      ),
    ].map(([, name = '']) => ({ name, file })),
  );

function isConfusing(one: string, other: string): boolean {
  const [chainA, chainB] = [CHAINS.exec(one)?.[0], CHAINS.exec(other)?.[0]];
  if (chainA !== undefined && chainB !== undefined) return chainA === chainB;
  const [[roomA = ''], [roomB = '']] = [one.split('/'), other.split('/')];
  return roomA === roomB || SEES[roomA]?.includes(roomB) === true || SEES[roomB]?.includes(roomA) === true;
}

/** Names with the files that export them, where a file could mean either. */
function exportedTwice(files: ReadonlyMap<string, string>): string[] {
  const by = new Map<string, Set<string>>();
  for (const { name, file } of exportsOf(files)) by.set(name, (by.get(name) ?? new Set()).add(file));
  return [...by].flatMap(([name, all]) => {
    const paths = [...all].sort();
    const clash = paths.some((one, index) => paths.slice(index + 1).some((other) => isConfusing(one, other)));
    return clash ? [`${name}: ${paths.join(', ')}`] : [];
  });
}

const files = new Map(
  readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(source, path).split(sep).join('/'), readFileSync(path, 'utf8')]),
);
const allowed = new Set(Object.values(TWICE).flat());

test('no name is exported by two files that a third could take for each other', () => {
  expect(exportsOf(files).length).toBeGreaterThan(1000);
  expect(exportedTwice(files).filter((line) => !allowed.has(line.split(':')[0] ?? ''))).toEqual([]);
});

test('a name of one’s own room, or of a room that one sees, is found; one of a stranger is not', () => {
  const line = 'export const twice = 1;\n';
  const found = (...paths: string[]) => exportedTwice(new Map(paths.map((path) => [path, line])));
  expect(found('main/a.ts', 'main/b/c.ts')).toEqual(['twice: main/a.ts, main/b/c.ts']);
  expect(found('protocol/a.ts', 'renderer/src/b.tsx')).toHaveLength(1);
  expect(found('main/a.ts', 'service/a.ts')).toEqual([]);
  expect(found('chains/tron/a.ts', 'chains/solana/a.ts')).toEqual([]);
  expect(found('chains/tron/a.ts', 'renderer/src/a.ts')).toHaveLength(1);
});
