import { revealInvisible } from '#protocol/invisible-characters.ts';
import { textOf, toUtf8 } from '#protocol/encoding.ts';
import { type Hex, prefixedHex, toChecksumAddress } from '../ethereum/model/address.ts';
import type { Fact, SentencePart, Warning } from '../model/decoded.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import { blindSigning, warn, warnOfCharacters } from '../model/warnings.ts';
import { PREFIX } from './personal-message.ts';

const SIGN_IN = /^([^\s]{1,253}) wants you to sign in with your Ethereum account:$/;

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/**
 * The message inside of what a personal signature hashes: the prefix, the message's length in decimal, the message
 * (EIP-191, version `45`).
 * @returns the message's bytes; null where it is not that form
 */
function personalMessage(bytes: Uint8Array): Uint8Array | null {
  if (!startsWith(bytes, PREFIX)) return null;
  const rest = bytes.subarray(PREFIX.length);
  // A message may start with digits; one length alone counts what is behind it.
  for (let digits = 1; digits <= 8 && digits <= rest.length; digits += 1) {
    if (
      startsWith(rest, toUtf8(String(rest.length - digits))) &&
      String(rest.length - digits).length === digits
    ) {
      return rest.subarray(digits);
    }
  }
  return null;
}

/** Where and as whom a message signs in (ERC-4361); null where it does not. Both as they stand in it. */
function signInOf(text: string): { readonly domain: string; readonly address: string } | null {
  const [first = '', address = ''] = text.split('\n', 2);
  const [, domain] = SIGN_IN.exec(first) ?? [];
  return domain === undefined ? null : { domain, address };
}

interface MessageContext {
  /** Whether it is hashed as Ethereum's wallets do it. */
  readonly isEthereum: boolean;
  readonly signer: Hex | null;
}

interface MessageReading {
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  readonly warnings: Warning[];
}

/** Lines that are shown one by one; a longer text is one value. */
const MAX_LINES = 60;
const MAX_QUOTED = 80;

/** Reads bytes that are no transaction: a personal message (EIP-191), another text, or data. */
export function readMessage(bytes: Uint8Array, { isEthereum, signer }: MessageContext): MessageReading {
  const personal = personalMessage(bytes);
  const content = personal ?? bytes;
  const text = textOf(content);
  if (text === null) return readData(content, personal !== null);
  const signIn = personal === null ? null : signInOf(text);
  return {
    sentence:
      signIn === null
        ? say('Sign the text ', theAmount(`“${quote(text)}”`))
        : say('Sign in to ', theAmount(revealInvisible(signIn.domain)), ...signInAs(signIn.address)),
    facts: [
      ...textFacts(text),
      {
        label: 'Form',
        value: personal === null ? 'text as it is' : 'personal message (EIP-191)',
        kind: 'text',
      },
    ],
    warnings: [
      ...(signIn === null ? [] : warnOfSignIn(signIn, signer)),
      ...(isEthereum && personal === null ? [NO_PREFIX] : []),
      ...(!isEthereum && personal !== null ? [OTHER_HASH] : []),
      ...(signIn === null ? [] : warnOfCharacters(signIn.domain, 'The site', 'name')),
      ...warnOfCharacters(text, 'The text'),
    ],
  };
}

function readData(content: Uint8Array, isPersonal: boolean): MessageReading {
  const size = `${content.length} ${content.length === 1 ? 'byte' : 'bytes'}`;
  const what = `${size} that are no text`;
  return {
    sentence: say(`Sign ${what}${isPersonal ? ', as a personal message' : ''}`),
    facts: [{ label: 'Data', value: prefixedHex(content), kind: 'data', note: size }],
    warnings: [blindSigning(`The payload is ${what}: what it stands for could not be read.`)],
  };
}

const NO_PREFIX = warn(
  'NO_PREFIX',
  'caution',
  'Not marked as a message',
  'Wallets put a prefix before messages (EIP-191), so that they can never be something else. This text has none.',
);

const OTHER_HASH = warn(
  'PERSONAL_MESSAGE_HASH',
  'caution',
  'Signed in another way than wallets do',
  'A personal message of Ethereum is hashed with Keccak-256 and signed with a secp256k1 key. Here it is not.',
);

/** The start of a text, for a sentence. */
function quote(text: string): string {
  // Two units a letter at most: the rest of a long text isn't looked at.
  const [line = ''] = text.slice(0, 2 * MAX_QUOTED + 2).split(/\r?\n/, 1);
  const start = Array.from(line).slice(0, MAX_QUOTED).join('');
  return `${revealInvisible(start)}${start.length < text.length ? '…' : ''}`;
}

function textFacts(text: string): Fact[] {
  const lines = text.split(/\r?\n/, MAX_LINES + 1);
  if (lines.length === 1 || lines.length > MAX_LINES) {
    return [{ label: 'Text', value: text === '' ? 'empty' : revealInvisible(text), kind: 'text' }];
  }
  return lines.map((line, index) => ({
    label: `Line ${index + 1}`,
    value: revealInvisible(line),
    kind: 'text',
  }));
}

const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

const signInAs = (address: string): SentencePart[] =>
  isAddress(address) ? say(' as ', theAddress(toChecksumAddress(address))) : [];

function warnOfSignIn(
  { domain, address }: { readonly domain: string; readonly address: string },
  signer: Hex | null,
): Warning[] {
  const isOther = signer !== null && (!isAddress(address) || toChecksumAddress(address) !== signer);
  return [
    warn(
      'SIGN_IN',
      'caution',
      'Signs in',
      `Whoever has this signature is signed in as you at ${revealInvisible(domain)}. Sign only what you asked for there yourself.`,
    ),
    ...(isOther
      ? [
          warn(
            'NOT_THE_SIGNER',
            'danger',
            'Not the account of this key',
            `The message names ${revealInvisible(address.slice(0, 80))}, but ${signer} signs.`,
          ),
        ]
      : []),
  ];
}
