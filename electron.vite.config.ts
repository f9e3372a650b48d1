import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { approvalContract } from './src/preload/approval-contract.ts';
import { shapeOf } from './src/preload/call.ts';
import { contract } from './src/preload/contract.ts';

const at = (path: string): string => resolve(import.meta.dirname, path);

// Native modules and those that load files beside themselves at run time stay outside the bundle.
const external = ['electron', 'keytar', '@photostructure/sqlite', 'playwright-core', 'fastify', 'pino'];

export default defineConfig({
  main: {
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      externalizeDeps: false,
      rollupOptions: {
        external,
        input: {
          index: at('src/main/index.ts'),
          chromium: at('src/main/chromium/index.ts'),
          service: at('src/service/index.ts'),
        },
      },
    },
  },
  preload: {
    define: {
      __CONSOLE_SHAPE__: JSON.stringify(shapeOf(contract)),
      __APPROVAL_SHAPE__: JSON.stringify(shapeOf(approvalContract)),
    },
    build: {
      target: 'chrome130',
      outDir: 'out/preload',
      externalizeDeps: false,
      isolatedEntries: true,
      rollupOptions: {
        external: ['electron'],
        input: { index: at('src/preload/index.ts'), approval: at('src/preload/approval.ts') },
        // A sandboxed preload can be neither ESM nor more than one file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [react()],
    build: {
      target: 'chrome130',
      outDir: at('out/renderer'),
      modulePreload: false,
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: at('src/renderer/index.html'), approval: at('src/renderer/approval.html') },
      },
    },
  },
});
