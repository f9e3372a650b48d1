import { describe, expect, test } from 'vitest';
import { walletKitConfig } from '#protocol/auth-proxy.ts';
import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import { pathOf } from '#protocol/catalogue/operation.ts';
import { membersOf, typeOf, valuesOf } from './schema-fields.ts';
import {
  parseSpecification,
  readSpecification,
  type SpecField,
  type SpecOperation,
} from './specification.ts';

interface Described {
  readonly name: string;
  readonly type: string;
  readonly required: boolean | undefined;
  readonly values: readonly string[];
  readonly fields: readonly Described[];
}

/** The specification stands neutral words where a vendor's name is; PROTOCOL.md's name map tells the names. */
const NAMES: Readonly<Record<string, string>> = {
  'FIAT_ON_RAMP_PROVIDER_<NAME_A>': 'FIAT_ON_RAMP_PROVIDER_COINBASE',
  'FIAT_ON_RAMP_PROVIDER_<NAME_B>': 'FIAT_ON_RAMP_PROVIDER_MOONPAY',
  'OAUTH2_PROVIDER_<NAME_A>': 'OAUTH2_PROVIDER_X',
  'OAUTH2_PROVIDER_<NAME_B>': 'OAUTH2_PROVIDER_DISCORD',
};
const HASHED_CHAINS = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'];
const SUBSCRIPTION = { eventType: true, filtersJson: false, isActive: false };

const specified = (fields: readonly SpecField[]): Described[] =>
  fields
    .map((field) => ({
      name: field.name,
      type: field.type.replace('enum string', 'enum'),
      required: field.required,
      values: field.values
        .flatMap((value) => (value.includes('<genesis') ? HASHED_CHAINS : [NAMES[value] ?? value]))
        .toSorted(),
      fields: specified(field.fields),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/** What the catalogue says, in as much detail as the specification goes into. */
function declared(schema: Parameters<typeof membersOf>[0], like: readonly Described[]): Described[] {
  return (membersOf(schema) ?? [])
    .map(({ name, required, schema: member }) => {
      const spec = like.find((one) => one.name === name);
      return {
        name,
        type: spec?.type === '' ? '' : typeOf(member),
        required: spec !== undefined && spec.required === undefined ? undefined : required,
        values: [...valuesOf(member)].toSorted(),
        fields: spec === undefined || spec.fields.length > 0 ? declared(member, spec?.fields ?? []) : [],
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

const specification = readSpecification();
const operations = specification?.operations ?? [];
const found = (path: string) => {
  const operation = operationByPath(path);
  if (operation === undefined) throw new Error(`the catalogue has no ${path}`);
  return operation;
};
/** Members of the result that a specification's "not shown" stands for (PROTOCOL.md, section 12). */
const UNSHOWN: Readonly<Record<string, readonly string[]>> = {
  create_webhook_endpoint: ['subscriptions'],
  list_sol_transaction_history: ['pageInfo', 'executionFailed', 'service'],
};
const shown = (path: string, fields: readonly Described[]): Described[] =>
  fields
    .filter(({ name }) => UNSHOWN[path]?.includes(name) !== true)
    .map((field) => ({ ...field, fields: shown(path, field.fields) }));

function compareOutput(operation: SpecOperation, schema: Parameters<typeof membersOf>[0]): void {
  const output = specified(operation.output);
  // Results list names first; where a type or values are told only there, the catalogue is not asked for more.
  const told = (fields: readonly Described[], like: readonly Described[]): Described[] =>
    fields.map((field) => {
      const spec = like.find(({ name }) => name === field.name);
      return {
        ...field,
        values: (spec?.values.length ?? 0) > 0 ? field.values : [],
        fields: told(field.fields, spec?.fields ?? []),
      };
    });
  expect(told(shown(operation.path, declared(schema, output)), output)).toEqual(output);
}

describe.skipIf(specification === undefined)('against the specification (skipped without its text)', () => {
  test('the text is read as a whole: 19 submit operations, two queries, the auth proxy’s one', () => {
    expect(
      ['submit', 'query', 'auth-proxy'].map((kind) => operations.filter((one) => one.kind === kind).length),
    ).toEqual([19, 2, 1]);
    const bold = [...(specification?.text ?? '').matchAll(/^\*\*(\w+)\*\* — /gm)].map(([, name]) => name);
    expect(operations.map(({ path }) => path)).toEqual(bold);
  });

  test.each(operations.filter(({ kind }) => kind === 'submit').map((one) => [one.path, one] as const))(
    'spec: operation submit/%s: path, type, intent, result, fields, requiredness and values, no more and no less',
    (path, spec) => {
      const operation = found(path);
      if (operation.kind !== 'submit') throw new Error(`${path} is a query`);
      expect(pathOf(operation)).toBe(`/public/v1/submit/${path}`);
      expect([operation.type, operation.intent]).toEqual([spec.type, spec.intent]);
      if (spec.result !== undefined) expect(operation.result).toBe(spec.result);
      const parameters = specified(spec.parameters).map((field) =>
        field.name === 'subscriptions'
          ? { ...field, fields: field.fields.map((one) => ({ ...one, type: '' })) }
          : field,
      );
      expect(declared(operation.parameters, parameters)).toEqual(parameters);
      if (spec.result !== undefined) compareOutput(spec, operation.output);
    },
  );

  test.each(operations.filter(({ kind }) => kind === 'query').map((one) => [one.path, one] as const))(
    'spec: query query/%s: path, body, response, requiredness and values, no more and no less',
    (path, spec) => {
      const operation = found(path);
      expect(pathOf(operation)).toBe(`/public/v1/query/${path}`);
      // Every query has organizationId; the catalogue leaves it to the envelope.
      expect(spec.parameters.find(({ name }) => name === 'organizationId')?.required).toBe(true);
      const parameters = specified(spec.parameters.filter(({ name }) => name !== 'organizationId'));
      expect(declared(operation.parameters, parameters)).toEqual(parameters);
      compareOutput(spec, operation.output);
    },
  );

  test('spec: query auth-proxy/wallet_kit_config: response and requiredness, no more and no less', () => {
    const spec = operations.find(({ kind }) => kind === 'auth-proxy');
    expect(spec?.parameters).toEqual([]);
    if (spec !== undefined) compareOutput(spec, walletKitConfig);
  });

  test('a subscription has the members of the specification', () => {
    const parameters = membersOf(found('create_webhook_endpoint').parameters);
    const subscriptions = parameters?.find(({ name }) => name === 'subscriptions');
    const members = subscriptions && membersOf(subscriptions.schema);
    expect(Object.fromEntries((members ?? []).map(({ name, required }) => [name, required]))).toEqual(
      SUBSCRIPTION,
    );
  });
});

test('the parser takes requiredness, values and nested members from the text', () => {
  const { operations: read } = parseSpecification(
    [
      '### Submit operations',
      '**try_it** — type `ACTIVITY_TYPE_TRY_IT`; intent `tryItIntent`; result `tryItResult`.',
      '- parameters.items array R of objects: kind enum R (`A`, `B`); note string O (optional; see below).',
      '- result: id string (of it); flags array (all) of objects with name (optional).',
    ].join('\n'),
  );
  expect(read).toMatchObject([
    {
      path: 'try_it',
      result: 'tryItResult',
      parameters: [
        {
          name: 'items',
          required: true,
          fields: [
            { name: 'kind', required: true, values: ['A', 'B'] },
            { name: 'note', required: false },
          ],
        },
      ],
      output: [{ name: 'id' }, { name: 'flags', fields: [{ name: 'name', required: false }] }],
    },
  ]);
});
