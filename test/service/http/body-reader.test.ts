import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { BodyReader } from '#service/http/body-reader.ts';
import { HungUp } from '#service/http/long-answers.ts';
import { lookingAhead } from '#service/storage/turns.ts';
import { LocalService, codeOf, freshSigner, type Sent } from '../../fixtures/local-service.ts';
import { addMember } from '../../fixtures/team.ts';
import { turnsDuring } from '../../fixtures/turns.ts';

const LONG = Buffer.from(`{${Array.from({ length: 9_900 }, (_, at) => `"${at}":1`).join(',')}}`);
const admit = (): void => undefined;
const busy = (): void => {
  for (const began = performance.now(); performance.now() - began < 6;);
};

describe('bodies', () => {
  it('are read one after the other, users by turns', async () => {
    const reader = new BodyReader();
    const order: string[] = [];
    await Promise.all(
      ['a', 'a', 'a', 'b', 'c'].map((user) => reader.read(user, LONG, () => void order.push(user))),
    );
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a']);
  });

  it('give others a turn where they take their time, and none where they don’t', async () => {
    const reader = new BodyReader();
    const ten = (before: () => void) => (): Promise<unknown> =>
      Promise.all(Array.from({ length: 10 }, () => reader.read('a', Buffer.from('{}'), before)));
    expect(await turnsDuring(ten(busy))).toBeGreaterThanOrEqual(9);
    await new Promise(setImmediate);
    expect(await turnsDuring(ten(admit))).toBeLessThan(9);
  });

  it('one that is wrong, or whose sender has hung up, lets the next one be read', async () => {
    const reader = new BodyReader();
    const gone = (): never => {
      throw new HungUp('gone');
    };
    const ends = await Promise.allSettled([
      reader.read('a', Buffer.from('{'), admit),
      reader.read('a', LONG, gone),
      reader.read('a', LONG, admit),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});

describe('attack: bodies that take long to read', () => {
  let service: LocalService;
  beforeAll(async () => {
    service = await LocalService.start();
  });
  afterAll(async () => {
    await service.stop();
  });
  const told = (sent: Sent): unknown[] => [sent.status, codeOf(sent)];
  const NO_JSON = '{'.repeat(5_000);

  test('of strangers are not read, and their answer is the same as to short ones', async () => {
    const stranger = freshSigner('API_KEY_CURVE_P256');
    const short = await service.query('whoami', {}, stranger);
    expect(told(short)).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
    for (const body of [NO_JSON, LONG.toString(), `{"organizationId":"${'x'.repeat(5_000)}"}`])
      expect((await service.post('query/whoami', body, stranger)).text).toBe(short.text);
    const { signer } = await addMember(service, 'Ann');
    expect(told(await service.post('query/whoami', NO_JSON, signer))).toEqual([400, 'REQUEST_INVALID']);
  });

  test('wait for nothing that votes wait for', async () => {
    let end = (): void => undefined;
    const voting = lookingAhead.do(() => new Promise<void>((resolve) => (end = resolve)));
    const long = { more: 'x'.repeat(300_000) };
    expect(told(await service.query('whoami', long))).toEqual([400, 'REQUEST_INVALID']);
    end();
    await voting;
  });
});
