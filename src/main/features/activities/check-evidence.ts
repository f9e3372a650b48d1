import type { Vote } from '#protocol/activity.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { readSigned } from '#protocol/signed-file.ts';
import { type ChainedLine, GENESIS, hashOf } from '../../journal/line.ts';
import type { RecordCheck } from './activity-record.ts';
import { checkActivities, keyOf, repeatsSaid } from './check-activities.ts';
import { EVIDENCE_FILE, type Evidence } from './evidence-file.ts';
import { type ProvenActivity, checkProofs } from './evidence-proofs.ts';

/** What a verifier knows from elsewhere; an empty list where nothing. */
interface EvidenceWitness {
  /** The keys, one of which has to have signed the file. */
  readonly signers: readonly string[];
  /** The service's keys that sign proofs: 65 bytes, hex. */
  readonly serviceKeys: readonly string[];
}

/** So many keys are named. */
const NAMED = 3;

/**
 * Checks evidence by itself: its signature, each stamp, whose keys made them as its signer says, the service's proofs, and
 * each line of the journal. What nothing in it proves is named.
 * @throws AppError `SIGNED_FILE_INVALID`
 */
export function checkEvidence(bytes: Uint8Array, { signers, serviceKeys }: EvidenceWitness): RecordCheck {
  const { content: evidence, publicKey } = readSigned(EVIDENCE_FILE, bytes);
  const refuse = (detail: string): RecordCheck => ({ passed: false, detail });
  if (signers.length > 0 && !signers.includes(publicKey))
    return refuse(`It is signed by ${publicKey}, which isn’t one of the signers that were named`);
  const { activities, people, organizationId } = evidence;
  const fault = checkActivities(activities, organizationId);
  if (fault !== undefined) return refuse(fault);
  const ownerOf = new Map(people.flatMap(({ userId, keys }) => keys.map((key) => [key, userId] as const)));
  const votes = activities.flatMap((each) => each.votes);
  const foreign = votes.find((vote) => (ownerIn(ownerOf, vote) ?? vote.userId) !== vote.userId);
  if (foreign !== undefined)
    return refuse(`The key ${foreign.publicKey} stamped as another user than the one it belongs to`);
  const own = evidence.serviceKeys?.enclaveQuorum;
  if (own !== undefined && serviceKeys.length > 0 && !serviceKeys.includes(own))
    return refuse(`It names ${own} as the service’s key, which isn’t the one that was named`);
  const keys = serviceKeys.length > 0 ? serviceKeys : own === undefined ? [] : [own];
  const proven: ProvenActivity[] = [];
  for (const activity of activities) {
    const found = checkProofs(activity, keys);
    if (found.fault !== undefined) return refuse(`Activity ${activity.id}: ${found.fault}`);
    proven.push(found);
  }
  const broken = faultOfJournal(evidence, votes);
  if (broken !== undefined) return refuse(broken);
  return {
    passed: true,
    detail: [
      `${told(activities.length, 'activity', 'activities')}, ${told(votes.length, 'stamp', 'stamps')}: each is its key’s, over the request that is shown`,
      ...repeatsSaid(activities),
      ...stampsSaid(votes, ownerOf),
      ...namesSaid(votes, people),
      ...proofsSaid(proven, serviceKeys.length > 0),
      ...journalSaid(evidence, votes, publicKey),
      evidence.isWhole
        ? 'That none was left out is the signer’s word'
        : 'It isn’t whole: older ones that its filter lets through were left out',
      `Signed by ${publicKey}${signers.length > 0 ? '' : '; name whose key that has to be with --signer'}`,
    ].join('. '),
  };
}

/** What evidence states about its signer's journal; it can be checked by anyone who has the journal. */
export interface JournalClaim {
  /** The hashes of the lines that are in the evidence. */
  readonly hashes: readonly string[];
  /** The journal's last line when the evidence was saved; null where the evidence names none. */
  readonly end: Pick<ChainedLine, 'number' | 'hash'> | null;
  /** The signer's own stamps without a line in the evidence, as {@link stampOfLine} names them. */
  readonly unlined: ReadonlySet<string>;
}

/** Names the stamp that a line of the journal is on. */
export const stampOfLine = ({ digest, publicKey }: Pick<ChainedLine, 'digest' | 'publicKey'>): string =>
  `${digest} ${publicKey}`;

const stampOfVote = (vote: Vote): string =>
  stampOfLine({ digest: sha256Hex(toUtf8(vote.message)), publicKey: keyOf(vote) });

/** What evidence that passed {@link checkEvidence} says of the journal. @throws AppError `SIGNED_FILE_INVALID` */
export function journalClaimOf(bytes: Uint8Array): JournalClaim {
  const { content, publicKey } = readSigned(EVIDENCE_FILE, bytes);
  const votes = content.activities.flatMap((each) => each.votes);
  return {
    hashes: content.journal.map(({ hash }) => hash),
    end: content.journalEnd ?? null,
    unlined: unlinedIn(content.journal, votes, publicKey),
  };
}

/** The signer's own stamps that have no line. */
function unlinedIn(journal: Evidence['journal'], votes: readonly Vote[], signer: string): Set<string> {
  const lines = new Set(journal.map(stampOfLine));
  return new Set(
    votes
      .filter((vote) => keyOf(vote) === signer)
      .map(stampOfVote)
      .filter((each) => !lines.has(each)),
  );
}

const ownerIn = (ownerOf: ReadonlyMap<string, string>, vote: Vote): string | undefined =>
  ownerOf.get(keyOf(vote)) ?? ownerOf.get(vote.publicKey);

const told = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What is wrong with the lines: each is what its hash says, behind the one before it, and on a stamp that is here. */
function faultOfJournal({ journal, journalEnd }: Evidence, votes: readonly Vote[]): string | undefined {
  if (journalEnd === null && journal.length > 0)
    return 'It has lines of a journal, and says that the journal was empty';
  // Two users may have stamped the same body: one request, and two approvals of it.
  const stamped = new Set(
    votes.flatMap((vote) => [
      stampOfVote(vote),
      // As a passkey's key may be written, in the line as in the vote.
      stampOfLine({ digest: sha256Hex(toUtf8(vote.message)), publicKey: vote.publicKey }),
    ]),
  );
  let last = { number: 0, hash: GENESIS };
  for (const line of journal) {
    if (hashOf(line) !== line.hash) return `Line ${line.number} of the journal isn’t what its hash says`;
    if (!stamped.has(stampOfLine(line)))
      return `Line ${line.number} of the journal is on no stamp in this file`;
    if (line.number <= last.number) return `Line ${line.number} of the journal doesn’t follow the one before`;
    if (line.number === last.number + 1 && line.previous !== last.hash)
      return `Line ${line.number} of the journal names another line as the one before it`;
    last = line;
  }
  if (journalEnd == null) return undefined;
  const isBehind = last.number > journalEnd.number;
  return isBehind || (last.number === journalEnd.number && last.hash !== journalEnd.hash)
    ? `Line ${last.number} of the journal isn’t before the end that the signer names`
    : undefined;
}

function stampsSaid(votes: readonly Vote[], ownerOf: ReadonlyMap<string, string>): string[] {
  const unknown = votes.filter((vote) => ownerIn(ownerOf, vote) === undefined);
  const known = `${told(votes.length - unknown.length, 'is', 'are')} by keys of the users listed; whose keys they are is the signer’s word`;
  if (unknown.length === 0) return [known];
  const keys = [...new Set(unknown.map(({ publicKey, userId }) => `${publicKey} as user ${userId}`))];
  const more = keys.length > NAMED ? `, and ${told(keys.length - NAMED, 'other', 'others')}` : '';
  return [
    known,
    `${told(unknown.length, 'is', 'are')} by keys of nobody listed, so that who made them isn’t known: ${keys.slice(0, NAMED).join(', ')}${more}`,
  ];
}

/** Votes show their users as of then: another name is a rename, or a lie. */
function namesSaid(votes: readonly Vote[], people: Evidence['people']): string[] {
  const listed = new Map(people.map(({ userId, userName }) => [userId, userName]));
  const renamed = votes.flatMap(({ userId, user }) => {
    const name = listed.get(userId);
    return user === undefined || name === undefined || user.userName === name
      ? []
      : [`“${user.userName}” for “${name}”`];
  });
  if (renamed.length === 0) return [];
  const names = [...new Set(renamed)];
  const more = names.length > NAMED ? `, and ${told(names.length - NAMED, 'other', 'others')}` : '';
  return [
    `${told(renamed.length, 'stamp shows its', 'stamps show their')} user under another name than the list does, as before a rename; the list counts: ${names.slice(0, NAMED).join(', ')}${more}`,
  ];
}

function proofsSaid(proven: readonly ProvenActivity[], isNamed: boolean): string[] {
  const count = (which: (each: ProvenActivity) => boolean): number => proven.filter(which).length;
  const allowed = count(({ isAllowed }) => isAllowed);
  const results = count(({ isResultProven }) => isResultProven);
  const bare = count(({ isBare }) => isBare);
  const foreign = proven.reduce((sum, each) => sum + each.foreign, 0);
  const by = isNamed
    ? 'the service’s key that was named'
    : 'the service’s key in this file, which nobody compared: name it with --service-key';
  return [
    ...(allowed === 0
      ? []
      : [
          `That ${told(allowed, 'was', 'were')} allowed and done, with just these approvals${results === 0 ? '' : `, and the addresses that are the result of ${results.toLocaleString('en')}`}, is proven by ${by}`,
        ]),
    ...(allowed === proven.length && results === proven.length
      ? []
      : [
          `The state of ${(proven.length - allowed).toLocaleString('en')} and the result of ${(proven.length - results).toLocaleString('en')} are the service’s word as the signer gives it, proven by nothing here`,
        ]),
    ...(foreign === 0
      ? []
      : [`${told(foreign, 'proof is', 'proofs are')} by other keys than the service’s, and prove nothing`]),
    ...(bare === 0 ? [] : [told(bare, 'asked for proofs and has none', 'asked for proofs and have none')]),
  ];
}

function journalSaid({ journal, journalEnd }: Evidence, votes: readonly Vote[], signer: string): string[] {
  const missing = unlinedIn(journal, votes, signer).size;
  const end =
    journalEnd == null
      ? ''
      : `, which ended with line ${journalEnd.number.toLocaleString('en')}, ${journalEnd.hash}`;
  return [
    `${told(journal.length, 'is', 'are')} in the signer’s journal${end}`,
    ...(missing === 0
      ? []
      : [
          `${told(missing, 'stamp', 'stamps')} by the signer’s own key ${missing === 1 ? 'has' : 'have'} no line of it here`,
        ]),
  ];
}
