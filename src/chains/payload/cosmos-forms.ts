import type { HashFunction } from '#protocol/catalogue/signing.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { FormReading, PayloadForm } from '../model/chain.ts';
import type { Fact } from '../model/decoded.ts';
import { say } from '../model/sentence.ts';
import { blindSigning, warnOfCharacters } from '../model/warnings.ts';
import {
  type FieldSchema,
  type Message,
  type MessageSchema,
  bytesOf,
  hasUnknown,
  integerOf,
  messagesOf,
  readProtobuf,
} from '../tron/protobuf.ts';

/** One line that a device shows. */
interface Screen {
  readonly title: string;
  readonly content: string;
}

type Value = number | boolean | string | readonly Value[] | ReadonlyMap<Value, Value>;

const [INTEGER, TEXT, LIST, MAP, SIMPLE] = [0, 3, 4, 5, 7];
const MAX_DEPTH = 4;

/**
 * The screens of a Cosmos transaction in the mode TEXTUAL (Cosmos SDK, ADR-050, annex 1): CBOR, a map whose member 1 is
 * the list of screens, each a map of title (1) and content (2).
 * @returns null for bytes of another form
 */
function readScreens(bytes: Uint8Array): Screen[] | null {
  const reader = new CborReader(bytes);
  const whole = reader.value(0);
  if (!(whole instanceof Map) || whole.size !== 1 || !reader.isAtEnd) return null;
  const list = (whole as ReadonlyMap<Value, Value>).get(1);
  if (!Array.isArray(list) || list.length === 0) return null;
  const screens = (list as readonly Value[]).map((each) => {
    const screen = each instanceof Map ? (each as ReadonlyMap<Value, Value>) : new Map<Value, Value>();
    return { title: screen.get(1) ?? '', content: screen.get(2) ?? '' };
  });
  return screens.every(isScreen) && screens.some(({ content }) => content !== '') ? screens : null;
}

const isScreen = (screen: { readonly title: Value; readonly content: Value }): screen is Screen =>
  typeof screen.title === 'string' && typeof screen.content === 'string';

/** As much of CBOR (RFC 8949) as the screens use; undefined for everything else. */
class CborReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): Value | undefined {
    const first = this.#bytes[this.#at];
    if (first === undefined || depth > MAX_DEPTH) return undefined;
    this.#at += 1;
    const kind = first >> 5;
    if (kind === SIMPLE) return first === 0xf5 ? true : first === 0xf4 ? false : undefined;
    const count = this.#count(first & 0x1f);
    if (count === undefined) return undefined;
    if (kind === INTEGER) return count;
    // Every item has a byte at least, so that a count beyond the end is none.
    if (count > this.#bytes.length - this.#at) return undefined;
    if (kind === TEXT) {
      this.#at += count;
      return fromUtf8(this.#bytes.subarray(this.#at - count, this.#at));
    }
    if (kind === LIST) return this.#many(count, depth);
    if (kind !== MAP) return undefined;
    const flat = this.#many(2 * count, depth);
    if (flat === undefined) return undefined;
    return new Map(
      Array.from({ length: count }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']),
    );
  }

  #many(count: number, depth: number): Value[] | undefined {
    const values: Value[] = [];
    for (let left = count; left > 0; left -= 1) {
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  #count(short: number): number | undefined {
    if (short < 24) return short;
    const size = { 24: 1, 25: 2, 26: 4 }[short];
    if (size === undefined || this.#at + size > this.#bytes.length) return undefined;
    const taken = this.#bytes.subarray(this.#at, this.#at + size);
    this.#at += size;
    return taken.reduce((sum, byte) => sum * 256 + byte, 0);
  }
}

/** Cosmos hashes with SHA-256; its chains with Ethereum's keys with Keccak-256. */
const HASHED_WITH: readonly HashFunction[] = ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_KECCAK256'];

const bytes = (name: string): FieldSchema => ({ name, kind: 'bytes' });
const many = (name: string, of: MessageSchema): FieldSchema => ({
  name,
  kind: 'message',
  of,
  repeated: true,
});
const coin: MessageSchema = { 1: bytes('denom'), 2: bytes('amount') };

// Cosmos SDK, proto/cosmos/tx/v1beta1/tx.proto and proto/cosmos/bank/v1beta1/tx.proto.
const SIGN_DOC: MessageSchema = {
  1: bytes('body_bytes'),
  2: bytes('auth_info_bytes'),
  3: bytes('chain_id'),
  4: { name: 'account_number', kind: 'integer' },
};
const BODY: MessageSchema = {
  1: many('messages', { 1: bytes('type_url'), 2: bytes('value') }),
  2: bytes('memo'),
};
const AUTH_INFO: MessageSchema = { 2: { name: 'fee', kind: 'message', of: { 1: many('amount', coin) } } };
const SEND_TYPE = '/cosmos.bank.v1beta1.MsgSend';
const SEND: MessageSchema = { 1: bytes('from_address'), 2: bytes('to_address'), 3: many('amount', coin) };

interface SignDocument {
  readonly chainId: string;
  readonly types: readonly string[];
  readonly memo: string;
  readonly facts: readonly Fact[];
}

const textIn = (message: Message | undefined, number: number): string => fromUtf8(bytesOf(message, number));
const read = (from: Uint8Array, schema: MessageSchema): Message =>
  readProtobuf(from, [0, from.length], schema);
const text = (label: string, value: string): Fact => ({ label, value: revealInvisible(value), kind: 'text' });
const coinsOf = (coins: readonly Message[]): string =>
  coins.map((each) => `${textIn(each, 2)} ${textIn(each, 1)}`).join(', ');

/** `SignDoc` of the mode DIRECT. */
const SIGN_DOC_FORM: PayloadForm = {
  name: 'a Cosmos transaction (SignDoc)',
  kind: 'transaction',
  hashedWith: HASHED_WITH,
  read: (given) => {
    const document = read(given, SIGN_DOC);
    const chainId = textIn(document, 3);
    if (hasUnknown(document) || bytesOf(document, 1).length === 0 || !/^[\w.-]+$/.test(chainId)) return null;
    // Nodes sign what stands in it as it is: in whatever order its fields are, it is a transaction.
    const body = readable(() => bodyOf(bytesOf(document, 1)));
    const fee = readable(() => feeOf(bytesOf(document, 2)));
    return readingOf({
      chainId,
      types: body?.types ?? [],
      memo: body?.memo ?? '',
      facts: [
        ...(body?.facts ?? [text('Messages', NOT_READABLE)]),
        ...(fee ?? [text('Fee', NOT_READABLE)]),
        text('Account number', BigInt.asUintN(64, integerOf(document, 4)).toString()),
      ],
    });
  },
};

const NOT_READABLE = 'can’t be read';

/** A window draws each: of what a megabyte of messages or screens says, so many facts are told. */
const MOST_TOLD = 200;
const firstOf = (facts: readonly Fact[]): Fact[] =>
  facts.length <= MOST_TOLD
    ? [...facts]
    : [...facts.slice(0, MOST_TOLD), text('Not shown', `${facts.length - MOST_TOLD} more`)];

/** What a reading gives; undefined where the bytes are not written as it reads them. */
function readable<T>(reading: () => T): T | undefined {
  try {
    return reading();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

function bodyOf(given: Uint8Array): Pick<SignDocument, 'types' | 'memo' | 'facts'> {
  const body = read(given, BODY);
  const messages = messagesOf(body, 1);
  return {
    types: messages.map((message) => textIn(message, 1)),
    memo: textIn(body, 2),
    facts: firstOf(
      messages.flatMap((message) => readable(() => sendFacts(message)) ?? [text('Payment', NOT_READABLE)]),
    ),
  };
}

function feeOf(given: Uint8Array): Fact[] {
  const [fee] = messagesOf(read(given, AUTH_INFO), 2);
  return fee === undefined ? [] : [text('Fee', coinsOf(messagesOf(fee, 1)) || 'none')];
}

function sendFacts(message: Message): Fact[] {
  if (textIn(message, 1) !== SEND_TYPE) return [];
  const send = read(bytesOf(message, 2), SEND);
  return [
    { label: 'From', value: textIn(send, 1), kind: 'address' },
    { label: 'To', value: textIn(send, 2), kind: 'address' },
    { label: 'Amount', value: coinsOf(messagesOf(send, 3)), kind: 'amount' },
  ];
}

/** `StdSignDoc` of the mode LEGACY_AMINO_JSON. */
const AMINO_FORM: PayloadForm = {
  name: 'a Cosmos transaction (amino JSON)',
  kind: 'transaction',
  hashedWith: HASHED_WITH,
  read: (given) => {
    const document = objectIn(given);
    const { chain_id: chainId, msgs, fee, memo } = document;
    if (typeof chainId !== 'string' || !Array.isArray(msgs) || typeof fee !== 'object') return null;
    const types = msgs.map((message: unknown) => String((message as { type?: unknown } | null)?.type));
    const facts = [text('Document', fromUtf8(given))];
    return readingOf({ chainId, types, memo: typeof memo === 'string' ? memo : '', facts });
  },
};

function objectIn(given: Uint8Array): Readonly<Record<string, unknown>> {
  if (given[0] !== 0x7b) return {};
  try {
    return JSON.parse(fromUtf8(given)) as Record<string, unknown>;
  } catch {
    // Not JSON, so another form.
    return {};
  }
}

const readingOf = ({ chainId, types, memo, facts }: SignDocument): FormReading => ({
  sentence: say(
    `Do ${revealInvisible([...types.slice(0, MOST_TOLD), ...(types.length > MOST_TOLD ? ['more'] : [])].join(', ')) || 'what can’t be read'} on ${chainId === '' ? 'no chain' : revealInvisible(chainId)}`,
  ),
  facts: [
    text('Chain', chainId === '' ? 'none' : chainId),
    ...firstOf(types.map((type) => text('Message', type))),
    ...facts,
    ...(memo === '' ? [] : [text('Memo', memo)]),
  ],
  warnings: [
    blindSigning('This console does not read what Cosmos messages do.'),
    ...warnOfCharacters(memo, 'The memo'),
  ],
});

/** The screens of the mode TEXTUAL, which a device shows one by one. */
const TEXTUAL_FORM: PayloadForm = {
  name: 'a Cosmos transaction (screens)',
  kind: 'transaction',
  hashedWith: HASHED_WITH,
  read: (given) => {
    const screens = readScreens(given);
    if (screens === null) return null;
    return {
      sentence: say('Do what its screens say'),
      facts: firstOf(
        screens.map(({ title, content }, index) => text(title || `Screen ${index + 1}`, content)),
      ),
      warnings: [blindSigning('This console does not read what Cosmos messages do.')],
    };
  },
};

/** What accounts of Cosmos chains sign. */
export const COSMOS_FORMS: readonly PayloadForm[] = [SIGN_DOC_FORM, AMINO_FORM, TEXTUAL_FORM];
