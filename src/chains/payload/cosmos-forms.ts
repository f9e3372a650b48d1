import type { HashFunction } from '#protocol/catalogue/signing.ts';
import { fromUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { FormReading, PayloadForm } from '../model/chain.ts';
import type { Fact, Warning } from '../model/decoded.ts';
import { say } from '../model/sentence.ts';
import { blindSigning, restNotShown, warnOfCharacters } from '../model/warnings.ts';
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
import { readScreens } from './cosmos-screens.ts';

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
  readonly told: Told;
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
      told: {
        facts: [
          ...(body?.told.facts ?? [text('Messages', NOT_READABLE)]),
          ...(fee ?? [text('Fee', NOT_READABLE)]),
          text('Account number', BigInt.asUintN(64, integerOf(document, 4)).toString()),
        ],
        warnings: body?.told.warnings ?? [],
      },
    });
  },
};

const NOT_READABLE = 'can’t be read';

/** A window draws each: of what a megabyte of messages or screens says, so many facts are told. */
const MOST_TOLD = 200;

/** Facts of one kind: those that are told, and what to say of the rest. */
interface Told {
  readonly facts: Fact[];
  readonly warnings: Warning[];
}

function firstOf(facts: Fact[], what: string): Told {
  const rest = facts.length - MOST_TOLD;
  if (rest <= 0) return { facts, warnings: [] };
  return {
    facts: [...facts.slice(0, MOST_TOLD), text('Not shown', `${rest} more`)],
    warnings: restNotShown(what, MOST_TOLD, facts.length),
  };
}

/** What a reading gives; undefined where the bytes are not written as it reads them. */
function readable<T>(reading: () => T): T | undefined {
  try {
    return reading();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

function bodyOf(given: Uint8Array): Pick<SignDocument, 'types' | 'memo' | 'told'> {
  const body = read(given, BODY);
  const messages = messagesOf(body, 1);
  return {
    types: messages.map((message) => textIn(message, 1)),
    memo: textIn(body, 2),
    told: firstOf(
      messages.flatMap((message) => readable(() => sendFacts(message)) ?? [text('Payment', NOT_READABLE)]),
      'facts',
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
    const told = { facts: [text('Document', fromUtf8(given))], warnings: [] };
    return readingOf({ chainId, types, memo: typeof memo === 'string' ? memo : '', told });
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

function readingOf({ chainId, types, memo, told }: SignDocument): FormReading {
  const named = [...types.slice(0, MOST_TOLD), ...(types.length > MOST_TOLD ? ['more'] : [])].join(', ');
  const messages = firstOf(
    types.map((type) => text('Message', type)),
    'messages',
  );
  return {
    sentence: say(
      `Do ${revealInvisible(named) || 'what can’t be read'} on ${chainId === '' ? 'no chain' : revealInvisible(chainId)}`,
    ),
    facts: [
      text('Chain', chainId === '' ? 'none' : chainId),
      ...messages.facts,
      ...told.facts,
      ...(memo === '' ? [] : [text('Memo', memo)]),
    ],
    warnings: [
      blindSigning('This console does not read what Cosmos messages do.'),
      ...messages.warnings,
      ...told.warnings,
      ...warnOfCharacters(memo, 'The memo'),
    ],
  };
}

/** The screens of the mode TEXTUAL, which a device shows one by one. */
const TEXTUAL_FORM: PayloadForm = {
  name: 'a Cosmos transaction (screens)',
  kind: 'transaction',
  hashedWith: HASHED_WITH,
  read: (given) => {
    const screens = readScreens(given);
    if (screens === null) return null;
    const { facts, warnings } = firstOf(
      screens.map(({ title, content }, index) => text(title || `Screen ${index + 1}`, content)),
      'screens',
    );
    return {
      sentence: say('Do what its screens say'),
      facts,
      warnings: [blindSigning('This console does not read what Cosmos messages do.'), ...warnings],
    };
  },
};

/** What accounts of Cosmos chains sign. */
export const COSMOS_FORMS: readonly PayloadForm[] = [SIGN_DOC_FORM, AMINO_FORM, TEXTUAL_FORM];
