import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { catalogue } from '#protocol/catalogue/catalogue.ts';
import type { Operation } from '#protocol/catalogue/operation.ts';
import { codeOf, resultOf, wrongFields, type Sent } from '../../fixtures/local-service.ts';
import { membersOf } from './schema-fields.ts';
import { validRequest, validRequests } from './valid-requests.ts';
import { World } from './world.ts';
import { wrongRequests } from './wrong-requests.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.stop();
});

const operations: readonly Operation[] = catalogue;
const cases = operations.map(
  (operation) =>
    [
      operation.kind === 'submit' ? 'operation' : 'query',
      `${operation.kind}/${operation.path}`,
      operation,
    ] as const,
);

const prepare = ({ path }: Operation): Promise<object> => validRequest(path, world);
const send = ({ kind, path }: Operation, parameters: object): Promise<Sent> =>
  kind === 'submit' ? world.service.submit(path, parameters) : world.service.query(path, parameters);

/** The members that an answer has and its schema does not name; published clients would not know them. */
const unnamed = (schema: z.core.$ZodType, answer: object): string[] => {
  const named = new Set((membersOf(schema) ?? []).map(({ name }) => name));
  return Object.keys(answer).filter((name) => !named.has(name));
};

describe.each(cases)('spec: %s %s:', (_kind, _name, operation) => {
  test('a valid request succeeds, and answers in the form of its schema', async () => {
    const sent = await send(operation, await prepare(operation));
    expect([sent.status, sent.json.message]).toEqual([200, undefined]);
    if (operation.kind === 'submit' && operation.ballot === true) return;
    if (operation.kind === 'submit') {
      expect(sent.json.activity).toMatchObject({
        status: 'ACTIVITY_STATUS_COMPLETED',
        type: operation.type,
        intent: { [operation.intent]: expect.anything() as unknown },
        result: { [operation.result]: expect.anything() as unknown },
      });
    }
    const answer = operation.kind === 'submit' ? resultOf(sent) : sent.json;
    expect(operation.output.safeParse(answer).error).toBeUndefined();
    expect(unnamed(operation.output, answer)).toEqual([]);
  });

  test('each required field missing, each value outside, each unknown field: refused, by its name', async () => {
    const valid = await prepare(operation);
    const wrong = wrongRequests(operation.parameters, valid);
    // There is always the unknown field.
    expect(wrong.length).toBeGreaterThan(0);
    const prefix = operation.kind === 'submit' ? 'parameters.' : '';
    for (const { what, field, parameters } of wrong) {
      const sent = await send(operation, parameters as object);
      expect([what, sent.status, sent.json.code, codeOf(sent)]).toEqual([what, 400, 3, 'REQUEST_INVALID']);
      expect(wrongFields(sent)).toContain(prefix + field);
    }
  });

  test('the envelope: each member missing, an unknown one, another type: refused', async () => {
    const { kind, path } = operation;
    const refused = async (envelope: object, field: string): Promise<void> => {
      const body = JSON.stringify(envelope);
      const sent = await world.service.post(`${kind}/${path}`, body);
      expect([field, sent.status, codeOf(sent)]).toEqual([field, 400, expect.stringMatching(/INVALID/)]);
      if (codeOf(sent) === 'REQUEST_INVALID') expect(wrongFields(sent)).toContain(field);
    };
    const good: object =
      kind === 'submit'
        ? (JSON.parse(world.service.submitBody(path, await prepare(operation))) as object)
        : { organizationId: world.service.ready.organizationId, ...(await prepare(operation)) };
    for (const name of kind === 'submit' ? Object.keys(good) : ['organizationId']) {
      await refused(Object.fromEntries(Object.entries(good).filter(([key]) => key !== name)), name);
    }
    await refused({ ...good, surplusField: 'x' }, 'surplusField');
    if (kind === 'submit') await refused({ ...good, type: 'ACTIVITY_TYPE_ANOTHER' }, 'type');
  });
});

test('every valid request is one of the catalogue', () => {
  const paths = new Set(operations.map(({ path }) => path));
  expect(Object.keys(validRequests).filter((path) => !paths.has(path))).toEqual([]);
});
