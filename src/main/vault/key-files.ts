import { z } from 'zod';
import type { ApiKeyCurve } from '#protocol/stamp.ts';
import { AppError } from '#protocol/error.ts';
import { consoleError } from '../platform/errors.ts';
import { openPlainFile } from '../platform/plain-files.ts';
import { vaultError } from './errors.ts';
import { KEY_TEXT_LIMIT } from './read-key.ts';

/** The text of a key file, and what the files beside it say. */
export interface KeyFiles {
  readonly text: string;
  /** The curve, where the files say it though the key does not. */
  readonly curve: ApiKeyCurve | null;
  /** The public key that the private one must have, hex; null for a file that stands alone. */
  readonly publicKey: string | null;
}

const CLI_FILE = /^(.+)\.(?:public|private|meta)$/s;

const CURVE_OF_SCHEME: Readonly<Record<string, ApiKeyCurve>> = {
  SIGNATURE_SCHEME_TK_API_P256: 'API_KEY_CURVE_P256',
  SIGNATURE_SCHEME_TK_API_SECP256K1: 'API_KEY_CURVE_SECP256K1',
  SIGNATURE_SCHEME_TK_API_ED25519: 'API_KEY_CURVE_ED25519',
};
const meta = z.looseObject({ public_key: z.string().optional(), scheme: z.string().optional() });

/**
 * Reads a key file. Any one of the three that the vendor's command-line tool writes, `<name>.public`, `.private` and
 * `.meta`, stands for all of them (PROTOCOL.md, section 1.4): without a curve behind it such a key is P-256.
 * @throws AppError `FILE_UNREADABLE`, `CREDENTIAL_FILES_DIFFER`
 */
export async function readKeyFiles(path: string): Promise<KeyFiles> {
  const [, name] = CLI_FILE.exec(path) ?? [];
  if (name === undefined) return { text: await readKeyText(path), curve: null, publicKey: null };
  const [text, publicText, metaText] = await Promise.all([
    readKeyText(`${name}.private`),
    readBeside(`${name}.public`),
    readBeside(`${name}.meta`),
  ]);
  const about = metaText === null ? {} : readMeta(metaText);
  const publicKey = publicText?.trim().toLowerCase() ?? null;
  const aboutKey = about.public_key?.toLowerCase() ?? null;
  if (publicKey !== null && aboutKey !== null && publicKey !== aboutKey)
    throw vaultError('CREDENTIAL_FILES_DIFFER');
  const isAlone = publicText === null && metaText === null;
  const saysCurve = text.includes(':') || text.includes('-----BEGIN');
  const curve = CURVE_OF_SCHEME[about.scheme ?? ''] ?? 'API_KEY_CURVE_P256';
  return { text, curve: isAlone || saysCurve ? null : curve, publicKey: publicKey ?? aboutKey };
}

function readMeta(text: string): z.infer<typeof meta> {
  try {
    return meta.parse(JSON.parse(text));
  } catch (cause) {
    throw vaultError('CREDENTIAL_FILES_DIFFER', { cause });
  }
}

/** The text of a file that need not be there. */
const readBeside = (path: string): Promise<string | null> => readKeyText(path).catch(() => null);

// Read up to a limit, whatever the file is: a device or a huge file must not fill the memory.
async function readKeyText(path: string): Promise<string> {
  const buffer = Buffer.alloc(KEY_TEXT_LIMIT + 1);
  try {
    // A pipe would wait for a writer, and hold up every other file of the console with it.
    const file = await openPlainFile(path);
    try {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw consoleError('FILE_UNREADABLE', { cause });
  } finally {
    buffer.fill(0);
  }
}
