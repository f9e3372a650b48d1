import { AppError } from '#protocol/error.ts';
import { parseAddress, type Hex } from '../address.ts';
import type { Descriptor } from './descriptor.ts';

type Metadata = Pick<Descriptor, 'constants' | 'enums'>;

/** The text itself, or the constant that `$.metadata.constants.NAME` names; undefined where there is none. */
function textOf({ constants }: Metadata, text: string): string | undefined {
  if (!text.startsWith('$.')) return text;
  const [, name = ''] = /^\$\.metadata\.constants\.([\w$]+)$/.exec(text) ?? [];
  return Object.hasOwn(constants, name) ? constants[name] : undefined;
}

/** An address, written out or as a constant; null for what is none. */
export function addressOf(metadata: Metadata, text: string): Hex | null {
  try {
    return parseAddress(textOf(metadata, text) ?? '');
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A number, written out or as a constant; null for what is none. */
export function numberOf(metadata: Metadata, text: string): bigint | null {
  const written = textOf(metadata, text) ?? '';
  return /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(written) ? BigInt(written) : null;
}

/** The words of the enum that `$.metadata.enums.NAME` names, by the numbers that they stand for. */
export function enumOf({ enums }: Metadata, text: string): Readonly<Record<string, string>> | undefined {
  const [, name = ''] = /^\$\.metadata\.enums\.([\w$]+)$/.exec(text) ?? [];
  return Object.hasOwn(enums, name) ? enums[name] : undefined;
}
