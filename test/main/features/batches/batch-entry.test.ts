import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemText } from '#main/features/batches/read-lines.ts';

const request = z.strictObject({
  name: z.string().max(8),
  id: z.uuid().optional(),
  kind: z.enum(['ONE', 'TWO']).optional(),
  users: z
    .array(z.object({ count: z.int() }))
    .min(1)
    .optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  address: z.string().regex(/^0x/, 'an address').optional(),
});

/** What is wrong with a line, member by member. */
const problems = (json: unknown): string[] =>
  (request.safeParse(json).error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')} ${problemText(issue, json)}`,
  );

describe('the words for a line that will not do', () => {
  it.each([
    [{}, 'name is missing'],
    [{ name: 1 }, 'name is not a text'],
    [{ name: 'a', users: [{ count: 1 }, { count: '2' }] }, 'users.1.count is not a number'],
    [{ name: 'a', users: [{ count: 1.5 }] }, 'users.0.count is not a whole number'],
    [{ name: 'a', users: [] }, 'users is less than 1 of them'],
    [{ name: 'a'.repeat(9) }, 'name is more than 8 characters'],
    [{ name: 'a', id: '1' }, 'id is no uuid'],
    [{ name: 'a', users: {} }, 'users is not a list'],
    [{ name: 'a', parameters: [] }, 'parameters is not an object'],
    [{ name: 'a', kind: 'THREE' }, 'kind is none of ONE, TWO'],
    [{ name: 'a', nmae: 1 }, ' has unknown members: "nmae"'],
    [{ name: 'a', address: '1x' }, 'address is not an address'],
    [[], ' is not an object'],
  ])('say of %j: %s', (json, words) => {
    expect(problems(json)).toContain(words);
  });

  it('attack: a line of a million bytes of unknown names has a message that long', () => {
    const names = Array.from({ length: 1_200 }, (_, at) => [`${at} ${'x'.repeat(1_000)}`, 1]);
    const [message = ''] = problems({ name: 'a', ...Object.fromEntries(names) });
    expect(message).toMatch(/^ has unknown members: "0 x+", .* and 1,195 more$/);
    expect(message.length).toBeLessThan(400);
  });

  it('is what a request of the catalogue is refused with, without the words of the library', () => {
    expect(problems({ name: null, users: [null] }).join()).not.toMatch(/Invalid input/);
  });
});
