// `npm run faults -- [--seconds 60] [--rounds 1] [--seed 1] [--part NAME] [--document]`: the fault laboratory (test/faults). With
// `--mutant NAME` it breaks the program in one place first, and is expected to say so; `--mutants` tries each of them.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { withBundle } from './bundle.mjs';
import { ensureNodeModules, root } from './prepare.mjs';

/** What of the console writes files that are replayed: there the laboratory's own file system stands in. */
const RECORDED = ['src/main/journal/journal.ts', 'src/main/features/batches/results-file.ts'];

/**
 * Places where the program could be wrong, and which part of the laboratory has to find it.
 * @type {Record<string, { part: string, file: string, from: string, to: string }>}
 */
const MUTANTS = {
  'journal-without-datasync': {
    part: 'journal',
    file: 'src/main/journal/journal.ts',
    from: 'const opened = handle ?? (await reopen());\n      await opened.datasync();',
    to: '',
  },
  'journal-sync-not-repeated': {
    part: 'journal',
    file: 'src/main/journal/journal.ts',
    from: 'await lineFile.sync();\n    taken(',
    to: 'await lineFile.sync().catch((error) => {\n      tip = after;\n      next = undefined;\n      throw error;\n    });\n    taken(',
  },
  'head-before-flush': {
    part: 'journal',
    file: 'src/main/journal/journal.ts',
    from: 'await heads.set(headText(texts));',
    to: 'const end = tip.end + Buffer.byteLength(text);\n    await heads.set(JSON.stringify({ count: tip.count + lines.length, hash, end }));',
  },
  'lines-without-intent': {
    part: 'journal',
    file: 'src/main/journal/journal.ts',
    from: 'await heads.set(headText(texts));',
    to: 'const before = headText();\n    setTimeout(() => void heads.set(before), 0);',
  },
  'journal-takes-holes-for-tampering': {
    part: 'journal',
    file: 'src/main/journal/start-check.ts',
    from: "tail.fault === undefined && isOwn !== 'no'",
    to: 'false',
  },
  'results-keep-holes': {
    part: 'results',
    file: 'src/main/features/batches/results-file.ts',
    from: 'if (rest.subarray(0, newline).includes(0)) return end;',
    to: '',
  },
  'results-not-flushed': {
    part: 'results',
    file: 'src/main/features/batches/results-file.ts',
    from: '// One trip to the disk for all that came in meanwhile.\n      await file.datasync();',
    to: '',
  },
  'failed-results-left-behind': {
    part: 'results',
    file: 'src/main/features/batches/results-file.ts',
    from: 'isCutDue = true;',
    to: '',
  },
  'full-disk-hidden-by-the-rollback': {
    part: 'disk',
    file: 'src/storage/kysely-dialect.ts',
    from: 'return connection.isTransaction ? statementOf(sql) : NOTHING_TO_UNDO;',
    to: 'return statementOf(sql);',
  },
  'database-without-sync': {
    part: 'device',
    file: 'src/storage/open-database.ts',
    from: 'PRAGMA synchronous = FULL',
    to: 'PRAGMA synchronous = OFF',
  },
  'read-only-told-as-failed': {
    part: 'device',
    file: 'src/storage/storage-error.ts',
    from: "named === 'DISK_FAILED' && file",
    to: 'false && file',
  },
  'expiry-by-the-wall-clock': {
    part: 'clock',
    file: 'src/service/boot/forward-clock.ts',
    from: 'return Math.max(wall, least);',
    to: 'return wall;',
  },
  'answer-without-a-limit': {
    part: 'peer',
    file: 'src/main/service-client/exchange.ts',
    from: 'const timer = setTimeout(late, limitMs);',
    to: 'const timer = setTimeout(late, 2 ** 31 - 1);',
  },
};

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    part: { type: 'string' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
  },
});
ensureNodeModules();

/**
 * Runs the laboratory, on the program as it is or as a mutant.
 * @param {{ mutant?: string | undefined, part?: string | undefined }} of
 * @returns {Promise<{ status: number, output: string }>}
 */
async function run({ mutant, part }) {
  const change = mutant === undefined ? undefined : MUTANTS[mutant];
  if (mutant !== undefined && change === undefined) throw new Error(`There is no mutant ${mutant}.`);
  let isApplied = change === undefined;
  const lies = {
    name: 'faults',
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} source @param {string | undefined} importer */
    resolveId: (source, importer) =>
      source === 'node:fs/promises' &&
      importer !== undefined &&
      RECORDED.includes(relative(root, importer).replaceAll('\\', '/'))
        ? join(root, 'test/faults/recorded-files.ts')
        : undefined,
    /** @param {string} code @param {string} id */
    transform: (code, id) => {
      if (change === undefined || id !== join(root, change.file)) return undefined;
      isApplied = code.includes(change.from);
      return { code: code.replace(change.from, () => change.to), map: null };
    },
  };
  const chosen = change?.part ?? part;
  /** @type {Record<string, string>} */
  const entries = { index: 'test/faults/index.ts' };
  if (chosen === undefined || ['service', 'disk', 'device'].includes(chosen)) {
    entries['service'] = 'src/service/boot/index.ts';
    entries['key-thread'] = 'src/service/keys/key-thread.ts';
    entries['fuse-disk'] = 'test/faults/fuse-disk.ts';
  }
  return await withBundle(
    entries,
    (folder) => {
      if (!isApplied) throw new Error(`The mutant ${mutant ?? ''} has no place in the program any more.`);
      const argv = ['--seconds', values.seconds, '--rounds', values.rounds, '--seed', values.seed];
      if (chosen !== undefined) argv.push('--part', chosen);
      // In a mount namespace of its own the laboratory may make small disks; where there is none, it says so.
      const space = spawnSync('unshare', ['-Urm', 'true']).status === 0 ? ['unshare', '-Urm'] : [];
      const [program = '', ...rest] = [...space, process.execPath, join(folder, 'index.mjs'), ...argv];
      const { status, stdout, stderr } = spawnSync(program, rest, {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      process.stderr.write(stderr);
      return Promise.resolve({ status: status ?? 1, output: stdout });
    },
    [lies],
  );
}

const NOTE = '<!-- Written by `npm run faults -- --document`. -->';

/**
 * The last part of docs/what-goes-wrong.md, as a run found it.
 * @param {{ what: string, rounds: number, faults: number, broken: string | null, skipped: string | null }[]} found
 */
function writeDocument(found) {
  const file = join(root, 'docs/what-goes-wrong.md');
  const before = readFileSync(file, 'utf8').split(NOTE)[0]?.trimEnd() ?? '';
  const items = found.map(({ what, rounds, faults, broken, skipped }) =>
    skipped === null
      ? `- ${faults} ${what}, in ${rounds} rounds: ${broken ?? 'nothing lost, half or twice'}`
      : `- ${what}: not made (${skipped})`,
  );
  const text = `The fault laboratory, seed ${values.seed}, ${values.seconds} seconds:`;
  writeFileSync(file, `${before}\n\n${NOTE}\n\n${text}\n\n${items.join('\n')}\n`);
}

if (values.mutants) {
  for (const mutant of Object.keys(MUTANTS)) {
    const { status, output } = await run({ mutant });
    const isFound = status === 1 && output.includes('BROKEN');
    const isSkipped = output.includes(': skipped, ');
    console.log(`${mutant}: ${isFound ? 'found' : isSkipped ? 'skipped' : 'NOT FOUND'}`);
    if (!isFound && !isSkipped) process.exitCode = 1;
  }
} else {
  const { status, output } = await run(values);
  process.stdout.write(output);
  process.exitCode = status;
  if (values.document) writeDocument(JSON.parse(output.trimEnd().split('\n').at(-1) ?? '[]'));
}
