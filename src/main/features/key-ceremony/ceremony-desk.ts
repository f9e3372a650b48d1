import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { KeyCeremoniesState } from '#preload/contract/key-ceremonies.ts';
import { errorText } from '#protocol/define-errors.ts';
import { sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { CEREMONY_KEYS_LIMIT, readCeremonyKeys, writeCeremonyKeys } from '#protocol/offline/ceremony-keys.ts';
import { credentialsOf } from '#protocol/offline/check-transcript.ts';
import { transcriptLines } from '#protocol/offline/transcript-text.ts';
import {
  TRANSCRIPT_LIMIT,
  type Transcript,
  readTranscript,
  transcriptDigest,
  writeTranscript,
} from '#protocol/offline/transcript.ts';
import { Secret } from '#protocol/secret.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { consoleError } from '../../platform/errors.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { KEY_TEXT_LIMIT } from '../../vault/read-key.ts';
import type { FileParts } from '../files/module.ts';
import { type KeyBackups, openBackup } from '../key-backup/module.ts';
import {
  type LocalActionParts,
  describeBackup,
  describeCeremonyApproval,
  describeRemoveCeremony,
} from '../local-actions/module.ts';
import type { OfflineParts } from '../offline/module.ts';
import { recordedName, saveSealedBackup, stemOf } from './ceremony-backups.ts';
import { ceremonyView } from './ceremony-view.ts';
import { enrollmentParameters } from './enrollment.ts';
import { enrollmentsIn } from './enrollment-folder.ts';
import { ceremonyError } from './errors.ts';
import type { CeremonyHand, KeyCeremonies } from './key-ceremonies.ts';
import type { KeptTranscripts } from './kept-transcripts.ts';
import { requireBackupFile } from './next-step.ts';
import type { ShareDesk } from './share-desk.ts';

type Calls = Handlers<ConsoleContract>['keyCeremonies'];

/** The steps of a ceremony as the window takes them: over the same ceremonies as the command line. */
export interface CeremonyDesk {
  readonly calls: Calls;
  state(): Promise<KeyCeremoniesState>;
  /** Wipes what is in memory: the console is locked, or shows another profile. */
  reset(): void;
}

export function createCeremonyDesk(parts: {
  readonly ceremonies: KeyCeremonies;
  readonly backups: KeyBackups;
  readonly kept: KeptTranscripts;
  readonly shares: ShareDesk;
  readonly host: Pick<ConsoleContext['host'], 'save'>;
  readonly files: FileParts['files'];
  readonly local: LocalActionParts['local'];
  readonly offlineFiles: OfflineParts['offlineFiles'];
  /** Takes a person’s press in the window; false where there was none. */
  readonly takePress: () => boolean;
}): CeremonyDesk {
  const { ceremonies, backups, kept, shares, host, files, local } = parts;
  // What was begun before a lock, or for another profile, ends there.
  let turn = 0;
  const since = (mine: number) => (): void => {
    if (turn !== mine) throw consoleError('CONSOLE_LOCKED');
  };
  /** Passphrases of backups that are being saved: a dialog may stand open past a lock. */
  const sealing = new Set<Secret>();
  const nothing = (): Promise<undefined> => Promise.resolve(undefined);
  // One step after the other: two that begin at the same entry would break the chain.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = since(turn);
    const done = last.then(() => {
      mine();
      return work();
    });
    last = done.catch(() => undefined);
    return done;
  };
  const handOf = (by: string): CeremonyHand => ({
    by: by.normalize('NFC'),
    save: (transcript) => kept.keep(transcript),
  });
  /** Takes a step on the newest transcript. */
  const step = (id: string, work: (transcript: Transcript) => Promise<unknown>): Promise<undefined> =>
    inTurn(async () => {
      await work(await kept.get(id));
      return undefined;
    });
  const recordTrial = async (id: string, name: string, key: Secret): Promise<undefined> => {
    try {
      await step(id, (transcript) => ceremonies.recordTrial(transcript, { name, key }, handOf(name)));
      return;
    } finally {
      key.wipe();
    }
  };
  const wordsIn = (typed: string): string[] => typed.split(/\s+/).filter((word) => word !== '');
  const secretOf = (text: string): Secret => new Secret(toUtf8(text));
  const askBackup = async (id: string, name: string, way: string) => {
    const transcript = await kept.get(id);
    const publicKey = await ceremonies.admitBackup(transcript, name);
    await backups.requireKept(publicKey);
    const mine = since(turn);
    await local.approve(describeBackup({ name, publicKey, way, ceremony: transcript.title }));
    mine();
    return { transcript, publicKey, admit: mine };
  };
  const readKeysAt = async (file: string) =>
    readCeremonyKeys(await readUpTo(files.pathOf(file), CEREMONY_KEYS_LIMIT));

  const calls: Calls = {
    state: () => state(),
    begin: async ({ title, people, by }) => {
      const named = { title: title.trim().normalize('NFC'), people: people.map(nameOf) };
      const begun = await inTurn(() => ceremonies.begin(named, handOf(nameOf(by))));
      return { id: toHex(begun.ceremony) };
    },
    open: async ({ file }) => {
      const transcript = readTranscript(await readUpTo(files.pathOf(file), TRANSCRIPT_LIMIT));
      await inTurn(async () => {
        await ceremonies.standing(transcript);
        await kept.take(transcript);
      });
      return { id: toHex(transcript.ceremony) };
    },
    create: ({ id, name, curve }) =>
      step(id, (transcript) => ceremonies.create(transcript, { name, curve }, handOf(name))),
    bring: ({ id, name, publicKey, curve }) =>
      step(id, (transcript) => ceremonies.bring(transcript, { name, publicKey, curve }, handOf(name))),
    writeShares: async ({ id, name, needed, count }) => {
      if (needed > count) throw ceremonyError('CEREMONY_SHARES.count');
      if (shares.writing() !== null) throw ceremonyError('CEREMONY_SHARES.busy');
      const way = `${count} shares on paper, any ${needed} of which restore it`;
      const { publicKey } = await askBackup(id, name, way);
      await shares.begin({ id, name }, publicKey, { threshold: needed, count });
      return undefined;
    },
    revealShare: () => {
      // A script in the window can ask at any time: it gets words only where a person pressed, and of one share alone.
      if (shares.writing() !== null && !parts.takePress()) throw ceremonyError('CEREMONY_SHARES.press');
      return Promise.resolve(shares.reveal());
    },
    checkShare: async ({ typed }) => {
      const written = await shares.check(wordsIn(typed));
      if (written === undefined) return undefined;
      const { id, name, threshold, count } = written;
      const act = { step: 'paper' as const, of: name, needed: threshold, count };
      return step(id, (transcript) => ceremonies.recordBackup(transcript, act, handOf(name)));
    },
    stopShares: async () => {
      await shares.stop();
      return undefined;
    },
    saveBackup: async ({ id, name, seal }) => {
      const isTyped = 'passphrase' in seal;
      const way = isTyped
        ? 'an age file, sealed to a passphrase'
        : `an age file, sealed to ${seal.recipients.join(', ')}`;
      const of = await askBackup(id, name, way);
      const secret = isTyped ? secretOf(seal.passphrase) : undefined;
      if (secret !== undefined) sealing.add(secret);
      try {
        const { admit } = of;
        const to =
          secret === undefined ? { recipients: isTyped ? [] : seal.recipients } : { passphrase: secret };
        const saved = await saveSealedBackup({ backups, host, admit }, { ...of, name }, to);
        if (saved === null) return { path: null };
        await step(id, (transcript) => ceremonies.recordBackup(transcript, saved.act, handOf(name)));
        return { path: saved.path };
      } finally {
        secret?.wipe();
        if (secret !== undefined) sealing.delete(secret);
      }
    },
    tryShare: async ({ id, name, typed }) => {
      await kept.get(id);
      const key = shares.add({ id, name }, wordsIn(typed));
      return key === undefined ? undefined : recordTrial(id, name, key);
    },
    stopTrial: () => {
      shares.stopTrial();
      return nothing();
    },
    tryFile: async ({ id, name, file, opener }) => {
      const mine = since(turn);
      const bytes = await readUpTo(files.pathOf(file), KEY_TEXT_LIMIT);
      requireBackupFile(await kept.get(id), name, bytes);
      const secret =
        'passphrase' in opener
          ? secretOf(opener.passphrase)
          : new Secret(await readUpTo(files.pathOf(opener.identityFile), KEY_TEXT_LIMIT));
      try {
        const key = await openBackup(
          bytes,
          'passphrase' in opener ? { passphrase: secret } : { identity: secret },
        );
        try {
          mine();
          await recordTrial(id, name, key);
          return;
        } finally {
          key.wipe();
        }
      } finally {
        secret.wipe();
      }
    },
    exportKeys: async ({ id, by }) => {
      const mine = since(turn);
      const { title, ...shown } = await kept.get(id);
      const bytes = writeCeremonyKeys(shown);
      const suggested = `${stemOf(title)}.keyops-keys`;
      const path = await host.save(suggested, () => {
        mine();
        return bytes;
      });
      mine();
      if (path === null) return { path };
      const file = { name: recordedName(path, suggested), digest: sha256Hex(bytes) };
      // A credential that was made meanwhile is not in the file: then this is refused.
      await step(id, (transcript) => ceremonies.recordExport(transcript, file, handOf(by)));
      return { path };
    },
    enrolled: async ({ id, by, file }) => {
      const found = await enrollmentsIn(files.pathOf(file));
      let recorded = 0;
      const refused: { message: string; remedy: string }[] = [];
      for (const enrollment of found) {
        try {
          await step(id, async (transcript) => {
            const before = transcript.entries.length;
            const after = await ceremonies.recordEnrollment(transcript, enrollment, handOf(by));
            recorded += after.entries.length - before;
          });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const { message, remedy } = errorText(error);
          refused.push({ message, remedy });
        }
      }
      return { recorded, refused };
    },
    approve: async ({ id, name }) => {
      const shown = await kept.get(id);
      const isForeign = (await ceremonies.standing(shown)) === 'foreign';
      const publicKey = toHex(credentialsOf(shown).get(name)?.publicKey ?? new Uint8Array());
      // Said before anybody reads all of it.
      if (!(await ceremonies.hasCredential(publicKey)))
        throw ceremonyError('CEREMONY_CREDENTIAL_GONE', { name });
      await local.approve(describeCeremonyApproval(shown, { name, publicKey, isForeign }));
      return step(id, (transcript) => {
        const [now, given] = [transcript, shown].map((each) => toHex(transcriptDigest(each)));
        if (now !== given) throw ceremonyError('CEREMONY_DIGEST', { now: now ?? '', given: given ?? '' });
        return ceremonies.approve(transcript, handOf(name));
      });
    },
    save: async ({ id, form }) => {
      const mine = since(turn);
      const transcript = await kept.get(id);
      const isText = form === 'text';
      const path = await host.save(
        `${stemOf(transcript.title)}.${isText ? 'txt' : 'keyops-transcript'}`,
        () => {
          mine();
          return isText ? `${transcriptLines(transcript).join('\n')}\n` : writeTranscript(transcript);
        },
      );
      return { path };
    },
    remove: async ({ id }) => {
      await local.approve(describeRemoveCeremony(await kept.get(id)));
      return inTurn(async () => {
        await kept.remove(id);
        return undefined;
      });
    },
    readKeys: async ({ file }) => {
      const { ceremony, organization, credentials } = await readKeysAt(file);
      return { ceremony, organization, credentials };
    },
    request: async ({ file, name, userId, publicKey, curve }) => {
      const keys = await readKeysAt(file);
      const parameters = enrollmentParameters(keys, name, userId);
      return {
        id: await parts.offlineFiles.prepare(
          { operation: 'create_api_keys', parameters },
          { publicKey: publicKey ?? undefined, curve: curve ?? undefined },
        ),
      };
    },
  };
  const state = async (): Promise<KeyCeremoniesState> => {
    const transcripts = await kept.list();
    return {
      ceremonies: await Promise.all(transcripts.map((each) => ceremonyView(ceremonies, each))),
      writing: shares.writing(),
      trying: shares.trying(),
    };
  };
  return {
    calls,
    state,
    reset: () => {
      turn += 1;
      for (const secret of sealing) secret.wipe();
    },
  };
}

/** A name as it was typed: composed, without spaces around it. */
const nameOf = (typed: string): string => typed.trim().normalize('NFC');
