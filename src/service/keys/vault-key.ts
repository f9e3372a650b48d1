import { Agent, request } from 'undici';
import { z } from 'zod';
import { toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { storageKeyError } from './errors.ts';
import { keyRingError } from './key-ring-errors.ts';
import type { KeyHolder, WrappingKey } from './wrapping-key.ts';

/** A key of a transit engine, as Vault and OpenBao have it. */
export interface VaultPlace {
  /** Without a path, for example `https://vault.example:8200`. */
  readonly url: URL;
  /** Where the engine is mounted. */
  readonly mount: string;
  /** The key's name. */
  readonly name: string;
  /** Reads the token; asked for each request, since it may be renewed. */
  readonly token: () => string;
  /** PEM of the authorities that its certificate is checked against; Node's own when left out. */
  readonly authorities?: readonly string[] | undefined;
}

/** For everything from connecting to the end of an answer. */
const TIMEOUT_MS = 5000;
const MOST_ANSWER_BYTES = 1024 * 1024;
const DATA_KEY_BYTES = 32;

const results = z.object({
  data: z.object({
    batch_results: z.array(
      z.object({
        ciphertext: z.string().optional(),
        plaintext: z.string().optional(),
        error: z.string().optional(),
      }),
    ),
  }),
});
type Item = z.output<typeof results>['data']['batch_results'][number];

const CIPHERTEXT = /^vault:v(\d{1,9}):[A-Za-z0-9+/=]+$/u;
const versionIn = (ciphertext: string): string | undefined => CIPHERTEXT.exec(ciphertext)?.[1];

/**
 * The versions of a transit key. Data keys are encrypted and decrypted there, with the version that is asked for; its own key never
 * leaves it. What is kept is its ciphertext, as text.
 */
export function vaultKeyHolder(place: VaultPlace): KeyHolder {
  const { url, mount, name } = place;
  const agent = new Agent({
    connect: { timeout: TIMEOUT_MS, ...(place.authorities && { ca: [...place.authorities] }) },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const ask = (verb: 'encrypt' | 'decrypt', items: readonly object[]): Promise<readonly Item[]> =>
    askVault(agent, new URL(`/v1/${mount}/${verb}/${name}`, url), place.token, items);
  const encrypt = async (dataKeys: readonly Secret[], version?: number): Promise<readonly string[]> => {
    const items = dataKeys.map((key) => ({
      plaintext: key.use((bytes) => Buffer.from(bytes).toString('base64')),
      ...(version !== undefined && { key_version: version }),
    }));
    return (await ask('encrypt', items)).map(({ ciphertext = '', error = 'no ciphertext' }) => {
      const made = versionIn(ciphertext);
      if (made === undefined) throw unavailable(error);
      if (version !== undefined && made !== String(version)) throw unavailable('another version of its key');
      return ciphertext;
    });
  };
  const prefix = `vault:${mount}/${name}/v`;
  const keyOf = (version: number): WrappingKey => ({
    id: `${prefix}${version}`,
    wrap: async (dataKeys) => (await encrypt(dataKeys, version)).map(toUtf8),
    unwrap: async (wrapped) => {
      const ciphertexts = wrapped.map((bytes) => Buffer.from(bytes).toString());
      const recordId = `data key under ${prefix}${version}`;
      if (ciphertexts.some((ciphertext) => versionIn(ciphertext) !== String(version)))
        throw storageKeyError('SEALED_DATA_INVALID', { recordId });
      const items = await ask(
        'decrypt',
        ciphertexts.map((ciphertext) => ({ ciphertext })),
      );
      return items.map(({ plaintext, error }) => {
        if (plaintext === undefined || (error !== undefined && error !== ''))
          throw storageKeyError('SEALED_DATA_INVALID', { recordId, cause: new Error(error ?? '') });
        const bytes = Buffer.from(plaintext, 'base64');
        if (bytes.length !== DATA_KEY_BYTES) throw storageKeyError('SEALED_DATA_INVALID', { recordId });
        return new Secret(bytes);
      });
    },
    wipe: () => undefined,
  });
  return {
    of: (id) => {
      const version = id.startsWith(prefix) ? id.slice(prefix.length) : '';
      return /^[1-9]\d{0,8}$/u.test(version) ? keyOf(Number(version)) : undefined;
    },
    newest: async () => {
      // Nothing is sealed under it: it says which version the engine encrypts with.
      const probe = new Secret(new Uint8Array(DATA_KEY_BYTES));
      const [ciphertext = ''] = await encrypt([probe]);
      return keyOf(Number(versionIn(ciphertext)));
    },
    wipe: () => void agent.destroy(),
  };
}

async function askVault(
  dispatcher: Agent,
  url: URL,
  token: () => string,
  batch_input: readonly object[],
): Promise<readonly Item[]> {
  let text: string;
  let status: number;
  try {
    const answer = await request(url, {
      ...{ dispatcher, method: 'POST', signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: { 'content-type': 'application/json', 'x-vault-token': token() },
      body: JSON.stringify({ batch_input }),
    });
    status = answer.statusCode;
    text = await textOf(answer.body);
  } catch (cause) {
    throw unavailable(whyOf(cause), cause);
  }
  // Items that could not be done make it 400, and say so one by one.
  const found = status === 200 || status === 400 ? results.safeParse(parsed(text)).data : undefined;
  if (found?.data.batch_results.length === batch_input.length) return found.data.batch_results;
  throw unavailable(`it answered with ${status}`);
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MOST_ANSWER_BYTES) throw new Error('its answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Never what was sent or answered: data keys are in it. */
function whyOf(cause: unknown): string {
  const error = cause instanceof Error ? cause : undefined;
  if (error?.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} seconds`;
  const code = error !== undefined && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' ? (error?.message ?? 'unknown reason') : code;
}

const unavailable = (why: string, cause?: unknown): Error =>
  keyRingError('KEY_SERVICE_UNAVAILABLE.engine', { why, cause });
