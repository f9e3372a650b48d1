import { describe } from 'vitest';
import { missingRuntime } from './launch.ts';
import type { HostKind } from './launch.ts';

/** A suite for each host; one that cannot run here is skipped, and the report says why. */
export function describeHosts(hosts: readonly HostKind[], name: string, run: (host: HostKind) => void): void {
  for (const host of hosts) {
    const why = missingRuntime(host);
    if (why === undefined) describe(`${name}, in ${host}`, () => run(host));
    else {
      process.stderr.write(`Skipped: ${name}, in ${host}: ${why}.\n`);
      describe.skip(`${name}, in ${host}: skipped, ${why}`, () => run(host));
    }
  }
}
