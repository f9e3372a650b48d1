import { parseStrictJson } from '#protocol/strict-json.ts';
import { functionsOf } from '../interfaces/parse-abi.ts';
import { encodeType } from '../typed-data/typed-data.ts';
import { checkField } from './check-field.ts';
import type { Deployment, DescribedFunction, DescribedMessage, Descriptor } from './descriptor.ts';
import { fieldsOf } from './field-entries.ts';
import { functionOf, schemaOf, within } from './format-keys.ts';
import { sampleArguments, sampleMessage } from './samples.ts';
import { descriptorError, descriptorSchema } from './schema.ts';
import type { RawDescriptor } from './schema.ts';

/** The longest descriptor that is read, in bytes. */
export const MAX_DESCRIPTOR_BYTES = 1 << 18;

/**
 * Reads a descriptor of ERC-7730, version 1, as far as docs/clear-signing.md says. It is refused whole for a member that
 * is not read, a path that leads nowhere, a reference that is not there, or a format that does not fit the value.
 * @param file its name, for errors and for the operator
 * @throws AppError `JSON_INVALID`, `DESCRIPTOR_INVALID`, naming the file and the place
 */
export function parseDescriptor(file: string, text: string): Descriptor {
  const parsed = descriptorSchema.safeParse(parseStrictJson(text, `descriptor ${file}`));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw descriptorError(
      file,
      issue?.path.join('.') ?? '',
      `does not have its form (${issue?.message ?? ''})`,
    );
  }
  const { context, metadata } = parsed.data;
  const { contract, eip712 } = context;
  if ((contract === undefined) === (eip712 === undefined)) {
    throw descriptorError(file, 'context', 'has to be a contract or eip712, and one of them');
  }
  const shared = {
    file,
    constants: Object.fromEntries(
      Object.entries(metadata.constants ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    enums: metadata.enums ?? {},
  };
  return {
    ...shared,
    contracts: deploymentsOf(contract),
    functions: contract === undefined ? [] : describedFunctions(shared, parsed.data),
    verifyingContracts: deploymentsOf(eip712),
    domain: eip712?.domain ?? {},
    messages: eip712 === undefined ? [] : describedMessages(shared, parsed.data),
  };
}

type Shared = Pick<Descriptor, 'file' | 'constants' | 'enums'>;

function describedFunctions(shared: Shared, { context, display }: RawDescriptor): DescribedFunction[] {
  const { file } = shared;
  const abi = context.contract?.abi;
  const known = abi === undefined ? [] : within(file, 'context.contract.abi', () => functionsOf(abi));
  return Object.entries(display.formats).map(([key, format]) => {
    const where = `display.formats.${key}`;
    const { selector, signature, inputs } = functionOf(file, key, known);
    const fields = fieldsOf(file, where, format.fields, display.definitions ?? {});
    for (const field of fields) checkField(shared, where, field, sampleArguments(inputs));
    return { selector, signature, inputs, intent: format.intent, fields };
  });
}

function describedMessages(shared: Shared, { context, display }: RawDescriptor): DescribedMessage[] {
  const { file } = shared;
  return Object.entries(display.formats).map(([primaryType, format]) => {
    const where = `display.formats.${primaryType}`;
    const types = schemaOf(file, primaryType, context.eip712?.schemas ?? []);
    const fields = fieldsOf(file, where, format.fields, display.definitions ?? {});
    for (const field of fields) checkField(shared, where, field, sampleMessage(types, primaryType));
    return { type: encodeType(types, primaryType), intent: format.intent, fields };
  });
}

const deploymentsOf = (
  context: Pick<NonNullable<RawDescriptor['context']['contract']>, 'deployments'> | undefined,
): Deployment[] =>
  (context?.deployments ?? []).map(({ chainId, address }) => ({ chainId: BigInt(chainId), address }));
