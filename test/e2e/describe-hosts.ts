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

/** The gate runs in one host what is the same in both (docs/decisions/251). */
const isSample = process.env['HOSTS'] === 'one';

/**
 * A suite whose subject is the console, not its host: in both of them, or with `HOSTS=one` in the one that is named, where
 * that can run here. Guide pictures are Electron's; where none is taken, Chromium takes half the time.
 */
export function describeIn(host: HostKind, name: string, run: (host: HostKind) => void): void {
  const isSampled = isSample && missingRuntime(host) === undefined;
  describeHosts(isSampled ? [host] : ['electron', 'chromium'], name, run);
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
