import { z } from 'zod';
import { fromHex, toHex } from '../encoding.ts';
import type { AppError } from '../error.ts';
import { open, seal } from '../hpke.ts';
import { Secret } from '../secret.ts';
import { bundleError } from './errors.ts';

const message = z.strictObject({
  encappedPublic: z.string().regex(/^04[0-9a-fA-F]{128}$/),
  ciphertext: z
    .string()
    .regex(/^(?:[0-9a-fA-F]{2}){16,}$/)
    .max(1 << 20),
});

/**
 * Seals what a client sends in: `encryptedBundle` of `import_wallet` and `import_private_key`, `secretPayload` of
 * `import_secrets` (PROTOCOL.md, section 3.3).
 * @param plaintext 32 raw key bytes, a UTF-8 mnemonic, or a secret
 * @param targetPublicKey from a checked import bundle, SEC1 bytes or hex
 * @returns JSON text `{encappedPublic, ciphertext}`
 * @throws AppError `PUBLIC_KEY_INVALID`
 */
export async function makeClientMessage(
  plaintext: Secret,
  targetPublicKey: Uint8Array | string,
  info?: string,
): Promise<string> {
  const { enc, ciphertext } = await plaintext.use((bytes) => seal(bytes, targetPublicKey, info));
  return JSON.stringify({ encappedPublic: toHex(enc), ciphertext: toHex(ciphertext) });
}

/**
 * Opens a client's message with the private key of its target.
 * @throws AppError `CLIENT_MESSAGE_MALFORMED`, `PUBLIC_KEY_INVALID`, `HPKE_OPEN_FAILED`
 */
export async function openClientMessage(
  text: string,
  targetPrivateKey: Secret,
  info?: string,
): Promise<Secret> {
  const { encappedPublic, ciphertext } = readClientMessage(text);
  const sealed = { enc: fromHex(encappedPublic), ciphertext: fromHex(ciphertext) };
  return new Secret(await targetPrivateKey.use((key) => open(sealed, key, info)));
}

function readClientMessage(text: string): z.infer<typeof message> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed('it is no JSON', cause);
  }
  const parsed = message.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw malformed(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}`);
}

const malformed = (why: string, cause?: unknown): AppError =>
  bundleError('CLIENT_MESSAGE_MALFORMED', { why, cause });
