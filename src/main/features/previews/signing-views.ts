import type { z } from 'zod';
import type * as signing from '#protocol/catalogue/signing.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { readTransaction, chainOf } from '#chains/chains.ts';
import { AppError } from '#protocol/error.ts';
import type {
  signTransaction,
  signRawPayload,
  signRawPayloads,
  PayloadEncoding,
} from '#protocol/catalogue/signing.ts';
import { withNewRecipients, withOwnNames } from '#chains/model/recipients.ts';
import { among } from '#chains/model/totals.ts';
import { readOwnNames } from './own-names.ts';
import { findSigner } from './find-signer.ts';
import type { Expectation, PreviewReads } from './preview-maker.ts';
import { sentenceText, type Fact, type RecognisedAction } from '#chains/model/decoded.ts';
import { ordered } from '#chains/model/warnings.ts';
import { readPayload, type PayloadReading, type PayloadSigner } from '#chains/payload/read-payload.ts';
import { findPayloadSigner } from './find-payload-signer.ts';

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
  const { nameOf } = await readOwnNames(reads);
  const read = chain.read(unsignedTransaction, signer, {
    ownAddresses: own,
    ...(known === undefined ? {} : { known }),
    ...(interfaces === undefined ? {} : { interfaces }),
  });
  const named = withOwnNames(read, nameOf);
  // Where nobody says whom we paid, nobody is called new.
  const reading = known === undefined ? named : withNewRecipients(named, among(known));
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
  const signer = await payloadSigner(signWith, payload.encoding, reads);
  return { ...readPayload(payload, signer, await reads.interfaces?.()), expectation: expectationOf(signer) };
};

/** Reads each of the payloads; a single one as if it had been asked for alone. */
export const signRawPayloadsPreview: PreviewOf<typeof signRawPayloads> = async (
  { signWith, payloads, ...how },
  reads,
) => {
  const signer = await payloadSigner(signWith, how.encoding, reads);
  const interfaces = await reads.interfaces?.();
  const readings = payloads.map((payload) => readPayload({ payload, ...how }, signer, interfaces));
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
    expectation,
  };
};

/** The key that signs; beside it whom we paid, where the payload may name recipients. */
async function payloadSigner(
  signWith: string,
  encoding: PayloadEncoding,
  reads: PreviewReads,
): Promise<PayloadSigner> {
  const signer = await findPayloadSigner(signWith, reads);
  if (encoding !== 'PAYLOAD_ENCODING_EIP712') return signer;
  const known = await reads.earlierRecipients?.(chainOf('TRANSACTION_TYPE_ETHEREUM'));
  return known === undefined ? signer : { ...signer, known };
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

const UNREADABLE = 'Unreadable transaction';

export const signingViews: ViewsOf<typeof signing> = {
  sign_transaction: {
    preview: signTransactionPreview,
    reads: 'transaction',
    title: titleTransaction,
    untitled: UNREADABLE,
  },
  sign_raw_payload: { preview: signRawPayloadPreview, reads: 'payload' },
  sign_raw_payloads: { preview: signRawPayloadsPreview, reads: 'payload' },
};

function titleTransaction({ type, unsignedTransaction }: Transaction): string {
  try {
    return readTransaction(type, unsignedTransaction)
      .sentence.map(({ kind, value }) => (kind === 'address' ? shorten(value) : value))
      .join('')
      .replace(/\.$/, '');
  } catch (error) {
    if (error instanceof AppError) return UNREADABLE;
    throw error;
  }
}

type Transaction = z.output<typeof signTransaction.parameters>;

/** "0x5E2f…8B7a6": enough to tell rows apart; the detail shows the address whole. */
const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-5)}`;
