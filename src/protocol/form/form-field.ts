import { z } from 'zod';
import type { Control, FieldHint } from '../catalogue/fields.ts';
import { oncePerObject } from '../once-per-list.ts';

/** Parts of names that are written in capitals. */
const CAPITALS = new Set(
  'API BLE BTC CPU EIP712 EIP7702 GRPC HTTP ID IP JSON NFC OAUTH OIDC P2PKH P2SH P2TR P2WPKH P2WSH SHA256 SMS TON TVC URL USB UTF8 V3R2 V4R2 V5R1 XLM XRP P256'.split(
    ' ',
  ),
);
const SPECIAL: Readonly<Record<string, string>> = {
  BIP32: 'BIP-32',
  ED25519: 'Ed25519',
  EIP712: 'EIP-712',
  EIP7702: 'EIP-7702',
  KECCAK256: 'Keccak-256',
  OAUTH: 'OAuth',
  OAUTH2: 'OAuth 2.0',
  P256: 'P-256',
  SECP256K1: 'secp256k1',
  SHA256: 'SHA-256',
  UTF8: 'UTF-8',
};
/** CAIP-2 names of chains that fields offer. */
const CHAINS: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:137': 'Polygon',
  'eip155:4217': 'Tempo',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana devnet',
};

const wordOf = (part: string): string => SPECIAL[part] ?? (CAPITALS.has(part) ? part : part.toLowerCase());
const sentence = (words: readonly string[]): string => {
  const text = words.join(' ');
  return text.startsWith('secp') ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
};

/**
 * Words for the values of an enumeration: what all names begin with is left out, `ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR`
 * becomes "Bitcoin testnet P2TR". A single value keeps its last two parts,
 * or the last alone behind FORMAT: its field is called so.
 */
export function wordsOfValues(values: readonly string[]): readonly string[] {
  const parts = values.map((value) => value.split('_'));
  const [first = []] = parts;
  let shared = values.length > 1 ? 0 : Math.max(0, first.length - (first.at(-2) === 'FORMAT' ? 1 : 2));
  while (
    values.length > 1 &&
    parts.every((one) => one.length > shared + 1 && one[shared] === first[shared])
  ) {
    shared += 1;
  }
  return values.map((value, index) => {
    if (!/^[A-Z0-9_]+$/.test(value))
      return CHAINS[value] === undefined ? value : `${CHAINS[value]} (${value})`;
    return sentence((parts[index] ?? []).slice(shared).map(wordOf));
  });
}

/** A member's name in words: `filterByStatus` becomes "Filter by status"; empty for no name. */
export const labelOfName = (name: string): string =>
  sentence(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .split('_')
      .map((part) => wordOf(part.toUpperCase())),
  );

/** What one of several is called: "API keys" becomes "API key". */
export const singular = (words: string): string =>
  words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/([^s])s$/, '$1');

/** One of the values that a field can have, and the words for it. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly value: string | number;
}

interface Common {
  /** The member's name in the parameters; empty for an element of a list. */
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
}

export interface TextField extends Common {
  readonly kind: 'text';
  readonly control: Control | undefined;
}
export interface ChoiceField extends Common {
  readonly kind: 'choice' | 'choices';
  readonly choices: readonly Choice[];
}
export interface ListField extends Common {
  readonly kind: 'list';
  readonly element: FormField;
  /** What one element is called: "API key". */
  readonly one: string;
  /** How many there must be. */
  readonly least: number;
}
export interface GroupField extends Common {
  readonly kind: 'group';
  readonly fields: readonly FormField[];
}
interface PlainField extends Common {
  /** `json`: of a shape that has no field of its own. */
  readonly kind: 'number' | 'yesNo' | 'json';
}

/** A field of the generated form: what a schema of the catalogue asks for, without the schema. */
export type FormField = TextField | ChoiceField | ListField | GroupField | PlainField;

/** The fields of an operation's parameters, in the order of their declaration. Made once: each line of a batch asks for them. */
export const formFields = oncePerObject((parameters: z.ZodType): readonly FormField[] =>
  parameters instanceof z.ZodObject ? fieldsOf(parameters) : [],
);

const fieldsOf = (object: z.ZodObject): readonly FormField[] =>
  Object.entries(object.shape).map(([name, schema]) => fieldOf(name, schema as z.ZodType));

/** The field of one member. */
export function fieldOf(name: string, schema: z.ZodType): FormField {
  const { inner, required, hint } = unwrap(schema);
  const common: Common = { name, label: hint.label ?? labelOfName(name), hint: hint.hint, required };
  if (inner instanceof z.ZodObject) return { ...common, kind: 'group', fields: fieldsOf(inner) };
  if (inner instanceof z.ZodArray) return listOf(common, inner);
  if (inner instanceof z.ZodEnum) return { ...common, kind: 'choice', choices: choicesOf(inner.options) };
  if (inner instanceof z.ZodLiteral) {
    const values = [...inner.values].filter(
      (value) => typeof value === 'string' || typeof value === 'number',
    );
    return { ...common, kind: 'choice', choices: choicesOf(values) };
  }
  if (inner instanceof z.ZodBoolean) return { ...common, kind: 'yesNo' };
  if (inner instanceof z.core.$ZodNumber) return { ...common, kind: 'number' };
  if (inner instanceof z.core.$ZodString) return { ...common, kind: 'text', control: hint.control };
  return { ...common, kind: 'json' };
}

function listOf(common: Common, array: z.ZodArray): FormField {
  const element = fieldOf('', array.element as z.ZodType);
  // Each of a few at most once is a set of checkboxes.
  if (element.kind === 'choice') return { ...common, kind: 'choices', choices: element.choices };
  const one = element.label === '' ? singular(common.label) : element.label;
  return { ...common, kind: 'list', element: { ...element, label: one }, one, least: leastOf(array) };
}

// The schema itself is asked: what it says of an empty list is how many it wants.
function leastOf(array: z.ZodArray): number {
  const issue = array.safeParse([]).error?.issues.find(({ code }) => code === 'too_small');
  return issue?.code === 'too_small' ? Number(issue.minimum) : 0;
}

const choicesOf = (values: readonly (string | number)[]): readonly Choice[] => {
  const words = wordsOfValues(values.map(String));
  return values.map((value, index) => ({ id: String(value), label: words[index] ?? String(value), value }));
};

interface Unwrapped {
  readonly inner: z.core.$ZodType;
  readonly required: boolean;
  readonly hint: Partial<FieldHint>;
}

function unwrap(schema: z.core.$ZodType): Unwrapped {
  const own = z.globalRegistry.get(schema) as Partial<FieldHint> | undefined;
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)) {
    return { inner: schema, required: true, hint: own ?? {} };
  }
  const { inner, hint } = unwrap(schema.unwrap());
  return { inner, required: false, hint: { ...hint, ...own } };
}
