import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LocalService } from '../../fixtures/local-service.ts';
import { addMember, addPolicy, setQuorum } from '../../fixtures/team.ts';
import { checkAgainst, steps } from './commands.ts';
import type { Model, ModelKey } from './model.ts';

/** A service with three users in the root quorum, two of whom must agree; what is about secrets and addresses anybody may do. */
async function setUp(): Promise<{ model: Model; real: LocalService }> {
  const service = await LocalService.start();
  const ann = await addMember(service, 'Ann');
  const bob = await addMember(service, 'Bob');
  const userIds = [service.ready.rootUserId, ann.userId, bob.userId];
  const free = ['INIT_IMPORT_SECRETS', 'IMPORT_SECRETS', 'DELETE_SECRETS', 'SET_IP_ALLOWLIST'];
  const condition = free.map((name) => `activity.type == 'ACTIVITY_TYPE_${name}'`).join(' || ');
  await addPolicy(service, { condition, consensus: 'true' });
  // The key that changes the allowlist is let in whatever that says.
  const own = { publicKey: service.root.publicKey, rules: [{ cidr: '127.0.0.1/32' }] };
  expect((await service.submit('set_ip_allowlist', own)).status).toBe(200);
  expect((await setQuorum(service, 2, userIds)).status).toBe(200);
  const lasting = { kind: 'lasting', expiresAt: Infinity, ended: false } as const;
  const keys: ModelKey[] = [
    { ...lasting, user: 0, signer: service.root, letIn: true },
    { ...lasting, user: 1, signer: ann.signer },
    { ...lasting, user: 2, signer: bob.signer },
  ];
  const names = ['Root user', 'Ann', 'Bob'];
  const rest = { keys, names, userIds, activities: [], secrets: [], allowlist: 'none' } as const;
  return {
    real: service,
    model: { now: service.now, threshold: 2, ...rest, names: [...names], activities: [], secrets: [] },
  };
}

test('any sequence of requests by several users leaves the service as a small model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 60, size: 'max' }), async (commands) => {
      const { model, real } = await setUp();
      try {
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await checkAgainst(model, real);
      } finally {
        await real.stop();
      }
    }),
    { seed: 20_260_107, numRuns: 10, endOnFailure: true },
  );
});
