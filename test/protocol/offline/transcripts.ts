import fc from 'fast-check';
import { fromHex } from '#protocol/encoding.ts';
import { ceremonyKeysDigest } from '#protocol/offline/ceremony-keys.ts';
import {
  type CeremonyAct,
  type Transcript,
  approvalStatement,
  headOf,
  transcriptDigest,
  trialStatement,
} from '#protocol/offline/transcript.ts';
import { type ApiKeyCurve, portableSigner, stamp } from '#protocol/stamp.ts';

const MADE = Date.UTC(2026, 10, 22, 16, 0, 0);
const filled = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);
const ADA = 'Ada Lovelace';
const BOB = 'Bob Noyce';
/** Keys that are no secret: each byte is the number. */
const signers = { [ADA]: 11, [BOB]: 12 };
const signerOf = (name: string, curve: ApiKeyCurve = 'API_KEY_CURVE_ED25519') =>
  portableSigner(curve, filled(32, name === ADA ? signers[ADA] : signers[BOB]));

const withEntry = (transcript: Transcript, act: CeremonyAct, by = ADA): Transcript => ({
  ...transcript,
  entries: [
    ...transcript.entries,
    {
      previous: headOf(transcript),
      at: MADE + transcript.entries.length * 60_000,
      program: '1.0.0',
      by,
      act,
    },
  ],
});

/** A whole ceremony with entries of every kind; the same bytes each time, because Ed25519 draws nothing. */
export function wholeTranscript(): Transcript {
  let now: Transcript = {
    format: 'keyops-transcript',
    version: 1,
    ceremony: filled(16, 1),
    title: 'Vault keys',
    organization: '01234567-89ab-4cde-8f01-23456789abcd',
    people: [ADA, BOB],
    entries: [],
    approvals: [],
  };
  const curve = 'API_KEY_CURVE_ED25519';
  const keyOf = (name: string): Uint8Array => fromHex(signerOf(name).publicKey);
  now = withEntry(now, { step: 'begin' });
  now = withEntry(now, { step: 'create', of: ADA, publicKey: keyOf(ADA), curve });
  now = withEntry(now, { step: 'bring', of: BOB, publicKey: keyOf(BOB), curve }, BOB);
  now = withEntry(now, { step: 'paper', of: ADA, needed: 2, count: 3 });
  now = withEntry(now, {
    ...{ step: 'file', of: ADA, sealed: 'passphrase' },
    file: { name: 'ada.age', digest: filled(32, 2) },
  });
  const statement = trialStatement({ ceremony: now.ceremony, previous: headOf(now) }, ADA);
  now = withEntry(now, { step: 'trial', of: ADA, backup: 5, proof: signerOf(ADA).sign(statement) }, BOB);
  now = withEntry(now, {
    step: 'export',
    file: { name: 'vault.keyops-keys', digest: ceremonyKeysDigest(now) },
  });
  now = withEntry(now, {
    ...{ step: 'enroll', of: ADA, user: 'user-1', activity: 'activity-1', enroller: filled(33, 3) },
    ...{ request: filled(32, 4), stamp: filled(32, 5), answer: filled(32, 6) },
  });
  const transcript = transcriptDigest(now);
  const approvals = [ADA, BOB].map((person, n) => {
    const said = { person, at: MADE + 3_600_000 + n, entries: now.entries.length, transcript };
    return {
      ...said,
      publicKey: keyOf(person),
      stamp: stamp(approvalStatement(now.ceremony, said), signerOf(person)),
    };
  });
  return { ...now, approvals };
}

const bytes = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength });
const name = fc.stringMatching(/^[A-Za-zÄöüß0-9][a-zäöü0-9.'’-]{0,10}(?: [A-Z][a-z]{0,10})?$/u);
const plain = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);
const ms = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const file = fc.record({ name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/), digest: bytes(32) });
const curve = fc.constantFrom('API_KEY_CURVE_P256' as const, 'API_KEY_CURVE_ED25519' as const);
const step = <const S extends string>(text: S) => fc.constant(text);
const act: fc.Arbitrary<CeremonyAct> = fc.oneof(
  fc.record({ step: step('begin') }),
  fc.record({ step: step('create'), of: name, publicKey: bytes(32, 33), curve }),
  fc.record({ step: step('bring'), of: name, publicKey: bytes(32, 33), curve }),
  fc.record({ step: step('export'), file }),
  fc.record({
    ...{ step: step('enroll'), of: name, user: plain, activity: plain, enroller: bytes(32, 33) },
    ...{ request: bytes(32), stamp: bytes(32), answer: bytes(32) },
  }),
  fc.record({
    ...{ step: step('paper'), of: name },
    ...{ needed: fc.integer({ min: 2, max: 16 }), count: fc.integer({ min: 2, max: 16 }) },
  }),
  fc.record({
    ...{ step: step('file'), of: name, file },
    sealed: fc.constantFrom('passphrase' as const, 'recipients' as const),
  }),
  fc.record({
    step: step('trial'),
    of: name,
    backup: fc.integer({ min: 1, max: 400 }),
    proof: bytes(64, 80),
  }),
);

/** Any transcript that has the format, whether it holds together or not. */
export const anyTranscript: fc.Arbitrary<Transcript> = fc
  .record({
    ceremony: bytes(16),
    title: name,
    organization: plain,
    people: fc.array(name, { minLength: 2, maxLength: 4 }),
    entries: fc.array(fc.record({ previous: bytes(32), at: ms, program: plain, by: name, act }), {
      maxLength: 8,
    }),
    approvals: fc.array(
      fc.record({
        ...{ person: name, publicKey: bytes(32, 33), at: ms, transcript: bytes(32), stamp: plain },
        entries: fc.integer({ min: 1, max: 400 }),
      }),
      { maxLength: 3 },
    ),
  })
  .map((rest): Transcript => ({ format: 'keyops-transcript', version: 1, ...rest }));
