import { defineConfig } from 'vitest/config';
import { buildConstants } from '#scripts/build-constants.mjs';

export default defineConfig({
  define: await buildConstants(),
  test: {
    // Two cores: two workers; each test has its own ports and folders.
    maxWorkers: 2,
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'test/{protocol,chains,storage,preload,main,renderer,service,scripts,security}/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // A virtual screen or a browser may be lost to a busy machine: once more then, and the report says so.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
