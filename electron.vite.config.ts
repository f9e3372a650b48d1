import { mkdirSync, writeFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin, Rolldown } from 'vite';
import { buildConstants } from '#scripts/build-constants.mjs';

// Vite warns of what a browser takes long to download. Ours comes off the disk: what counts is what it makes of the time to the
// first window (npm run bench), and these are the sizes at which somebody should look there.
const CHUNK_KB = { main: 2_000, window: 1_000 };

const define = await buildConstants();
const at = (path: string): string => resolve(import.meta.dirname, path);

// Native modules and those that load files beside themselves at run time stay outside the bundle.
const external = [
  'electron',
  'keytar',
  '@photostructure/sqlite',
  'playwright-core',
  'fastify',
  'pino',
  'tiny-secp256k1',
  'koffi',
];

// A table of thousands of names becomes one object, and not as many exports (40 ms of each start for the look-alike letters).
const json = { namedExports: false };

// The main side is built as CommonJS: Electron starts it without a tick in between, so that what must be set before
// the app is ready is. The package is ESM, hence a package.json of its own beside the files.
const commonJs: Plugin = {
  name: 'commonjs-folder',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

// Which packages' code and files the builds took in, for the licenses of what is shipped (scripts/licenses.mjs).
const packages = new Set<string>();
const listPackages: Plugin = {
  name: 'list-packages',
  writeBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      const files = output.type === 'chunk' ? output.moduleIds : output.originalFileNames;
      for (const file of files) {
        const path = relative(import.meta.dirname, resolve(this.environment.config.root, file));
        const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path.split(sep).join('/'))?.[0];
        if (folder !== undefined) packages.add(folder);
      }
    }
    mkdirSync(at('out'), { recursive: true });
    writeFileSync(at('out/packages.json'), JSON.stringify([...packages].sort(), null, 1));
  },
};

/**
 * The window's language is given (app.tsx). The library of controls looks up the system's all the same as soon as it is loaded, and
 * the first such look-up takes the engine 16 ms of each start: it is left out.
 */
const givenLanguage = (): Plugin => {
  let isLeftOut = false;
  return {
    name: 'given-language',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/useDefaultLocale.mjs') || importer?.includes('/react-aria/') !== true)
        return null;
      isLeftOut = true;
      return at('src/renderer/src/ui/given-language.ts');
    },
    buildEnd(error) {
      if (error === undefined && !isLeftOut)
        this.error('react-aria has its look-up of the language elsewhere now.');
    },
  };
};

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** All that a page's document or a script loads at once. */
function loadedBy(file: string, graph: Graph): Set<string> {
  const ids = new Set([at(file)]);
  for (const id of ids) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}

/**
 * What the window's first script imports, in one file, and what it draws a known state with, in another: each of the small ones that
 * screens have in common costs a question to the main process, which is busy at the start. What the approval page has in common with
 * the window stays apart, so that no library comes into that page.
 */
function firstChunks(): Rolldown.CodeSplittingGroup[] {
  let ofApproval: Set<string> | undefined;
  let ofWindow: Set<string> | undefined;
  let ofKnown: Set<string> | undefined;
  const isOf = (id: string, graph: Graph): { approval: boolean; window: boolean } => ({
    approval: (ofApproval ??= loadedBy('src/renderer/approval.html', graph)).has(id),
    window: (ofWindow ??= loadedBy('src/renderer/index.html', graph)).has(id),
  });
  const both: Rolldown.CodeSplittingNameFunction = (id, graph) => {
    const { approval, window } = isOf(id, graph);
    return approval && window ? 'both' : null;
  };
  const first: Rolldown.CodeSplittingNameFunction = (id, graph) =>
    isOf(id, graph).approval ? null : 'first';
  const known: Rolldown.CodeSplittingNameFunction = (id, graph) =>
    (ofKnown ??= loadedBy('src/renderer/src/shell/known.ts', graph)).has(id) && !isOf(id, graph).approval
      ? 'known'
      : null;
  return [
    { name: both, debugName: 'both', tags: ['$initial'], priority: 2 },
    { name: first, debugName: 'first', tags: ['$initial'], priority: 1 },
    { name: known, debugName: 'known' },
  ];
}

export default defineConfig({
  main: {
    json,
    plugins: [commonJs, listPackages],
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      minify: true,
      chunkSizeWarningLimit: CHUNK_KB.main,
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: {
          index: at('src/main/index.ts'),
          chromium: at('src/main/chromium/index.ts'),
          'chromium-console': at('src/main/chromium/chromium-console.ts'),
          service: at('src/service/boot/index.ts'),
          'key-thread': at('src/service/keys/key-thread.ts'),
          'token-process': at('src/service/keys/pkcs11/token-process.ts'),
          'check-thread': at('src/main/features/requests/check-thread.ts'),
          inspect: at('src/main/inspect/index.ts'),
          keyops: at('src/main/terminal/index.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    define,
    plugins: [listPackages],
    build: {
      target: 'node20.18',
      outDir: 'out/preload',
      minify: true,
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: {
        external: ['electron'],
        input: {
          index: at('src/preload/index.ts'),
          approval: at('src/preload/approval.ts'),
          chromium: at('src/preload/chromium.ts'),
          'chromium-approval': at('src/preload/chromium-approval.ts'),
        },
        // A sandboxed preload can be neither ESM nor more than one file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    define,
    json,
    // The window speaks English alone: react-aria's words in thirty other languages stay out of it (47 kB of script).
    plugins: [react(), locales.vite({ locales: ['en-US'] }), givenLanguage(), listPackages],
    build: {
      target: 'chrome130',
      outDir: at('out/renderer'),
      minify: true,
      chunkSizeWarningLimit: CHUNK_KB.window,
      // The document names all that its script imports: a page that asks for it piece by piece waits for each.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { index: at('src/renderer/index.html'), approval: at('src/renderer/approval.html') },
        output: { codeSplitting: { groups: firstChunks() } },
      },
    },
  },
});
