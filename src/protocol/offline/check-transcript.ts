import { toHex } from '../encoding.ts';
import { AppError } from '../error.ts';
import { SCHEME_OF_CURVE, parseStamp, verifyByCurves, verifyStamp } from '../stamp.ts';
import { isSameBytes } from './cbor.ts';
import { ceremonyKeysDigest } from './ceremony-keys.ts';
import {
  type CeremonyAct,
  type CeremonyApproval,
  type CeremonyEntry,
  type Transcript,
  approvalStatement,
  headOf,
  likenessOf,
  transcriptDigest,
  trialStatement,
} from './transcript.ts';

/** One thing that was looked at, and what it came to. */
export interface TranscriptCheck {
  readonly passed: boolean;
  readonly detail: string;
}

/** What is still to be done, in the order of the ceremony. */
export interface OpenStep {
  readonly step: 'credential' | 'backup' | 'trial' | 'export' | 'enroll' | 'approve';
  /** Whose credential it is about; null for all of them. */
  readonly of: string | null;
}

type Kept = Extract<CeremonyAct, { step: 'create' | 'bring' }>;

/** Each person’s credential, by their name: the first one, where there are two. */
export function credentialsOf({ entries }: Pick<Transcript, 'entries'>): ReadonlyMap<string, Kept> {
  const found = new Map<string, Kept>();
  for (const { act } of entries)
    if ((act.step === 'create' || act.step === 'bring') && !found.has(act.of)) found.set(act.of, act);
  return found;
}

/** The number, from 1, of the newest backup of a person’s credential; undefined without one. */
export function newestBackup({ entries }: Pick<Transcript, 'entries'>, of: string): number | undefined {
  const at = entries.findLastIndex(
    ({ act }) => (act.step === 'paper' || act.step === 'file') && act.of === of,
  );
  return at < 0 ? undefined : at + 1;
}

/**
 * What is missing until everybody has approved. Nothing is registered before its backup was tried, so that no key counts at the
 * service that one broken disk takes away.
 */
export function openSteps(transcript: Transcript): OpenStep[] {
  const { people, entries, approvals } = transcript;
  const kept = credentialsOf(transcript);
  const made = people.filter((name) => kept.get(name)?.step === 'create');
  const has = (test: (act: CeremonyAct) => boolean): boolean => entries.some(({ act }) => test(act));
  const lastMade = entries.findLastIndex(({ act }) => act.step === 'create');
  const lastExport = entries.findLastIndex(({ act }) => act.step === 'export');
  const each = (step: OpenStep['step'], names: readonly string[]): OpenStep[] =>
    names.map((of) => ({ step, of }));
  return [
    ...each(
      'credential',
      people.filter((name) => !kept.has(name)),
    ),
    ...each(
      'backup',
      made.filter((name) => newestBackup(transcript, name) === undefined),
    ),
    ...each(
      'trial',
      made.filter((name) => {
        const backup = newestBackup(transcript, name);
        return !has((act) => act.step === 'trial' && act.of === name && act.backup === backup);
      }),
    ),
    ...(made.length > 0 && lastExport < lastMade ? [{ step: 'export' as const, of: null }] : []),
    ...each(
      'enroll',
      made.filter((name) => !has((act) => act.step === 'enroll' && act.of === name)),
    ),
    ...each(
      'approve',
      people.filter((name) => !approvals.some(({ person }) => person === name)),
    ),
  ];
}

/** Says what is wrong with how the entries hang together; undefined where nothing is. */
export function brokenChain(transcript: Transcript): string | undefined {
  for (const [n, { previous }] of transcript.entries.entries()) {
    if (isSameBytes(previous, headOf({ ...transcript, entries: transcript.entries.slice(0, n) }))) continue;
    return n === 0
      ? 'Entry 1 doesn’t follow what the ceremony says of itself: its title, organization or people were edited, or entries were removed or moved'
      : `Entry ${n + 1} doesn’t follow entry ${n}: one of them was edited, or entries were added, removed or moved`;
  }
  return undefined;
}

/** Says what is wrong with what the entries say; undefined where nothing is. */
export function brokenEntries(transcript: Transcript): string | undefined {
  const { people, entries } = transcript;
  const alike = people.find((name, n) =>
    people.slice(0, n).some((other) => likenessOf(other) === likenessOf(name)),
  );
  if (alike !== undefined) return `“${alike}” can be taken for another of the people: the same person twice`;
  const seen: Kept[] = [];
  let before: CeremonyEntry | undefined;
  for (const [n, entry] of entries.entries()) {
    const { act, by, at } = entry;
    const wrong = (why: string): string => `Entry ${n + 1}: ${why}`;
    if ((act.step === 'begin') !== (n === 0)) return wrong('only the first entry begins the ceremony');
    if (before !== undefined && at < before.at) return wrong('it is dated before the entry above it');
    before = entry;
    if (!people.includes(by)) return wrong(`“${by}” isn’t one of the people`);
    if (!('of' in act)) {
      if (act.step === 'export' && !isSameBytes(act.file.digest, ceremonyKeysDigest(transcript, n)))
        return wrong('the file of public keys isn’t the one of these credentials');
      continue;
    }
    const { of } = act;
    if (!people.includes(of)) return wrong(`“${of}” isn’t one of the people`);
    if (act.step === 'create' || act.step === 'bring') {
      if (seen.some((other) => other.of === of)) return wrong(`${of} has a credential already`);
      if (seen.some((other) => isSameBytes(other.publicKey, act.publicKey)))
        return wrong('two people have the same credential: the same person twice');
      if ((act.publicKey.length === 32) !== (act.curve === 'API_KEY_CURVE_ED25519'))
        return wrong('the public key’s length doesn’t fit its curve');
      seen.push(act);
      continue;
    }
    const owner = seen.find((other) => other.of === of);
    if (owner?.step !== 'create') return wrong(`${of} has no credential that was made before`);
    if (act.step === 'paper' && act.needed > act.count) return wrong('more shares are needed than there are');
    if (act.step === 'enroll' && isSameBytes(act.enroller, owner.publicKey))
      return wrong('a credential can’t register itself');
    if (act.step !== 'trial') continue;
    const tried = entries[act.backup - 1]?.act;
    if (act.backup > n || !(tried?.step === 'paper' || tried?.step === 'file') || tried.of !== of)
      return wrong(`entry ${act.backup} is no backup of ${of}’s credential`);
    const statement = trialStatement({ ceremony: transcript.ceremony, previous: entry.previous }, of);
    if (!verifyByCurves(SCHEME_OF_CURVE[owner.curve], owner.publicKey, statement, act.proof))
      return wrong(`the restored key’s signature isn’t one of ${of}’s credential`);
  }
  return undefined;
}

/** Says why an approval doesn’t hold; undefined where it does. */
function brokenApproval(transcript: Transcript, approval: CeremonyApproval): string | undefined {
  const { person, publicKey } = approval;
  const { people, entries, approvals, ceremony } = transcript;
  if (!people.includes(person)) return 'isn’t one of the people of this ceremony';
  if (approvals.some((other) => other !== approval && other.person === person)) return 'approved twice';
  const own = credentialsOf(transcript).get(person);
  if (own === undefined || !isSameBytes(own.publicKey, publicKey))
    return 'approved with a credential that isn’t theirs';
  if (approval.entries !== entries.length)
    return `approved ${approval.entries} entries, and the file has ${entries.length}: entries were removed or added`;
  if (!isSameBytes(approval.transcript, transcriptDigest(transcript)))
    return 'approved another content: the transcript was edited since';
  try {
    const stamp = parseStamp(approval.stamp);
    if (stamp.publicKey !== toHex(publicKey)) return 'has a stamp of another credential';
    if (stamp.scheme !== SCHEME_OF_CURVE[own.curve]) return 'has a stamp of another curve';
    if (!verifyStamp(stamp, approvalStatement(ceremony, approval)))
      return 'has a stamp that is over something else';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return 'has a malformed stamp';
  }
  return undefined;
}

/** Says which approval doesn’t hold, and why; undefined where all do. */
export function brokenApprovals(transcript: Transcript): string | undefined {
  for (const approval of transcript.approvals) {
    const why = brokenApproval(transcript, approval);
    if (why !== undefined) return `“${approval.person}” ${why}`;
  }
  return undefined;
}

/**
 * Holds a transcript against itself: the chain, what each entry says, that nothing is missing, and every approval. Whose keys
 * these are it can’t say: whoever makes a whole transcript of their own has one that holds.
 */
export function checkTranscript(transcript: Transcript): TranscriptCheck[] {
  const { entries, approvals } = transcript;
  const chain = brokenChain(transcript);
  const said = brokenEntries(transcript);
  const open = openSteps(transcript);
  return [
    { passed: chain === undefined, detail: chain ?? `All ${entries.length} entries follow each other` },
    { passed: said === undefined, detail: said ?? 'What the entries say fits together' },
    ...open.map(({ step, of }) => ({ passed: false, detail: `Missing: ${stepText(step, of)}` })),
    ...approvals.map((approval) => {
      const why = brokenApproval(transcript, approval);
      return {
        passed: why === undefined,
        detail: `“${approval.person}” ${why ?? `approved all of it with ${toHex(approval.publicKey)}`}`,
      };
    }),
  ];
}

const STEP_TEXT: Readonly<Record<OpenStep['step'], string>> = {
  credential: 'the credential',
  backup: 'a backup of the credential',
  trial: 'a trial restore of the backup',
  export: 'the file of public keys',
  enroll: 'the registration of the credential',
  approve: 'the approval',
};

/** A step in words, and whose it is. */
export const stepText = (step: OpenStep['step'], of: string | null): string =>
  `${STEP_TEXT[step]}${of === null ? '' : ` of ${of}`}`;
