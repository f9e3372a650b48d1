import { toHex } from '../encoding.ts';
import { openSteps, stepText } from './check-transcript.ts';
import { type CeremonyAct, type CeremonyEntry, type Transcript, transcriptDigest } from './transcript.ts';

const CURVE_NAMES = {
  API_KEY_CURVE_P256: 'P-256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
} as const;

/** An entry in words: what was done, then each thing of it on a line of its own. */
function actText(act: CeremonyAct, by: string): readonly [done: string, ...facts: string[]] {
  const whose = 'of' in act ? (act.of === by ? 'their own' : `${act.of}’s`) : '';
  switch (act.step) {
    case 'begin':
      return ['began the ceremony'];
    case 'create':
      return [
        `made ${whose} credential in the keychain (${CURVE_NAMES[act.curve]})`,
        `public key ${toHex(act.publicKey)}`,
      ];
    case 'bring':
      return [
        `brought ${whose} credential, which is elsewhere (${CURVE_NAMES[act.curve]})`,
        `public key ${toHex(act.publicKey)}`,
      ];
    case 'export':
      return ['wrote the public keys to a file', ...fileText(act.file)];
    case 'enroll':
      return [
        `recorded that ${whose} credential is registered`,
        `user ${act.user}, activity ${act.activity}`,
        `stamped with ${toHex(act.enroller)}`,
        `request ${toHex(act.request)}`,
        `stamp ${toHex(act.stamp)}`,
        `answer ${toHex(act.answer)}`,
      ];
    case 'paper':
      return [`wrote ${whose} key to ${act.count} shares on paper, any ${act.needed} of which restore it`];
    case 'file':
      return [
        `sealed ${whose} key into an age file, to ${act.sealed === 'passphrase' ? 'a passphrase' : 'recipients'}`,
        ...fileText(act.file),
      ];
    case 'trial':
      return [`restored ${whose} key from the backup of entry ${act.backup}, and it signed`];
  }
}

const fileText = ({ name, digest }: { name: string; digest: Uint8Array }): string[] => [
  `file ${name}`,
  `SHA-256 ${toHex(digest)}`,
];

/** An entry in words: a sentence, and each thing of it. */
export function entryText({ act, by }: Pick<CeremonyEntry, 'act' | 'by'>): {
  readonly done: string;
  readonly facts: readonly string[];
} {
  const [done, ...facts] = actText(act, by);
  return { done: `${by} ${done}.`, facts };
}

/** A transcript as text, for the terminal and the printer. Every line begins with words or a number of ours. */
export function transcriptLines(transcript: Transcript): string[] {
  const { title, ceremony, organization, people, entries, approvals } = transcript;
  const open = openSteps(transcript);
  return [
    `Key ceremony “${title}”`,
    `   Number: ${toHex(ceremony)}`,
    `   Organization: ${organization}`,
    ...people.map((name, n) => `   Person ${n + 1}: ${name}`),
    '',
    ...entries.flatMap((entry, n) => {
      const { done, facts } = entryText(entry);
      return [
        `${String(n + 1).padStart(3)}  ${new Date(entry.at).toISOString()}  keyops ${entry.program}`,
        `     ${done}`,
        ...facts.map((fact) => `     ${fact}`),
      ];
    }),
    '',
    ...approvals.flatMap(({ person, at, publicKey }) => [
      `Approved by ${person}, ${new Date(at).toISOString()}`,
      `     with ${toHex(publicKey)}`,
    ]),
    ...open.map(({ step, of }) => `Missing: ${stepText(step, of)}`),
    `Digest: ${toHex(transcriptDigest(transcript))}`,
  ];
}
