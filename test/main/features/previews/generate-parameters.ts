import { p256 } from '@noble/curves/nist.js';
import { z } from 'zod';
import { toHex } from '#protocol/encoding.ts';

/**
 * Texts of every shape that parameters of the catalogue have, each with a number of its own. A schema takes the first
 * that passes: an operation with a new shape fails to generate, and gets its shape here.
 */
const SHAPES: readonly ((number: number) => string)[] = [
  (number) => `01a1ff07-2512-7000-94f8-${number.toString(16).padStart(12, '0')}`,
  (number) => `sha256:${number.toString(16).padStart(64, 'f')}`,
  publicKeyOf,
  (number) => toHex(p256.getPublicKey(secretOf(number), false)),
  (number) =>
    `${toHex(p256.getPublicKey(secretOf(number), false))}${toHex(p256.getPublicKey(secretOf(number + 5000), false))}`,
  (number) => `+4176000${number}`,
  (number) => (86_400 + number).toString(),
  (number) => `mail${number}@example.com`,
  (number) => `https://host${number}.example.com/path`,
  (number) => `https://host${number}.example.com`,
  (number) => `10.0.${number % 256}.0/24`,
  (number) => `m/44'/60'/0'/0/${number}`,
  (number) => number.toString(16).padStart(64, 'e'),
  (number) => `0x${number.toString(16).padStart(40, 'd')}`,
  (number) => `eip155:${number}`,
  (number) => `us-east-${number}`,
  (number) => Buffer.from(`bytes ${number}`.padEnd(32, '.')).toString('base64url'),
  (number) => `sha256:${number}`,
  (number) => `${number}`,
];

function secretOf(number: number): Uint8Array {
  const secret = new Uint8Array(32).fill(1);
  new DataView(secret.buffer).setUint32(28, number);
  return secret;
}
function publicKeyOf(number: number): string {
  return toHex(p256.getPublicKey(secretOf(number), true));
}

/** Makes a value of a schema in which every text and number is another one. */
export class ParameterGenerator {
  #number = 1000;

  value(schema: z.core.$ZodType): unknown {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
      return this.value(schema.unwrap());
    if (schema instanceof z.ZodPipe) return this.value(schema.in);
    if (schema instanceof z.ZodDefault) return this.value(schema.unwrap());
    if (schema instanceof z.ZodObject) return this.#object(schema);
    if (schema instanceof z.ZodArray) return this.#array(schema);
    if (schema instanceof z.ZodEnum) return schema.options.at(-1);
    if (schema instanceof z.ZodLiteral) return [...schema.values][0];
    if (schema instanceof z.ZodUnion) return this.first(schema.options);
    if (schema instanceof z.ZodBoolean) return true;
    if (schema instanceof z.core.$ZodNumber) return this.#first(schema, [(number) => number, () => 1]);
    if (schema instanceof z.core.$ZodString)
      return this.#first(schema, [(number) => `recognizable-${number}`, ...SHAPES]);
    throw new Error(`No value for a schema of the kind ${schema._zod.def.type}.`);
  }

  /** The first of the forms that a union takes. */
  first([form]: readonly z.core.$ZodType[]): unknown {
    if (form === undefined) throw new Error('A union of nothing.');
    return this.value(form);
  }

  #object(schema: z.ZodObject): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, member]) => [name, this.value(member as z.core.$ZodType)]),
    );
  }

  /** Two elements, so that the second of a list is looked for as well; as many as the schema takes. */
  #array(schema: z.ZodArray): unknown[] {
    const { element } = schema;
    const elements = [this.value(element), this.value(element)];
    const unique = [...new Map(elements.map((each) => [JSON.stringify(each), each])).values()];
    return schema.safeParse(unique).success ? unique : unique.slice(0, 1);
  }

  #first(schema: z.core.$ZodType, shapes: readonly ((number: number) => unknown)[]): unknown {
    this.#number += 1;
    const made = shapes.map((shape) => shape(this.#number));
    const found = made.find((each) => z.safeParse(schema, each).success);
    if (found === undefined)
      throw new Error(
        `No text or number of the shapes passes: ${JSON.stringify(z.globalRegistry.get(schema))}`,
      );
    return found;
  }
}

/** Every text, number and yes or no of parameters. */
export function valuesOf(parameters: unknown): unknown[] {
  if (parameters === null || parameters === undefined) return [];
  if (typeof parameters !== 'object') return [parameters];
  return Object.values(parameters).flatMap(valuesOf);
}
