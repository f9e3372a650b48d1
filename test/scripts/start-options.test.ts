import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = (script: string, ...argv: string[]): { status: number | null; said: string } => {
  // Without a PATH nothing can be installed, built or shown: what goes on fails otherwise.
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script), ...argv], {
    encoding: 'utf8',
    env: { PATH: '' },
  });
  return { status, said: stderr };
};

it.each([
  ['start.mjs', ['--ofline'], "Unknown option '--ofline'.\nusage: npm start -- ["],
  ['start.mjs', ['offline'], "Unexpected argument 'offline'.\nusage: npm start -- ["],
  ['inspect.mjs', ['--', '--abi', 'a.json'], "Unexpected argument '--abi'.\nusage: npm run inspect -- ["],
])('%s refuses %s with a line and how it is used', (script, argv, line) => {
  const { status, said } = run(script, ...argv);
  expect({ status, said }).toEqual({ status: 2, said: expect.stringContaining(line) as string });
  expect(said).not.toContain('    at ');
});

it.each(['start.mjs', 'inspect.mjs'])('%s --help says how it is used, and does nothing', (script) => {
  expect(run(script, '--help')).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^usage: npm .*\n$/u) as string,
  });
});
