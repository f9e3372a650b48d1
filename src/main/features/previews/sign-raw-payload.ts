import { signRawPayload, signRawPayloads } from '../../../protocol/catalogue/signing.ts';
import type { PayloadEncoding } from '../../../protocol/catalogue/signing.ts';
import { chainOf } from '../../../chains/chains.ts';
import { sentenceText, type Fact, type RecognisedAction } from '../../../chains/decoded.ts';
import { ordered } from '../../../chains/warnings.ts';
import { readPayload } from '../../../chains/payload/read-payload.ts';
import type { PayloadReading, PayloadSigner } from '../../../chains/payload/read-payload.ts';
import { findPayloadSigner } from './find-payload-signer.ts';
import type { Expectation, PreviewMaker, PreviewReads } from './preview-maker.ts';

/** Reads what a signature over the payload says, and finds whose signature must come back. */
export const signRawPayloadPreview: PreviewMaker = async (parameters, reads) => {
  const { signWith, ...payload } = signRawPayload.parameters.parse(parameters);
  const signer = await payloadSigner(signWith, payload.encoding, reads);
  return { ...readPayload(payload, signer, await reads.interfaces?.()), expectation: expectationOf(signer) };
};

/** Reads each of the payloads; a single one as if it had been asked for alone. */
export const signRawPayloadsPreview: PreviewMaker = async (parameters, reads) => {
  const { signWith, payloads, ...how } = signRawPayloads.parameters.parse(parameters);
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
