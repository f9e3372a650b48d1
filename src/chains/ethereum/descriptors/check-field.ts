import type { StructValue, TypedValue } from '../typed-data/typed-data.ts';
import type { Descriptor } from './descriptor.ts';
import { resolve } from './paths.ts';
import { addressOf, enumOf, numberOf } from './references.ts';
import { descriptorError } from './schema.ts';
import type { Field } from './schema.ts';

/** What a transaction says beside its arguments (ERC-7730, "container"). */
const CONTAINER: Readonly<Record<string, string>> = {
  '@.from': 'address',
  '@.to': 'address',
  '@.value': 'uint256',
};

const isNumber = (type: string): boolean => /^u?int\d+$/.test(type);
const isAddress = (type: string): boolean => type === 'address';
const isBytes = (type: string): boolean => type === 'bytes';

/**
 * Checks that a field can be shown: its paths lead to values of the right type, its references are there.
 * @param about the descriptor, as far as it is read
 * @param where the place of the format in the descriptor, for the error
 * @param sample a value of the form that the data will have
 * @throws AppError `DESCRIPTOR_INVALID`
 */
export function checkField(
  about: Pick<Descriptor, 'file' | 'constants' | 'enums'>,
  where: string,
  field: Field,
  sample: StructValue,
): void {
  const refuse = (why: string) => descriptorError(about.file, `${where}, the field “${field.label}”,`, why);
  const wants = (path: string, what: string, holds: (type: string) => boolean): void => {
    const types = typesAt(path, sample);
    if (types.length === 0) throw refuse(`references a missing field, ${path}`);
    if (!types.every(holds)) throw refuse(`has a path that does not lead to ${what}, ${path}`);
  };
  const wantsOne = (path: string | undefined, address: string | undefined): void => {
    if ((path === undefined) === (address === undefined)) throw refuse('needs an address or a path to one');
    if (path !== undefined) wants(path, 'an address', isAddress);
    if (address !== undefined) wantsAddress(address);
  };
  const wantsAddress = (text: string): void => {
    if (addressOf(about, text) === null) throw refuse(`has an address that is none, ${text}`);
  };
  switch (field.format) {
    case 'raw':
      wants(field.path, 'a value', () => true);
      return;
    case 'amount':
    case 'date':
    case 'duration':
    case 'unit':
      wants(field.path, 'a number', isNumber);
      return;
    case 'enum':
      if (enumOf(about, field.params.$ref) === undefined) {
        throw refuse(`refers to an enum that is not there, ${field.params.$ref}`);
      }
      wants(field.path, 'a number', isNumber);
      return;
    case 'addressName':
      wants(field.path, 'an address', isAddress);
      return;
    case 'tokenAmount': {
      const { tokenPath, token, nativeCurrencyAddress = [], threshold } = field.params;
      wants(field.path, 'a number', isNumber);
      wantsOne(tokenPath, token);
      [nativeCurrencyAddress].flat().forEach(wantsAddress);
      if (threshold !== undefined && numberOf(about, threshold) === null) {
        throw refuse(`has a threshold that is no number, ${threshold}`);
      }
      return;
    }
    case 'calldata':
      wants(field.path, 'bytes', isBytes);
      wantsOne(field.params.calleePath, field.params.callee);
  }
}

/** Types of the values that a path leads to; samples have one item in every list, whichever is asked for. */
function typesAt(path: string, sample: TypedValue): string[] {
  const container = CONTAINER[path];
  if (container !== undefined) return [container];
  return resolve(sample, path.replace(/\[-?\d+\]/g, '[0]')).map(({ value }) => value.type);
}
