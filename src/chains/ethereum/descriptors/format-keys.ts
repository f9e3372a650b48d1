import type { AbiFunction, AbiParameter } from 'viem';
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import { AppError } from '#protocol/error.ts';
import { ethereumError } from '../errors.ts';
import { functionsOf, type KnownFunction } from '../interfaces/parse-abi.ts';
import { parseTypes } from '../typed-data/parse.ts';
import type { TypedData } from '../typed-data/typed-data.ts';
import { descriptorError } from './schema.ts';

/** The types of the message that a format's key names. @throws AppError `DESCRIPTOR_INVALID` */
export function schemaOf(
  file: string,
  primaryType: string,
  schemas: readonly { readonly primaryType: string; readonly types: unknown }[],
): TypedData['types'] {
  const index = schemas.findIndex((each) => each.primaryType === primaryType);
  const where = `context.eip712.schemas.${index}.types`;
  const types = within(file, where, () => parseTypes(schemas[index]?.types));
  if (Object.hasOwn(types, primaryType)) return types;
  throw descriptorError(file, where, `does not define ${primaryType}`);
}

/**
 * The function that a format's key names: by its selector, by its types, or written out with the names of its parameters.
 * @throws AppError `DESCRIPTOR_INVALID`
 */
export function functionOf(file: string, key: string, known: readonly KnownFunction[]): KnownFunction {
  const listed = known.find(({ selector, signature }) => key.toLowerCase() === selector || key === signature);
  if (listed !== undefined) return listed;
  const where = `display.formats.${key}`;
  return within(file, where, () => {
    const item = abiItem(key) as AbiFunction;
    const [written] = functionsOf([{ type: 'function', name: item.name, inputs: item.inputs }]);
    if (written === undefined) throw descriptorError(file, where, 'is no function');
    const isNamed = (each: AbiParameter): boolean => !/^\d*$/.test(each.name ?? '');
    if (!written.inputs.every(isNamed))
      throw descriptorError(file, where, 'needs the names of its parameters, or an abi');
    return { ...written, selector: toFunctionSelector(item) };
  });
}

function abiItem(key: string): unknown {
  try {
    return parseAbiItem(`function ${key}`);
  } catch (cause) {
    // The library throws errors of many kinds at text that is no function.
    throw ethereumError('ABI_INVALID.noFunction', { cause });
  }
}

/** Runs a reader of a part, whose errors are those of the descriptor. */
export function within<T>(file: string, where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'DESCRIPTOR_INVALID') throw error;
    throw descriptorError(file, where, `is not read: ${error.message}`);
  }
}
