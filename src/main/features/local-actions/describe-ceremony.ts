import { defineWarnings } from '#protocol/define-warnings.ts';
import { toHex } from '#protocol/encoding.ts';
import { openSteps } from '#protocol/offline/check-transcript.ts';
import { entryText } from '#protocol/offline/transcript-text.ts';
import { type Transcript, transcriptDigest } from '#protocol/offline/transcript.ts';
import { type LocalAction, actionFact, actionText } from './local-action.ts';

const ceremonyWarning = defineWarnings({
  KEY_LEAVES_KEYCHAIN: [
    'danger',
    'Whoever has the backup can stamp as you',
    'The private key leaves the keychain for it. Nobody else may see the screen or keep a copy.',
  ],
  CEREMONY_BEGUN_ELSEWHERE: [
    'caution',
    'This ceremony was begun on another console',
    'The journal here has none of its entries. Approve it only if the people there say that it is theirs.',
  ],
  TRANSCRIPT_IS_LOST: [
    'danger',
    'This console’s copy of the transcript is deleted',
    'Without another copy, nobody can go on with the ceremony or verify it later.',
  ],
});

/** A key on its way into a backup. @param way where it goes, in words */
export const describeBackup = (whose: {
  readonly name: string;
  readonly publicKey: string;
  readonly way: string;
  readonly ceremony: string;
}): LocalAction => ({
  operation: 'make_backup',
  effect: 'export',
  summary: 'Back up a credential',
  sentence: [actionText(`Back up the private key of ${whose.name}’s credential: ${whose.way}.`)],
  facts: [
    actionFact('Public key', whose.publicKey, 'hash'),
    actionFact('Key ceremony', whose.ceremony),
    actionFact('Backup', whose.way),
  ],
  warnings: [ceremonyWarning('KEY_LEAVES_KEYCHAIN')],
  subject: `${whose.way}, ${whose.publicKey}`,
});

/** A person’s approval of a whole transcript: every entry of it is on the card. */
export const describeCeremonyApproval = (
  transcript: Transcript,
  { name, publicKey, isForeign }: { name: string; publicKey: string; isForeign: boolean },
): LocalAction => {
  const { title, ceremony, organization, people, entries, approvals } = transcript;
  const digest = toHex(transcriptDigest(transcript));
  return {
    operation: 'approve_key_ceremony',
    effect: 'write',
    verifiesUser: true,
    summary: 'Approve a key ceremony',
    sentence: [
      actionText(
        `Approve the key ceremony “${title}” as ${name}: all ${entries.length} entries happened as written.`,
      ),
    ],
    facts: [
      actionFact('Digest', digest, 'hash'),
      actionFact('Number', toHex(ceremony), 'hash'),
      actionFact('Organization', organization),
      actionFact('People', people.join(', ')),
      actionFact('Credential', publicKey, 'hash'),
      ...entries.flatMap((entry, n) => {
        const { done, facts } = entryText(entry);
        return [
          actionFact(`Entry ${n + 1}`, `${new Date(entry.at).toISOString()}  ${done}`),
          ...facts.map((fact) => actionFact(`Entry ${n + 1}, detail`, fact)),
        ];
      }),
      ...approvals.map(({ person }) => actionFact('Approved by', person)),
    ],
    warnings: isForeign ? [ceremonyWarning('CEREMONY_BEGUN_ELSEWHERE')] : [],
    subject: `${toHex(ceremony)} as ${name}, digest ${digest}`,
  };
};

/** Deleting the console’s copy of a transcript. */
export const describeRemoveCeremony = (transcript: Transcript): LocalAction => {
  const { title, ceremony, entries } = transcript;
  const left = openSteps(transcript).length;
  return {
    operation: 'remove_key_ceremony',
    effect: 'destroy',
    summary: 'Remove a key ceremony',
    sentence: [actionText(`Remove the key ceremony “${title}” from this console.`)],
    facts: [
      actionFact('Number', toHex(ceremony), 'hash'),
      actionFact('Entries', String(entries.length)),
      actionFact('Missing steps', String(left)),
      actionFact('Digest', toHex(transcriptDigest(transcript)), 'hash'),
    ],
    warnings: [ceremonyWarning('TRANSCRIPT_IS_LOST')],
    subject: `“${title}” ${toHex(ceremony)}`,
  };
};
