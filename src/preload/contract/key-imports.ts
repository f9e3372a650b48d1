import { z } from 'zod';
import { ADDRESS_FORMATS, addressFormats, curve, CURVES, name } from '#protocol/catalogue/fields.ts';
import { walletAccounts } from '#protocol/catalogue/wallets.ts';
import { KEY_FORMATS } from '#protocol/key-format-names.ts';
import { call, news, nothing } from './call.ts';
import { fileHandle } from './files.ts';
import { outcome } from './requests.ts';

const kind = z.enum(['privateKey', 'wallet']);
export type KeyImportKind = z.infer<typeof kind>;

/** The forms that a private key is read in. */
export const KEY_FORMS = [...KEY_FORMATS, 'SOLANA_KEYPAIR', 'KEYSTORE'] as const;

const derived = z.object({ addressFormat: z.enum(ADDRESS_FORMATS), address: z.string() });

/** What is imported, as far as it is public: everything here was derived on the privileged side. */
const subject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('privateKey'),
    form: z.enum(KEY_FORMS),
    /** The curves that it can be of, and the one that was chosen. */
    curves: z.array(z.enum(CURVES)).min(1),
    curve: z.enum(CURVES),
    /** Hex, compressed for the ECDSA curves. */
    publicKey: z.string(),
    addresses: z.array(derived),
  }),
  z.object({
    kind: z.literal('wallet'),
    words: z.number().int(),
    hasPassphrase: z.boolean(),
    accounts: z.array(derived.extend({ curve: z.enum(CURVES), path: z.string(), publicKey: z.string() })),
  }),
]);
export type KeyImportSubject = z.infer<typeof subject>;

/** The two requests of an import: a key of one use to seal to, then what was sealed. */
const step = z.enum(['target', 'key']);
export type KeyImportStep = z.infer<typeof step>;

/** A private key or wallet on its way into the organization. */
export const keyImport = z.object({
  /** The file that it was read from, which still holds it; null where it was typed. */
  source: z.string().nullable(),
  name: z.string(),
  subject,
  /** What the service holds already with one of these public keys. */
  known: z.array(z.object({ name: z.string(), address: z.string() })),
  status: z.discriminatedUnion('state', [
    /** It is in memory, and nothing was asked for. */
    z.object({ state: z.literal('draft') }),
    z.object({ state: z.literal('running'), step }),
    z.object({ state: z.literal('waiting'), step, activityId: z.string() }),
    /** No answer came: the same bytes can be sent again. */
    z.object({ state: z.literal('unanswered'), step, fingerprint: z.string() }),
    /** It is sealed, the plaintext is gone, and the second request was not sent yet. */
    z.object({ state: z.literal('sealed') }),
    /** Over, in whichever way; nothing of it is in memory. */
    z.object({ state: z.literal('ended'), step, outcome }),
  ]),
});
export type KeyImport = z.infer<typeof keyImport>;

const secretText = z.string().min(1).max(65_536);

/** Private keys and wallets into the organization. What is secret comes in once and never goes back to the window. */
export const keyImportsCalls = {
  current: call('read', nothing, keyImport.nullable()),
  changed: news(keyImport.nullable()),
  /** Takes a typed text, or reads a file on the privileged side; takes the place of what was not begun. */
  read: call(
    'write',
    z.object({
      kind,
      source: z.union([z.object({ text: secretText }), z.object({ file: fileHandle })]),
      /** Of an encrypted file. */
      passphrase: z.string().max(1024).optional(),
      /** Of a wallet's words (BIP-39), where they have one. */
      wordsPassphrase: z.string().max(1024).optional(),
    }),
    keyImport,
  ),
  /** Another curve, other addresses or accounts: derived anew. */
  choose: call(
    'write',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('privateKey'), curve: curve(), addressFormats: addressFormats() }),
      z.object({ kind: z.literal('wallet'), accounts: walletAccounts() }),
    ]),
    keyImport,
  ),
  /** Asks for a key to seal to, seals, and imports: an approval for each of the two requests. */
  begin: call('write', z.object({ name: name('Name') }), keyImport),
  /** Goes on from where it stands: votes that came, an answer that did not, the second approval. */
  resume: call('write', nothing, keyImport),
  /** Wipes it; what was sent stays sent. */
  clear: call('write', nothing, nothing),
};
