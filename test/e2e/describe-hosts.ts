import { afterEach, describe } from 'vitest';
import { takeSights } from './last-sight.ts';
import { missingRuntime } from './launch.ts';
import type { HostKind } from './launch.ts';
import type { TestContext } from 'vitest';

/** A suite for each host; one that cannot run here is skipped, and the report says why. */
export function describeHosts(hosts: readonly HostKind[], name: string, run: (host: HostKind) => void): void {
  for (const host of hosts) {
    const why = missingRuntime(host);
    if (why === undefined) {
      describe(`${name}, in ${host}`, () => {
        afterEach(tellSights);
        run(host);
      });
    } else {
      process.stderr.write(`Skipped: ${name}, in ${host}: ${why}.\n`);
      describe.skip(`${name}, in ${host}: skipped, ${why}`, () => run(host));
    }
  }
}

/** Of a test that failed, what its windows showed at last. */
function tellSights({ task }: TestContext): void {
  const sights = takeSights();
  if (task.result?.state !== 'fail') return;
  for (const sight of sights)
    process.stderr.write(`At the end of "${task.name}" the window showed:\n${sight}\n`);
}
