// The manual page of the installed console, held against what it takes and refuses (src/main/electron/refuse-start.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { refusedOf } from '#main/electron/refuse-start.ts';
import { offlineFileOf } from '#main/platform/offline/offline-choice.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'resources/packaging/linux/keyops-console.1'), 'utf8').replaceAll(
  '\\-',
  '-',
);
const source = readFileSync(join(root, 'src/main/electron/refuse-start.ts'), 'utf8');
const section = (name: string): string => page.split(`.SH ${name}\n`)[1]?.split('\n.SH ')[0] ?? '';
const refused = (more: { args?: string[]; variables?: string[]; asRoot?: boolean }): string[] =>
  refusedOf({ args: [], variables: [], platform: 'linux', asRoot: false, forTests: false, ...more });

it('lists every switch that an installed program takes, and no other', () => {
  const [, list = ''] = /const TAKEN = \[(.*?)\];/s.exec(source) ?? [];
  const taken = [...list.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => `--${name}`);
  const heads = section('OPTIONS').match(/(?<=\.TP\n).*/g) ?? [];
  const listed = heads.flatMap((head) => head.match(/--[a-z-]+/g) ?? []);
  // As root alone.
  expect(listed.toSorted()).toEqual([...taken, '--no-sandbox'].toSorted());
  expect(refused({ args: listed, asRoot: true })).toEqual([]);
});

it('lists every variable that an installed program refuses', () => {
  const [, list = ''] = /const REFUSED_VARIABLES =\n?\s*\/\^\((.*?)\)\$\/u;/s.exec(source) ?? [];
  const names = list.split('|').flatMap((each) => {
    const [, name = '', more] = /^(\w+)(?:\.\*|\(\?:(\w+)\)\?)?$/.exec(each) ?? [];
    return more === undefined ? [name] : [name, name + more];
  });
  const listed: readonly string[] = section('ENVIRONMENT').match(/(?<=^\.BR )[A-Z0-9_]+/gm) ?? [];
  expect(listed.toSorted()).toEqual(names.toSorted());
  expect(refused({ variables: [...listed] })).toEqual(listed);
});

it('names the file that takes every console of the computer offline', () => {
  expect(section('FILES')).toContain(`.I ${offlineFileOf('linux')}\n`);
});
