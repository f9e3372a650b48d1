import { expect, it } from 'vitest';
import { queries } from '#main/features/reads/module.ts';

it('hands a query’s answer over as it was read, for the router to look through in a turn of its own', async () => {
  const answer = { organizationData: { users: [{ userId: 'u' }] } };
  let turns = 0;
  const query = (): Promise<unknown> => {
    setImmediate(() => (turns += 1));
    return Promise.resolve(answer);
  };
  const { handlers } = await queries.start({ sessions: { query } as never });
  const asked = await handlers?.queries.ask({ operation: 'get_organization', parameters: {} });
  expect(asked).toBe(answer);
  expect(turns).toBe(1);
});
