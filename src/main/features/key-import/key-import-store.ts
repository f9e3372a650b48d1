import type { KeyImport, KeyImportKind } from '#preload/contract/key-imports.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { deriveSubject, firstChoice } from './derive-subject.ts';
import type { KeyChoice } from './derive-subject.ts';
import { keyImportError } from './errors.ts';
import { createKeyRequests } from './key-requests.ts';
import type { HeldKey, KeyRequestParts } from './key-requests.ts';
import { addressesOf, readKnownKeys } from './known-keys.ts';
import type { FindKnown } from './known-keys.ts';
import { readSource } from './read-source.ts';
import type { KeySource, Passphrases } from './read-source.ts';

/** The longest file with a key in it, in bytes. */
const FILE_LIMIT = 64 * 1024;

/** What a key is read from: a text that was typed, or a file. */
export type KeyPlace = { readonly text: string } | { readonly path: string };

/** One private key or wallet at a time on its way in: its plaintext is here and nowhere else. */
export interface KeyImportStore {
  current(): KeyImport | null;
  /** @throws AppError those of `readSource` and of reading files, `KEY_IMPORT_STAGE`; ServiceError */
  read(kind: KeyImportKind, from: KeyPlace, passphrases: Passphrases): Promise<KeyImport>;
  /** @throws AppError those of `deriveSubject`, `KEY_IMPORT_STAGE` */
  choose(choice: KeyChoice): KeyImport;
  /** @throws AppError `KEY_IMPORT_STAGE`, and those of its requests */
  begin(name: string): Promise<KeyImport>;
  /** @throws AppError as `begin` */
  resume(): Promise<KeyImport>;
  /** The addresses of what this console sealed into that message; undefined for any other. */
  addressesIn(encryptedBundle: string): readonly string[] | undefined;
  /** Wipes it: the operator is done with it, or the console is locked or closed. */
  wipe(): void;
}

export type KeyImportStoreParts = Omit<KeyRequestParts, 'holds' | 'onMove'> & {
  readonly onChange: (current: KeyImport | null) => void;
};

export function createKeyImportStore(parts: KeyImportStoreParts): KeyImportStore {
  let held: (HeldKey & { readonly findKnown: FindKnown }) | null = null;
  let under: Promise<KeyImport> | null = null;
  const requests = createKeyRequests({
    ...parts,
    holds: (each) => each === held,
    onMove: (each) => {
      if (each === held) parts.onChange(each.view);
    },
  });
  const requireState = (...states: KeyImport['status']['state'][]) => {
    if (held === null || !states.includes(held.view.status.state)) throw keyImportError('KEY_IMPORT_STAGE');
    return held;
  };
  const wipe = (): void => {
    if (held === null) return;
    held.source.plaintext.wipe();
    held = null;
    parts.onChange(null);
  };
  const hold = async (source: KeySource, path: string | null): Promise<KeyImport> => {
    const subject = deriveSubject(source, firstChoice(source));
    const findKnown = await readKnownKeys(parts.ask);
    wipe();
    const known = findKnown(subject);
    const view: KeyImport = { source: path, name: '', subject, known, status: { state: 'draft' } };
    held = { source, findKnown, view, place: null, encryptedBundle: null };
    parts.onChange(view);
    return view;
  };
  /** One at a time: a second call gets what comes of the first. */
  const alone = (mine: HeldKey, work: () => Promise<void>): Promise<KeyImport> =>
    (under ??= work()
      .then(() => mine.view)
      .finally(() => (under = null)));

  return {
    current: () => held?.view ?? null,
    read: async (kind, from, passphrases) => {
      if (held !== null) requireState('draft', 'ended');
      const path = 'path' in from ? from.path : null;
      const bytes = 'path' in from ? await readUpTo(from.path, FILE_LIMIT) : toUtf8(from.text);
      const source = await readSource(kind, new Secret(bytes), passphrases);
      try {
        return await hold(source, path);
      } catch (error) {
        source.plaintext.wipe();
        throw error;
      }
    },
    choose: (choice) => {
      const mine = requireState('draft');
      const subject = deriveSubject(mine.source, choice);
      mine.view = { ...mine.view, subject, known: mine.findKnown(subject) };
      parts.onChange(mine.view);
      return mine.view;
    },
    begin: (name) => {
      const mine = requireState('draft');
      return alone(mine, () => requests.begin(mine, name));
    },
    resume: () => {
      const mine = requireState('waiting', 'unanswered', 'sealed');
      return alone(mine, () => requests.goOn(mine));
    },
    addressesIn: (encryptedBundle) =>
      held !== null && held.encryptedBundle === encryptedBundle ? addressesOf(held.view.subject) : undefined,
    wipe,
  };
}
