// Bundles TypeScript entries of ours into a folder beside node_modules, for programs that are not shipped (bench, tour).
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Bundles `entries`, gives the folder to `use`, and removes it afterwards. Packages stay outside the bundle: the folder lies
 * where they are found.
 * @template T
 * @param {Record<string, string>} entries output name to source file, below the project's root
 * @param {(folder: string) => Promise<T>} use
 * @param {import('vite').Plugin[]} plugins
 * @returns {Promise<T>}
 */
export async function withBundle(entries, use, plugins = []) {
  const { build } = await import('vite');
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bundle-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins,
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        target: 'node20',
        rollupOptions: {
          input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
          output: { entryFileNames: '[name].mjs' },
        },
      },
    });
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
