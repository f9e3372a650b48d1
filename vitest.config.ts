import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildConstants } from '#scripts/build-constants.mjs';

/** Tests that look at all that their process holds, heap and coverage, or take a module's place in it: each has one of its own. */
const WHOLE_PROCESS = [
  'test/security/**/*.test.ts',
  'test/scripts/fuzzer.test.ts',
  'test/main/electron/**/*.test.ts',
  'test/main/platform/process-memory.test.ts',
  'test/main/platform/offline/refuse-network.security.test.ts',
];

/** They take minutes: begun last, as small files are, they would run when nothing else is left to do. */
const LONGEST = ['test/scripts/faults.test.ts', 'test/scripts/fuzzer.test.ts'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  define: await buildConstants(),
  test: {
    // Three workers on two cores: windows wait as much as they compute. Each test has its own ports and folders.
    maxWorkers: 3,
    // Loading the source anew for each file took as long as the unit tests themselves.
    isolate: false,
    // A limit ends what hangs, and says nothing of speed: machines that have other things to do take ten times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LongestFirst },
    // A second, which is usual, is less than a busy machine takes for one step of some.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'test/{protocol,chains,storage,native,preload,main,renderer,service,scripts}/**/*.test.{ts,tsx}',
          ],
          exclude: WHOLE_PROCESS,
          setupFiles: ['test/fixtures/fixed-seed.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: WHOLE_PROCESS,
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
