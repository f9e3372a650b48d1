import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import { createPolicies, createPolicy, updatePolicy } from '#protocol/catalogue/policies.ts';
import { createSessionProfile } from '#protocol/catalogue/session-profiles.ts';
import { emptyGroup, readDraft } from '#protocol/form/draft.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { findFaults, readJson } from '#renderer/features/operations/form/read-json.ts';
import { resolverOf } from '#renderer/features/operations/form/resolve.ts';

const { parameters: schema } = createApiKeys;
const fields = formFields(schema);
const USER = '018f4e2a-9c1d-7a33-8b52-0d4f6a1e9c77';
const resolve = async (draft: unknown) =>
  resolverOf(fields, schema)({ parameters: draft }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });

describe('validation of a draft', () => {
  test('every empty field that is needed says so, where it stands', async () => {
    const { errors } = await resolve(emptyGroup(fields));
    expect(errors).toMatchObject({
      parameters: {
        userId: { message: 'Required.' },
        apiKeys: [
          {
            item: {
              apiKeyName: { message: 'Required.' },
              publicKey: { message: 'Required.' },
              curveType: { message: 'Required.' },
            },
          },
        ],
      },
    });
  });

  test('a wrong value says what is expected', async () => {
    const key = { apiKeyName: 'a', publicKey: 'zz', curveType: 'API_KEY_CURVE_P256' };
    const { errors } = await resolve(readDraft(fields, { userId: 'x', apiKeys: [key] }));
    expect(errors).toMatchObject({
      parameters: {
        userId: { message: 'This isn’t an ID: IDs have 32 hex digits in five groups.' },
        apiKeys: [{ item: { publicKey: { message: 'Expected a compressed public key, as hex.' } } }],
      },
    });
  });

  test('a list that is too short says so for the whole list', async () => {
    const { errors } = await resolve(readDraft(fields, { userId: USER, apiKeys: [] }));
    expect(errors).toMatchObject({
      parameters: { apiKeys: { root: { message: 'At least 1 item.' } } },
    });
  });

  test('a rule over the whole of an element stands at that element', async () => {
    const ruled = z.strictObject({
      rows: z.array(z.strictObject({ a: z.string() }).refine(({ a }) => a === 'x', 'must be x')),
    });
    const rows = formFields(ruled);
    const { errors } = await resolverOf(rows, ruled)(
      { parameters: readDraft(rows, { rows: [{ a: 'y' }] }) },
      undefined,
      { fields: {}, shouldUseNativeValidation: false },
    );
    expect(errors).toMatchObject({ parameters: { rows: [{ item: { root: { message: 'Must be x.' } } }] } });
  });
});

describe('parameters as JSON', () => {
  test('what the form has no field for is refused by its path', () => {
    expect(readJson(fields, '{"userId": "x", "more": 1}', {})).toMatchObject({
      ok: false,
      message: 'more: there is no such field.',
    });
  });

  test('text that is no JSON is refused', () => {
    expect(readJson(fields, '{"userId":', {})).toMatchObject({ ok: false });
  });

  test('attack: a locked parameter does not change by way of the JSON', () => {
    const settled = { userId: USER };
    expect(readJson(fields, JSON.stringify(settled), settled)).toMatchObject({ ok: true });
    const other = JSON.stringify({ userId: USER.replace('018f', '118f') });
    expect(readJson(fields, other, settled)).toMatchObject({ ok: false });
    expect(readJson(fields, '{}', settled)).toMatchObject({ ok: false });
  });

  test('faults name their paths', () => {
    expect(findFaults(schema, { userId: USER, apiKeys: [{}] })).toContain('apiKeys.0.apiKeyName: Required.');
    expect(findFaults(z.strictObject({}), {})).toBeNull();
  });
});

describe('an expression that the service’s parser refuses', () => {
  const errorsOf = async (of: z.ZodType, values: unknown) => {
    const own = formFields(of);
    const draft = { parameters: readDraft(own, values) };
    const { errors } = await resolverOf(own, of)(draft, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    return errors;
  };
  const policy = { policyName: 'P', notes: '', effect: 'EFFECT_ALLOW' };
  const condition = "activity.kind == 'SIGN_TRANSACTION' &&\neth.tx.max_f > 1";

  test('says at its field where it can’t be read and why, before anything is asked for', async () => {
    expect(await errorsOf(createPolicy.parameters, { ...policy, condition })).toEqual({
      parameters: {
        condition: {
          type: 'expression',
          message: expect.stringMatching(/^Line 2, character 8: eth\.tx has no field “max_f”\.$/) as string,
        },
      },
    });
    expect(
      await errorsOf(updatePolicy.parameters, { policyId: USER, policyConsensus: 'approvers.' }),
    ).toEqual({
      parameters: {
        policyConsensus: { type: 'expression', message: expect.stringMatching(/^Character \d+: /) as string },
      },
    });
    expect(await errorsOf(updatePolicy.parameters, { policyId: USER, policyCondition: 'x y' })).toMatchObject(
      {
        parameters: { policyCondition: { type: 'expression' } },
      },
    );
    const time = "activity.kind == 'x'";
    expect(
      await errorsOf(createPolicies.parameters, { policies: [policy, { ...policy, time }] }),
    ).toMatchObject({
      parameters: {
        policies: [
          undefined,
          { item: { time: { message: 'Character 1: There is no keyword activity here.' } } },
        ],
      },
    });
    const profile = { sessionProfileName: 'S', scope: '1 +' };
    expect(await errorsOf(createSessionProfile.parameters, profile)).toMatchObject({
      parameters: { scope: { type: 'expression' } },
    });
  });

  test('says so of parameters as JSON, by their path', () => {
    expect(findFaults(createPolicy.parameters, { ...policy, condition })).toMatch(
      /^condition: Line 2, character 8: /,
    );
  });

  test('says nothing of one that can be read, or that is not given', async () => {
    const read = { ...policy, condition: 'eth.tx.value < 5', consensus: 'approvers.count() >= 2' };
    expect(await errorsOf(createPolicy.parameters, read)).toEqual({});
    expect(await errorsOf(createPolicy.parameters, policy)).toEqual({});
    expect(findFaults(createPolicy.parameters, { ...policy, condition: null })).toBeNull();
  });
});
