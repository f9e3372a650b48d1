import { randomBytes } from 'node:crypto';
import { fromHex, sha256Hex, toHex } from '#protocol/encoding.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import {
  brokenApprovals,
  brokenChain,
  brokenEntries,
  credentialsOf,
  newestBackup,
  openSteps,
  stepText,
} from '#protocol/offline/check-transcript.ts';
import {
  type CeremonyAct,
  type Transcript,
  approvalStatement,
  headOf,
  likenessOf,
  transcriptDigest,
  CEREMONY_NAMES,
  isCeremonyName,
  trialStatement,
  writeTranscript,
} from '#protocol/offline/transcript.ts';
import type { Secret } from '#protocol/secret.ts';
import {
  type ApiKeyCurve,
  SCHEME_OF_CURVE,
  apiPublicKeyOf,
  stamp as makeStamp,
  verifyByCurves,
} from '#protocol/stamp.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { contextError } from '../../context/errors.ts';
import { recordKey } from '../../context/record-key.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import { createSigner } from '../../vault/signer.ts';
import type { OfflineRequests } from '../offline/module.ts';
import { type EnrollmentFiles, enrollmentActs } from './enrollment.ts';
import { ceremonyError } from './errors.ts';

/** Who does a step, and where the transcript is kept: each step is in the journal before it is there. */
export interface CeremonyHand {
  readonly by: string;
  readonly save: (transcript: Transcript) => Promise<void>;
}

/** A backup as an entry has it. */
export type BackupAct = Extract<CeremonyAct, { step: 'paper' | 'file' }>;

/** Where a transcript stands on this console. */
export type Standing =
  /** It is the newest one here. */
  | 'newest'
  /** The journal has one entry more: its step was interrupted before the file had it. */
  | 'interrupted'
  /** It was begun elsewhere. */
  | 'foreign';

/** Key ceremonies of this console. Each step gives the transcript as it is then, which is saved. */
export interface KeyCeremonies {
  /** Whether it is this console’s, unedited and not an older copy. @throws AppError `CEREMONY_BROKEN`, `CEREMONY_CHANGED`, `CEREMONY_OLDER` */
  standing(transcript: Transcript): Promise<Standing>;
  begin(input: { title: string; people: readonly string[] }, hand: CeremonyHand): Promise<Transcript>;
  /** Makes a person’s credential, or takes over the one that an interrupted step made. */
  create(
    transcript: Transcript,
    of: { name: string; curve: ApiKeyCurve },
    hand: CeremonyHand,
  ): Promise<Transcript>;
  /** Takes over a credential that a person has elsewhere. @param of its public key as hex */
  bring(
    transcript: Transcript,
    of: { name: string; publicKey: string; curve: ApiKeyCurve },
    hand: CeremonyHand,
  ): Promise<Transcript>;
  /**
   * Says whether a person’s key can be backed up for this ceremony, before it goes out. @returns its public key, hex
   * @throws AppError `CEREMONY_STEP.made`, `CEREMONY_FOREIGN`
   */
  admitBackup(transcript: Transcript, name: string): Promise<string>;
  recordBackup(transcript: Transcript, backup: BackupAct, hand: CeremonyHand): Promise<Transcript>;
  /** Has a restored key sign. @param key wiped @throws AppError `CEREMONY_BACKUP_FOREIGN` */
  recordTrial(
    transcript: Transcript,
    of: { name: string; key: Secret },
    hand: CeremonyHand,
  ): Promise<Transcript>;
  recordExport(
    transcript: Transcript,
    file: { name: string; digest: string },
    hand: CeremonyHand,
  ): Promise<Transcript>;
  recordEnrollment(transcript: Transcript, files: EnrollmentFiles, hand: CeremonyHand): Promise<Transcript>;
  /** Whether a credential that stamps here has this public key. */
  hasCredential(publicKey: string): Promise<boolean>;
  /** Stamps a transcript for a person whose credential is here. */
  approve(transcript: Transcript, hand: CeremonyHand): Promise<Transcript>;
}

function requireName(name: string, kind: keyof typeof CEREMONY_NAMES): void {
  if (isCeremonyName(name, kind)) return;
  throw ceremonyError('CEREMONY_STEP.name', { name, most: CEREMONY_NAMES[kind] });
}

const OPERATION = 'key_ceremony';
const PAGE = 500;

/**
 * @param offline reads requests, and refuses those for another organization or service
 * @param admit refuses where a stamp would be
 */
export function createKeyCeremonies(
  needs: Pick<ConsoleContext, 'storage' | 'vault' | 'clock' | 'journal' | 'ports' | 'version'>,
  offline: Pick<OfflineRequests, 'read'>,
  admit: () => Promise<void>,
): KeyCeremonies {
  const { storage, vault, clock, journal, ports, version } = needs;

  /** The entries of a ceremony that the journal has: their numbers and hashes, newest first. */
  const written = async (ceremony: Uint8Array): Promise<{ number: number; head: string }[]> => {
    const found: { number: number; head: string }[] = [];
    const subject = new RegExp(`^${toHex(ceremony)} entry (\\d+):`);
    for (let before: number | null = null; ;) {
      const lines = await journal.list(before, PAGE, 'all');
      for (const line of lines) {
        const number = line.operation === OPERATION ? subject.exec(line.subject ?? '')?.[1] : undefined;
        if (number !== undefined) found.push({ number: Number(number), head: line.digest });
      }
      before = lines.at(-1)?.number ?? null;
      if (before === null || lines.length < PAGE) return found;
    }
  };
  const standing = async (transcript: Transcript): Promise<Standing> => {
    const why = brokenChain(transcript) ?? brokenEntries(transcript) ?? brokenApprovals(transcript);
    if (why !== undefined) throw ceremonyError('CEREMONY_BROKEN', { why });
    const lines = await written(transcript.ceremony);
    if (lines.length === 0) return 'foreign';
    const file = transcript.entries.length;
    const newest = Math.max(...lines.map(({ number }) => number));
    if (newest > file + 1) throw ceremonyError('CEREMONY_OLDER', { journal: newest, file });
    if (lines.find(({ number }) => number === file)?.head !== toHex(headOf(transcript)))
      throw ceremonyError('CEREMONY_CHANGED');
    return newest > file ? 'interrupted' : 'newest';
  };
  const requireHere = async (transcript: Transcript): Promise<void> => {
    await admit();
    ports.requireClock.ask();
    if ((await standing(transcript)) === 'foreign') throw ceremonyError('CEREMONY_FOREIGN');
    if (transcript.approvals.length > 0) throw ceremonyError('CEREMONY_STEP.approved');
  };
  const requirePerson = ({ people }: Transcript, name: string): void => {
    if (!people.includes(name)) throw ceremonyError('CEREMONY_STEP.person', { name });
  };
  const append = async (line: {
    publicKey: string;
    digest: string;
    subject: string;
    outcome: string;
  }): Promise<void> => {
    const { name: profile } = await currentProfile(storage);
    await journal.append({ profile, operation: OPERATION, ...line });
  };
  /** Adds an entry: to the journal, then to the file. What would not hold is not written. */
  const record = async (
    before: Transcript,
    act: CeremonyAct,
    { by, save }: CeremonyHand,
  ): Promise<Transcript> => {
    const last = before.entries.at(-1);
    const at = clock.now();
    if (last !== undefined && at < last.at)
      throw ceremonyError('CEREMONY_STEP.clock', { at: new Date(last.at).toISOString() });
    const entry = { previous: headOf(before), at, program: version, by, act };
    const after: Transcript = { ...before, entries: [...before.entries, entry] };
    const why = brokenEntries(after);
    if (why !== undefined) throw ceremonyError('CEREMONY_BROKEN', { why });
    // What can’t be written to the file isn’t in the journal either.
    writeTranscript(after);
    const whose = 'of' in act ? ` of ${act.of}` : '';
    await append({
      publicKey: 'publicKey' in act ? toHex(act.publicKey) : '',
      digest: toHex(headOf(after)),
      subject: `${toHex(before.ceremony)} entry ${after.entries.length}: ${act.step}${whose}, by ${by}`,
      outcome: 'recorded',
    });
    await save(after);
    return after;
  };
  const requireFree = (transcript: Transcript, name: string): void => {
    requirePerson(transcript, name);
    if (credentialsOf(transcript).has(name))
      throw ceremonyError('CEREMONY_STEP.twice', { what: stepText('credential', name) });
  };
  const madeFor = (transcript: Transcript, name: string) => {
    requirePerson(transcript, name);
    const credential = credentialsOf(transcript).get(name);
    if (credential === undefined)
      throw ceremonyError('CEREMONY_STEP.missing', { what: stepText('credential', name) });
    if (credential.step !== 'create') throw ceremonyError('CEREMONY_STEP.made', { name });
    return credential;
  };

  return {
    standing,
    hasCredential: async (publicKey) => (await storage.credentials.find(publicKey))?.kind === 'key',
    begin: async ({ title, people }, hand) => {
      await admit();
      ports.requireClock.ask();
      requireName(title, 'title');
      for (const name of people) requireName(name, 'person');
      for (const [n, name] of people.entries())
        if (people.slice(0, n).some((other) => likenessOf(other) === likenessOf(name)))
          throw ceremonyError('CEREMONY_STEP.alike', { name });
      const { organizationId } = await currentProfile(storage);
      if (organizationId === null) throw contextError('KEYS_NOT_PINNED');
      const empty: Transcript = {
        format: 'keyops-transcript',
        version: 1,
        ceremony: Uint8Array.from(randomBytes(16)),
        title,
        organization: organizationId,
        people: [...people],
        entries: [],
        approvals: [],
      };
      requirePerson(empty, hand.by);
      return record(empty, { step: 'begin' }, hand);
    },
    create: async (transcript, { name, curve }, hand) => {
      await requireHere(transcript);
      requireFree(transcript, name);
      const { id: profileId } = await currentProfile(storage);
      const label = `${name} (ceremony ${toHex(transcript.ceremony).slice(0, 8)})`;
      // What an interrupted step made is used: its key is in the keychain, and nobody has heard of it yet.
      const before = (await storage.credentials.list()).find(
        (each) =>
          each.label === label && each.profileId === profileId && each.kind === 'key' && each.curve === curve,
      );
      const isKept = before !== undefined && (await vault.originOf(before.publicKey)) === 'made';
      const publicKey = isKept ? before.publicKey : await vault.generate(curve);
      if (!isKept)
        await recordKey(needs, publicKey, () =>
          storage.credentials.add({
            ...{ kind: 'key', publicKey, profileId, curve, label },
            createdAtMs: clock.now(),
            expiresAtMs: null,
          }),
        );
      return record(transcript, { step: 'create', of: name, publicKey: fromHex(publicKey), curve }, hand);
    },
    bring: async (transcript, { name, publicKey, curve }, hand) => {
      await requireHere(transcript);
      requireFree(transcript, name);
      const bytes = fromHex(publicKey);
      if ([...credentialsOf(transcript).values()].some((each) => isSameBytes(each.publicKey, bytes)))
        throw ceremonyError('CEREMONY_STEP.key', { name });
      return record(transcript, { step: 'bring', of: name, publicKey: bytes, curve }, hand);
    },
    admitBackup: async (transcript, name) => {
      const credential = credentialsOf(transcript).get(name);
      if (credential?.step !== 'create') throw ceremonyError('CEREMONY_STEP.made', { name });
      if ((await standing(transcript)) === 'foreign') throw ceremonyError('CEREMONY_FOREIGN');
      return toHex(credential.publicKey);
    },
    recordBackup: async (transcript, backup, hand) => {
      await requireHere(transcript);
      madeFor(transcript, backup.of);
      return record(transcript, backup, hand);
    },
    recordTrial: async (transcript, { name, key }, hand) => {
      try {
        await requireHere(transcript);
        const { publicKey, curve } = madeFor(transcript, name);
        const backup = newestBackup(transcript, name);
        if (backup === undefined)
          throw ceremonyError('CEREMONY_STEP.missing', { what: stepText('backup', name) });
        if (key.use((bytes) => apiPublicKeyOf(curve, bytes)) !== toHex(publicKey))
          throw ceremonyError('CEREMONY_BACKUP_FOREIGN', { name });
        const { ceremony } = transcript;
        const statement = trialStatement({ ceremony, previous: headOf(transcript) }, name);
        const signer = createSigner(curve, key);
        const proof = Uint8Array.from(signer.sign(statement));
        signer.forget();
        if (!verifyByCurves(SCHEME_OF_CURVE[curve], publicKey, statement, proof))
          throw ceremonyError('CEREMONY_BACKUP_FOREIGN', { name });
        return await record(transcript, { step: 'trial', of: name, backup, proof }, hand);
      } finally {
        key.wipe();
      }
    },
    recordExport: async (transcript, { name, digest }, hand) => {
      await requireHere(transcript);
      return record(transcript, { step: 'export', file: { name, digest: fromHex(digest) } }, hand);
    },
    recordEnrollment: async (transcript, files, hand) => {
      await requireHere(transcript);
      await offline.read(files.request);
      const acts = enrollmentActs(transcript, files);
      const isRecorded = (name: string): boolean =>
        transcript.entries.some(({ act }) => act.step === 'enroll' && act.of === name);
      if (acts.every(({ of }) => isRecorded(of)))
        throw ceremonyError('CEREMONY_STEP.twice', {
          what: acts.map(({ of }) => stepText('enroll', of)).join(', '),
        });
      let now = transcript;
      for (const act of acts) if (!isRecorded(act.of)) now = await record(now, act, hand);
      return now;
    },
    approve: async (transcript, { by, save }) => {
      await admit();
      ports.requireClock.ask();
      if ((await standing(transcript)) === 'interrupted') throw ceremonyError('CEREMONY_STEP.interrupted');
      requirePerson(transcript, by);
      const before = openSteps(transcript).find(({ step }) => step !== 'approve');
      if (before !== undefined)
        throw ceremonyError('CEREMONY_STEP.missing', { what: stepText(before.step, before.of) });
      if (transcript.approvals.some(({ person }) => person === by))
        throw ceremonyError('CEREMONY_STEP.twice', { what: stepText('approve', by) });
      const credential = credentialsOf(transcript).get(by);
      const publicKey = toHex(credential?.publicKey ?? new Uint8Array());
      const kept = await storage.credentials.find(publicKey);
      if (credential === undefined || kept?.kind !== 'key' || kept.curve !== credential.curve)
        throw ceremonyError('CEREMONY_CREDENTIAL_GONE', { name: by });
      const { ceremony, entries } = transcript;
      const said = {
        person: by,
        at: clock.now(),
        entries: entries.length,
        transcript: transcriptDigest(transcript),
      };
      const statement = approvalStatement(ceremony, said);
      const signer = await vault.signer(publicKey, credential.curve);
      await admit();
      const stamp = makeStamp(statement, signer);
      // No stamp leaves without a line.
      await append({
        publicKey,
        digest: sha256Hex(statement),
        subject: `${toHex(ceremony)} approval of ${entries.length} entries, by ${by}`,
        outcome: 'approved',
      });
      const approval = { ...said, publicKey: fromHex(publicKey), stamp };
      const after = { ...transcript, approvals: [...transcript.approvals, approval] };
      await save(after);
      return after;
    },
  };
}
