// What a crash writes: processes are really made to crash, and their cores, limits and filters are looked at.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectGarbage, refuseCoreDumps, zeroFreedMemory } from '#main/platform/process-memory.ts';
import { formsOfBytes, searchMemory } from '../../fixtures/memory-search.ts';

const isLinux = existsSync('/proc/self/coredump_filter');
/** The kernel writes cores as files into the working folder here, and no other program gets them. */
const cores = isLinux
  ? /^core(?:\.%p)?\n?$/.test(readFileSync('/proc/sys/kernel/core_pattern', 'latin1'))
  : false;
const hasPrlimit = existsSync('/usr/bin/prlimit');

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-cores-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: resolve(import.meta.dirname, '../../..'),
    build: {
      ssr: 'src/main/platform/process-memory.ts',
      outDir: join(folder, 'built'),
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'process-memory.mjs' } },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in a process of its own that may write cores, in an empty folder; gives what it said and the cores it left. */
function run(name: string, script: string): { said: string; cores: Buffer[] } {
  const place = mkdtempSync(join(folder, `${name}-`));
  const file = join(place, 'run.mjs');
  writeFileSync(
    file,
    `import { spawnSync } from 'node:child_process';
     import { readFileSync } from 'node:fs';
     import { refuseCoreDumps } from ${JSON.stringify(join(folder, 'built/process-memory.mjs'))};
     ${script}`,
  );
  const { stdout } = spawnSync(
    'sh',
    ['-c', 'ulimit -c unlimited && exec "$0" "$1"', process.execPath, file],
    {
      cwd: place,
      encoding: 'utf8',
    },
  );
  const left = readdirSync(place).filter((each) => each.startsWith('core'));
  return { said: stdout.trim(), cores: left.map((each) => readFileSync(join(place, each))) };
}

/** Made in the process itself: no copy of it is in its script, which a core may have. */
const SECRET = `const secret = Buffer.alloc(4096, 'KEYOPS'.split('').reverse().join(''));`;
const WRITTEN = 'SPOYEK'.repeat(20);

describe.runIf(isLinux)('a process that crashes', () => {
  it.runIf(cores)('control: without protection its core has its memory', () => {
    const { cores: left } = run('open', `${SECRET} process.abort(); console.log(secret);`);
    expect(left).toHaveLength(1);
    expect(left[0]?.includes(WRITTEN)).toBe(true);
  });

  it.runIf(cores && hasPrlimit)('attack: a secret is read out of its core; there is none', () => {
    const { cores: left } = run(
      'closed',
      `${SECRET} await refuseCoreDumps(); process.abort(); console.log(secret);`,
    );
    expect(left).toEqual([]);
  });

  it.runIf(cores)('attack: where the limit cannot be set, its core has no memory in it', () => {
    // The filter alone, as on a system without util-linux.
    const script = `${SECRET} await refuseCoreDumps('linux', '/nowhere'); process.abort(); console.log(secret);`;
    const { cores: left } = run('filtered', script);
    for (const core of left) expect(core.includes(WRITTEN)).toBe(false);
    expect(left.every(({ length }) => length < 1 << 20)).toBe(true);
  });

  it('hands both on to what it starts, also to what was there before', () => {
    const { said } = run(
      'children',
      `const { spawn } = await import('node:child_process');
       const early = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
       await refuseCoreDumps();
       const filter = (pid) => readFileSync(\`/proc/\${pid}/coredump_filter\`, 'latin1').trim();
       const late = spawnSync('cat', ['/proc/self/coredump_filter'], { encoding: 'utf8' }).stdout.trim();
       console.log([filter('self'), filter(early.pid), late].join(' '));
       early.kill();`,
    );
    expect(said).toBe('00000000 00000000 00000000');
  });
});

/** Copies that the process makes: 200 strings and 200 numbers. */
const MADE = 400;
/** On a busy machine about one process of eighty kept one of them. Without the pages written over, each kept 4 to 57. */
const STRAYS = 2;
/** Makes a secret in many strings and numbers among much that lives and dies, lets go of it, and collects; then it waits. */
const CHURN = `
  const bytes = randomBytes(32);
  writeSync(1, bytes);
  const digits = '0123456789abcdef';
  const hexOf = () => Array.from(bytes, (byte) => digits[byte >> 4] + digits[byte & 15]).join('');
  const kept = [];
  let secrets = [];
  for (let count = 0; count < 60_000; count += 1) {
    const one = { text: \`x\${count}\${Math.random()}\`, numbers: [count, count + 1] };
    if (count % 7 === 0) kept.push(one);
    if (count % 300 === 0) secrets.push(hexOf() + String(count), BigInt('0x' + hexOf()));
  }
  for (let count = 0; count < kept.length; count += 3) kept[count] = null;
  bytes.fill(0);
  setTimeout(() => {
    secrets = [];
    setTimeout(() => {
      if (process.argv[2] === 'collect') collectGarbage();
      writeSync(1, '.');
      setInterval(() => kept.push(''), 60_000);
    }, 5);
  }, 5);`;

describe.runIf(existsSync('/proc/self/mem'))('the memory of a process that let go of a secret', () => {
  /** How many copies of its secret a process has in memory. */
  async function leftAfter(mode: 'collect' | 'leave'): Promise<number> {
    const file = join(folder, 'churn.mjs');
    writeFileSync(
      file,
      `import { randomBytes } from 'node:crypto';
       import { writeSync } from 'node:fs';
       import { collectGarbage, zeroFreedMemory } from ${JSON.stringify(join(folder, 'built/process-memory.mjs'))};
       zeroFreedMemory();
       ${CHURN}`,
    );
    const child = spawn(process.execPath, [file, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const said: Buffer[] = [];
      while (Buffer.concat(said).length < 33) said.push(...((await once(child.stdout, 'data')) as Buffer[]));
      const forms = formsOfBytes(Buffer.concat(said).subarray(0, 32));
      const looked = forms.filter(({ name }) => ['hex', 'bytes, reversed'].includes(name));
      const found = searchMemory(child.pid ?? 0, new Map([['secret', looked]]));
      return [...found.values()].reduce((sum, count) => sum + count, 0);
    } finally {
      child.kill();
    }
  }

  it('control: before it is collected, it is there', async () => {
    expect(await leftAfter('leave')).toBeGreaterThan(MADE / 2);
  });

  it('attack: strings and numbers of a secret are read from pages that the engine gave back', async () => {
    for (let round = 0; round < 8; round += 1) expect(await leftAfter('collect')).toBeLessThanOrEqual(STRAYS);
  });
});

it('does nothing where the system has no such thing', async () => {
  await expect(refuseCoreDumps('darwin')).resolves.toBeUndefined();
});

/** What V8 keeps of the last match, as any script can read it. */
const lastMatched = (): unknown => Reflect.get(RegExp, 'input');

it('attack: the text that a regular expression matched last is read; it may have been a key', () => {
  zeroFreedMemory();
  expect(/^[0-9a-f]{8}$/.test('c0ffee00')).toBe(true);
  expect(lastMatched()).toBe('c0ffee00');
  collectGarbage();
  expect(lastMatched()).toBe('');
});
