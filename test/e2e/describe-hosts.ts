import { type TestContext, afterEach, describe } from 'vitest';
import { forgetSights, takeSights } from './last-sight.ts';
import { type HostKind, missingRuntime } from './launch.ts';

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
async function tellSights({ task }: TestContext): Promise<void> {
  if (task.result?.state !== 'fail') {
    forgetSights();
    return;
  }
  for (const sight of await takeSights())
    process.stderr.write(`At the end of "${task.name}" the window showed:\n${sight}\n`);
}
