import { mkdirSync, writeFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import locales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
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
];

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

export default defineConfig({
  main: {
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
    // The window speaks English alone: react-aria's words in thirty other languages stay out of it (47 kB of script).
    plugins: [react(), locales.vite({ locales: ['en-US'] }), listPackages],
    build: {
      target: 'chrome130',
      outDir: at('out/renderer'),
      minify: true,
      chunkSizeWarningLimit: CHUNK_KB.window,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { index: at('src/renderer/index.html'), approval: at('src/renderer/approval.html') },
      },
    },
  },
});
