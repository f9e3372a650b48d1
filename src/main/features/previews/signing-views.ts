import { type Chain, chainOf } from '#chains/chains.ts';
import {
  type DecodedTransaction,
  type Fact,
  type RecognisedAction,
  type Warning,
  sentenceText,
} from '#chains/model/decoded.ts';
import { recipientsOf, spendersOf, withNewRecipients, withOwnNames } from '#chains/model/recipients.ts';
import { among } from '#chains/model/totals.ts';
import { ordered } from '#chains/model/warnings.ts';
import {
  type Payload,
  type PayloadReading,
  type PayloadSigner,
  readPayload,
} from '#chains/payload/read-payload.ts';
import type * as signing from '#protocol/catalogue/signing.ts';
import type { signRawPayload, signRawPayloads, signTransaction } from '#protocol/catalogue/signing.ts';
import { defineWarnings } from '#protocol/define-warnings.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import { createYield } from '../../platform/pacing.ts';
import type { NameOf, PreviewOf, ViewsOf } from './operation-view.ts';
import { findPayloadSigner, findSigner, readOwnNames } from './own-addresses.ts';
import type { Expectation, PreviewParts, PreviewReads } from './preview-maker.ts';
import { UNREADABLE, transactionLine } from './transaction-line.ts';
import { previewWarning } from './warnings.ts';

// Two people, two factors and the network take about this long.
const SOON_MS = 120_000;
const DAY_MS = 86_400_000;
// Orders and allowances by signature are asked for with hours or weeks.
const LONG_MS = 60 * DAY_MS;

/**
 * What there is to say of a transaction's own time limit at a moment; the bytes alone cannot tell.
 * @param nowMs ms since the epoch
 * @returns a warning once the limit has passed or is near, else none
 */
export function expiryWarnings(reading: DecodedTransaction | null, nowMs: number): Warning[] {
  const expiresAtMs = reading?.expiresAtMs;
  if (expiresAtMs === undefined) return [];
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) return [previewWarning('TRANSACTION_EXPIRED')];
  if (leftMs > LONG_MS)
    return [previewWarning('VALID_FOR_LONG', { days: Math.floor(leftMs / DAY_MS).toLocaleString('en') })];
  if (leftMs > SOON_MS) return [];
  const seconds = Math.ceil(leftMs / 1000);
  return [
    previewWarning('TRANSACTION_EXPIRES_SOON', {
      seconds: `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
    }),
  ];
}

/** What a payment is told of the operator's contacts. */
const contactWarning = defineWarnings({
  NOT_A_CONTACT: [
    'danger',
    'Not in your contacts',
    '{address} isn’t the address of a contact, and this profile pays contacts only.',
  ],
  CONTACTS_UNCHECKED: [
    'danger',
    'Recipients can’t be compared with your contacts',
    'This profile pays contacts only, but the transaction doesn’t say in full whom it pays.',
  ],
  CONTACTS_UNKNOWN: ['danger', 'Your contacts can’t be checked', '{fault}'],
});

/** Reads the transaction out of the very bytes, and finds whose signature must come out of it. */
export const signTransactionPreview: PreviewOf<typeof signTransaction> = async (
  { signWith, unsignedTransaction, type },
  reads,
) => {
  const chain = chainOf(type);
  // Before the service is asked: what cannot be read is refused without it.
  chain.read(unsignedTransaction);
  const { signer, own } = await findSigner(chain, signWith, reads);
  const interfaces = await reads.interfaces?.();
  const known = await reads.earlierRecipients?.(chain);
  const contacts = await reads.contacts?.();
  const { nameOf } = await readOwnNames(reads);
  const read = chain.read(unsignedTransaction, signer, {
    ownAddresses: own,
    ...(known === undefined ? {} : { known }),
    ...(contacts === undefined ? {} : { contacts: contacts.addresses }),
    ...(interfaces === undefined ? {} : { interfaces }),
    ...reads.brought,
  });
  const isOurs = (address: string): boolean => nameOf(address) !== undefined;
  const reading = withPeople(read, { nameOf, known, contacts, isOurs });
  const { address, publicKey } = signer;
  return {
    sentence: reading.sentence,
    facts: reading.facts,
    warnings: reading.warnings,
    reading,
    expectation: { kind: 'signedBy', address, ...(publicKey === undefined ? {} : { publicKey }) },
  };
};

/** Reads what a signature over the payload says, and finds whose signature must come back. */
export const signRawPayloadPreview: PreviewOf<typeof signRawPayload> = async (
  { signWith, ...payload },
  reads,
) => {
  const signer = await payloadSigner(signWith, reads);
  const read = await payloadReader(signer, reads);
  return { ...(await read(payload)), expectation: expectationOf(signer) };
};

/** Reads each of the payloads; a single one as if it had been asked for alone. */
export const signRawPayloadsPreview: PreviewOf<typeof signRawPayloads> = async (
  { signWith, payloads, ...how },
  reads,
) => {
  const signer = await payloadSigner(signWith, reads);
  const read = await payloadReader(signer, reads);
  const readings: PayloadReading[] = [];
  const yieldToEventLoop = createYield();
  for (const payload of payloads) {
    readings.push(await read({ payload, ...how }));
    await yieldToEventLoop();
  }
  const [only] = readings;
  const expectation = expectationOf(signer);
  if (readings.length === 1 && only !== undefined) return { ...only, expectation };
  return {
    sentence: [{ kind: 'text', value: `Sign ${readings.length} payloads with the same key.` }],
    facts: readings.flatMap((reading, index) => numbered(reading, index + 1)),
    warnings: ordered(
      readings.flatMap(({ warnings }, index) =>
        warnings.map((warning) => ({ ...warning, text: `Payload ${index + 1}: ${warning.text}` })),
      ),
    ),
    reading: null,
    ...wantsOf(readings),
    expectation,
  };
};

/** What several readings could use, each once. */
function wantsOf(readings: readonly PayloadReading[]): Pick<PreviewParts, 'wants'> {
  const named = (member: 'lookupTables' | 'previousTransactions'): string[] => [
    ...new Set(readings.flatMap(({ reading }) => reading?.[member] ?? [])),
  ];
  const lookupTables = named('lookupTables');
  const previousTransactions = named('previousTransactions');
  if (lookupTables.length + previousTransactions.length === 0) return {};
  return { wants: { lookupTables, previousTransactions } };
}

/** The key that signs, and what files brought beside the payload. */
async function payloadSigner(signWith: string, reads: PreviewReads): Promise<PayloadSigner> {
  const { brought } = reads;
  return { ...(await findPayloadSigner(signWith, reads)), ...(brought === undefined ? {} : { brought }) };
}

/** Reads payloads of one key. Earlier recipients are asked for once a chain, and only if a payload is a transaction or typed data. */
async function payloadReader(
  signer: PayloadSigner,
  reads: PreviewReads,
): Promise<(payload: Payload) => Promise<PayloadReading>> {
  const interfaces = await reads.interfaces?.();
  const contacts = await reads.contacts?.();
  const asked = new Map<Chain, Promise<readonly string[]> | undefined>();
  const earlier = (chain: Chain): Promise<readonly string[]> | undefined => {
    if (!asked.has(chain)) asked.set(chain, reads.earlierRecipients?.(chain));
    return asked.get(chain);
  };
  const informedOf = async (chain: Chain): Promise<PayloadSigner> => {
    const known = await earlier(chain);
    return {
      ...signer,
      ...(known === undefined ? {} : { known }),
      ...(contacts === undefined ? {} : { contacts: contacts.addresses }),
    };
  };
  return async (payload) => {
    if (payload.encoding === 'PAYLOAD_ENCODING_EIP712') {
      const informed = await informedOf(chainOf('TRANSACTION_TYPE_ETHEREUM'));
      return withContactsIn(readPayload(payload, informed, interfaces), contacts, informed);
    }
    const first = readPayload(payload, signer, interfaces);
    if (first.chain === undefined) return withContactsIn(first, contacts, signer);
    const informed = await informedOf(first.chain);
    return withContactsIn(readPayload(payload, informed, interfaces), contacts, informed);
  };
}

/** A payload's reading with its contacts named, and held to the rule over them. */
function withContactsIn(
  read: PayloadReading,
  contacts: KnownContacts | undefined,
  { nameOf, own = [], addresses, known }: PayloadSigner,
): PayloadReading {
  if (read.reading === null) return read;
  const ours = among([...own, ...addresses.map(({ address }) => address)]);
  const isOurs = (address: string): boolean => nameOf?.(address) !== undefined || ours(address);
  const reading = withPeople(read.reading, { nameOf, known, contacts, isOurs });
  return {
    ...read,
    facts: reading.facts,
    warnings: ordered([...read.warnings, ...reading.warnings]),
    reading,
  };
}

/** What is known of the addresses in a reading. */
interface KnownPeople {
  readonly nameOf: NameOf | undefined;
  /** Who was paid before; undefined where nobody says. */
  readonly known: readonly string[] | undefined;
  readonly contacts: KnownContacts | undefined;
  readonly isOurs: (address: string) => boolean;
}

/** A reading that names keys and contacts, says who was paid before, and is held to the rule over contacts. */
function withPeople(
  read: DecodedTransaction,
  { nameOf, known, contacts, isOurs }: KnownPeople,
): DecodedTransaction {
  const isKnown = known === undefined ? undefined : among(known);
  const named = withContacts(withOwnNames(read, nameOf), contacts, isKnown);
  // Nobody is called new if it isn't known who was paid.
  return withContactRule(isKnown === undefined ? named : withNewRecipients(named, isKnown), contacts, isOurs);
}

/** A reading whose contacts have their names. @param isKnown whether an address was paid before; nobody is called unpaid without it */
const withContacts = (
  reading: DecodedTransaction,
  contacts: KnownContacts | undefined,
  isKnown: (address: string) => boolean = () => true,
): DecodedTransaction =>
  withOwnNames(reading, (address) => {
    const name = contacts?.nameOf(address);
    if (name === undefined) return undefined;
    return `contact “${revealInvisible(name)}”${isKnown(address) ? '' : ', not paid before'}`;
  });

/** A reading that says where it breaks the rule to pay contacts only; what cannot be read breaks it. */
function withContactRule(
  reading: DecodedTransaction,
  contacts: KnownContacts | undefined,
  isOurs: (address: string) => boolean,
): DecodedTransaction {
  if (contacts === undefined) return reading;
  const { contactsOnly, nameOf, fault } = contacts;
  const strangers = [...recipientsOf(reading), ...spendersOf(reading)].filter(
    (address) => nameOf(address) === undefined && !isOurs(address),
  );
  const broken =
    fault !== null
      ? [contactWarning('CONTACTS_UNKNOWN', { fault })]
      : !contactsOnly
        ? []
        : strangers.length > 0
          ? [...new Set(strangers)].map((address) => contactWarning('NOT_A_CONTACT', { address }))
          : reading.blind
            ? [contactWarning('CONTACTS_UNCHECKED')]
            : [];
  return broken.length === 0 ? reading : { ...reading, warnings: ordered([...reading.warnings, ...broken]) };
}

/** What one of several payloads says, each label with its number. */
function numbered({ sentence, facts, reading }: PayloadReading, number: number): Fact[] {
  const inner = (reading?.actions ?? []).flatMap(({ actions }) => actions.flatMap(factsWithin));
  return [
    { label: `Payload ${number}`, value: sentenceText(sentence), kind: 'text' },
    ...[...facts, ...inner].map(({ label, value, kind, note }) => ({
      label: `${number} · ${label}`,
      value,
      kind,
      ...(note === undefined ? {} : { note }),
    })),
  ];
}

const factsWithin = ({ title, facts, actions }: RecognisedAction): Fact[] => [
  { label: 'Call', value: title, kind: 'text' },
  ...facts,
  ...actions.flatMap(factsWithin),
];

function expectationOf({ curve, publicKey, addresses }: PayloadSigner): Expectation {
  const address = addresses.find(({ format }) => format === 'ADDRESS_FORMAT_ETHEREUM')?.address;
  return {
    kind: 'payloadSignedBy',
    curve,
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(address === undefined ? {} : { address }),
  };
}

export const signingViews: ViewsOf<typeof signing> = {
  sign_transaction: {
    preview: signTransactionPreview,
    reads: 'transaction',
    line: transactionLine,
    untitled: UNREADABLE,
  },
  sign_raw_payload: { preview: signRawPayloadPreview, reads: 'payload' },
  sign_raw_payloads: { preview: signRawPayloadsPreview, reads: 'payload' },
};
