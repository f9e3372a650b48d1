import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { fetchJson, FetchError, type FetchBounds } from './fetch-json.ts';

/** As much as an RSA key of 16384 bits has in base64. */
const MOST_OF_KEY = 2800;
const part = z.string().max(MOST_OF_KEY).optional();
const word = z.string().max(1024).optional();

/** What a signature is checked with, of a public key: an issuer can send 256 KiB of other members, which would be kept. */
const publicKey = z.object({
  ...{ kty: z.string().max(16), crv: word, x: part, y: part, n: part, e: z.string().max(16).optional() },
  ...{ kid: word, alg: word, use: word, key_ops: z.array(z.string().max(64)).max(16).optional() },
});

/** Counted before they are looked at. */
const someKeys = z.array(z.unknown()).max(100);

/** The public keys of an issuer (RFC 7517), as an operator gives them. */
export const keySet = z
  .object({ keys: someKeys.pipe(z.array(publicKey)) })
  .transform((set) => set as JSONWebKeySet);

/** The same as an issuer offers them: a key of a kind that isn't known here ends no logins with the others (section 5). */
const offeredKeySet = z
  .object({ keys: someKeys })
  .transform(({ keys }) => ({ keys, known: keys.flatMap((key) => publicKey.safeParse(key).data ?? []) }))
  .refine(({ keys, known }) => known.length > 0 || keys.length === 0)
  .transform(({ known }) => ({ keys: known }) as JSONWebKeySet);

const discoveryDocument = z.looseObject({ issuer: z.string(), jwks_uri: z.string().max(2048) });

/** An issuer whose keys are not at hand; the message says why. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

interface Entry {
  keys?: JSONWebKeySet;
  /** They are copied and imported once. */
  local?: JWTVerifyGetKey;
  /** When the keys came, and when they were last asked for; milliseconds of a clock that nobody can set. */
  obtainedAt: number;
  askedAt: number;
  fault?: string;
  asking?: Promise<void>;
}

const MINUTE_MS = 60_000;
const FRESH_MS = 10 * MINUTE_MS;
const USABLE_MS = 60 * MINUTE_MS;
/** So soon an issuer is not asked again: neither for a key that it did not have, nor after a failure. */
const PAUSE_MS = MINUTE_MS / 2;
const KEPT_ISSUERS = 64;
const DISCOVERY_BYTES = 64 * 1024;
const KEYS_BYTES = 256 * 1024;
const TIMEOUT_MS = 5000;

/**
 * The keys of OIDC issuers: configured ones as they are; those of all others found by discovery (OpenID Connect Discovery
 * 1.0, section 4), kept for a while. Asking the network and using what came are apart, so that no transaction waits for a
 * stranger's server.
 */
export class IssuerKeys {
  readonly #entries = new Map<string, Entry>();
  readonly #options: {
    readonly steadyMs: () => number;
    readonly allowLoopback: boolean;
    readonly configured: ReadonlyMap<string, JSONWebKeySet>;
  };

  constructor(options: {
    readonly steadyMs: () => number;
    readonly allowLoopback: boolean;
    readonly configured: ReadonlyMap<string, JSONWebKeySet>;
  }) {
    this.#options = options;
  }

  /** Sees to it that the keys of an issuer are at hand; what goes wrong is told by {@link keysOf}. */
  async obtain(issuer: string, keyId: string | undefined): Promise<void> {
    if (this.#options.configured.has(issuer)) return;
    const entry = this.#entryOf(issuer);
    if (entry.asking === undefined && this.#isDue(entry, keyId)) {
      entry.askedAt = this.#options.steadyMs();
      entry.asking = this.#ask(issuer, entry).finally(() => delete entry.asking);
    }
    await entry.asking;
  }

  /**
   * The keys of an issuer, as they were obtained.
   * @throws IssuerUnavailable
   */
  keysOf(issuer: string): JWTVerifyGetKey {
    const configured = this.#options.configured.get(issuer);
    if (configured !== undefined) return createLocalJWKSet(configured);
    const entry = this.#entries.get(issuer);
    const usable = entry !== undefined && this.#options.steadyMs() - entry.obtainedAt < USABLE_MS;
    if (entry?.keys === undefined || !usable)
      throw new IssuerUnavailable(entry?.fault ?? 'they have not been asked for');
    entry.local ??= createLocalJWKSet(entry.keys);
    return entry.local;
  }

  #entryOf(issuer: string): Entry {
    const known = this.#entries.get(issuer) ?? { obtainedAt: -Infinity, askedAt: -Infinity };
    // The one used last is the last to go.
    this.#entries.delete(issuer);
    this.#entries.set(issuer, known);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > KEPT_ISSUERS && oldest !== undefined) this.#entries.delete(oldest);
    return known;
  }

  #isDue({ keys, obtainedAt, askedAt }: Entry, keyId: string | undefined): boolean {
    const now = this.#options.steadyMs();
    if (now - askedAt < PAUSE_MS) return false;
    if (keys === undefined || now - obtainedAt >= FRESH_MS) return true;
    return keyId !== undefined && !keys.keys.some(({ kid }) => kid === keyId);
  }

  async #ask(issuer: string, entry: Entry): Promise<void> {
    try {
      entry.keys = await discover(issuer, this.#options.allowLoopback);
      delete entry.local;
      entry.obtainedAt = this.#options.steadyMs();
      delete entry.fault;
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      entry.fault = error.message;
    }
  }
}

async function discover(issuer: string, allowLoopback: boolean): Promise<JSONWebKeySet> {
  const bounds = (mostBytes: number): FetchBounds => ({ allowLoopback, mostBytes, timeoutMs: TIMEOUT_MS });
  const where = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = discoveryDocument.safeParse(await fetchJson(where, bounds(DISCOVERY_BYTES)));
  if (!document.success) throw new FetchError('its discovery document is none');
  // An issuer speaks for itself alone (OpenID Connect Discovery 1.0, section 4.3).
  if (document.data.issuer !== issuer) throw new FetchError('its discovery document is of another issuer');
  const keys = offeredKeySet.safeParse(await fetchJson(document.data.jwks_uri, bounds(KEYS_BYTES)));
  if (!keys.success) throw new FetchError('its key set is none');
  return keys.data;
}
