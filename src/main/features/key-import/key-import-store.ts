import { addressOf } from '#chains/addresses/address-of.ts';
import type { KeyImport, KeyImportKind, KeyImportSubject } from '#preload/contract/key-imports.ts';
import type { AddressFormat } from '#protocol/catalogue/fields.ts';
import type { WalletAccountParameters } from '#protocol/catalogue/wallets.ts';
import { fromHex, toUtf8 } from '#protocol/encoding.ts';
import type { AppError } from '#protocol/error.ts';
import { KEY_CURVE_NAMES, type KeyCurve } from '#protocol/keys/curve.ts';
import { derivePrivateKey } from '#protocol/keys/derivation/derive.ts';
import { walletSeed } from '#protocol/keys/derivation/wallet-words.ts';
import { publicKeyOf } from '#protocol/keys/public-key-of.ts';
import { usualAccount } from '#protocol/keys/usual-accounts.ts';
import { Secret } from '#protocol/secret.ts';
import { readUpTo } from '../../platform/plain-files.ts';
import { type FindKnown, addressesOf, readKnownKeys } from './compare-record.ts';
import { keyImportError } from './errors.ts';
import { type HeldKey, type KeyRequestParts, createKeyRequests } from './key-requests.ts';
import { type KeySource, type Passphrases, readSource } from './read-source.ts';

/** What an operator chooses about a key or wallet. */
type KeyChoice =
  | {
      readonly kind: 'privateKey';
      readonly curve: KeyCurve;
      readonly addressFormats: readonly AddressFormat[];
    }
  | { readonly kind: 'wallet'; readonly accounts: readonly WalletAccountParameters[] };

/** What is chosen until somebody chooses: the curve and address that fit the form, a wallet's first Ethereum account. */
export function firstChoice(source: KeySource): KeyChoice {
  if (source.kind === 'privateKey') {
    const { kind, curves, addressFormat } = source;
    return { kind, curve: curves[0], addressFormats: [addressFormat] };
  }
  const first = usualAccount('ADDRESS_FORMAT_ETHEREUM', 0);
  return { kind: 'wallet', accounts: first === undefined ? [] : [first] };
}

/**
 * Derives everything public of a key or wallet: what is shown before anybody approves, and what the service's record is
 * compared with afterwards.
 * @throws AppError `KEY_CHOICE_INVALID`, `PRIVATE_KEY_INVALID`, `PATH_INVALID`, `ADDRESS_FORMAT_CURVE_MISMATCH`
 */
export function deriveSubject(source: KeySource, choice: KeyChoice): KeyImportSubject {
  if (source.kind === 'privateKey' && choice.kind === 'privateKey') {
    const { form, curves, plaintext } = source;
    const { curve, addressFormats } = choice;
    if (!curves.includes(curve))
      throw choiceInvalid(`A key in this form is not of the curve ${KEY_CURVE_NAMES[curve]}.`);
    const publicKey = publicKeyOf(curve, plaintext);
    const addresses = [...new Set(addressFormats)].map((addressFormat) => ({
      addressFormat,
      address: addressOf(addressFormat, curve, fromHex(publicKey)),
    }));
    return { kind: 'privateKey', form, curves: [...curves], curve, publicKey, addresses };
  }
  if (source.kind === 'wallet' && choice.kind === 'wallet') {
    const { words, hasPassphrase } = source;
    return { kind: 'wallet', words, hasPassphrase, accounts: deriveAccounts(source, choice.accounts) };
  }
  throw choiceInvalid('What was chosen is for something else.');
}

type Account = Extract<KeyImportSubject, { kind: 'wallet' }>['accounts'][number];

function deriveAccounts({ plaintext }: KeySource, accounts: readonly WalletAccountParameters[]): Account[] {
  const places = accounts.map(({ curve, path, addressFormat }) => `${curve} ${path} ${addressFormat}`);
  if (new Set(places).size !== places.length) throw choiceInvalid('The same account is there twice.');
  const seed = walletSeed(plaintext);
  try {
    return accounts.map(({ curve, path, addressFormat }) => {
      const key = derivePrivateKey(curve, seed, path);
      try {
        const publicKey = publicKeyOf(curve, key);
        const address = addressOf(addressFormat, curve, fromHex(publicKey));
        return { curve, path, addressFormat, publicKey, address };
      } finally {
        key.wipe();
      }
    });
  } finally {
    seed.wipe();
  }
}

const choiceInvalid = (message: string): AppError => keyImportError('KEY_CHOICE_INVALID', { message });

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
  // What is read while it is wiped was read for another profile, or before a lock.
  let turn = 0;
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
  const drop = (): void => {
    if (held === null) return;
    held.source.plaintext.wipe();
    held = null;
    parts.onChange(null);
  };
  const hold = async (source: KeySource, path: string | null, mine: number): Promise<KeyImport> => {
    const subject = deriveSubject(source, firstChoice(source));
    const findKnown = await readKnownKeys(parts.ask);
    if (turn !== mine) throw keyImportError('KEY_IMPORT_STAGE');
    drop();
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
      const mine = turn;
      const path = 'path' in from ? from.path : null;
      const bytes = 'path' in from ? await readUpTo(from.path, FILE_LIMIT) : toUtf8(from.text);
      const source = await readSource(kind, new Secret(bytes), passphrases);
      try {
        return await hold(source, path, mine);
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
      return alone(mine, () => requests.resume(mine));
    },
    addressesIn: (encryptedBundle) =>
      held !== null && held.encryptedBundle === encryptedBundle ? addressesOf(held.view.subject) : undefined,
    wipe: () => {
      turn += 1;
      drop();
    },
  };
}
