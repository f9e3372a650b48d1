import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { SOLANA_CAIP2 } from '#protocol/catalogue/solana-history.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '#protocol/stamp.ts';
import { WIRES, type WireForm } from '#protocol/wire.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { faultOfPublicKey } from '../keys/api-public-key.ts';
import { keySet } from '../oidc/issuer-keys.ts';
import { type Cluster, clusterOf } from '../solana/cluster.ts';
import type { KnownGeneration } from './check-database.ts';
import { DATABASE_OPTIONS, type DatabaseArguments, readDatabase } from './database-arguments.ts';
import { startError } from './errors.ts';
import {
  KEY_OPTIONS,
  type KeyArguments,
  REWRAP_OPTION,
  descriptorNumber,
  readKeys,
} from './key-arguments.ts';
import { NETWORK_OPTIONS, type NetworkArguments, readNetwork } from './network-arguments.ts';
import { RUNNING_OPTIONS, type RunningArguments, readRunning } from './running-arguments.ts';

const issuers = z.array(z.strictObject({ issuer: z.string().min(1), jwks: keySet }));

/**
 * Reads the file of `--oidc-issuers`: a JSON list of `{issuer, jwks}`, the key set as RFC 7517 has it.
 * @throws AppError `ARGUMENTS_INVALID`
 */
export function readIssuers(file: string): ReadonlyMap<string, JSONWebKeySet> {
  try {
    const listed = issuers.parse(JSON.parse(readFileSync(file, 'utf8')));
    return new Map(listed.map(({ issuer, jwks }) => [issuer, jwks]));
  } catch (cause) {
    throw startError('ARGUMENTS_INVALID.issuers', { file, cause });
  }
}

export interface RootKey {
  readonly curve: ApiKeyCurve;
  /** Lowercase hex. */
  readonly publicKey: string;
}

export interface ServiceArguments
  extends NetworkArguments, RunningArguments, DatabaseArguments, KeyArguments {
  readonly data: string;
  readonly port: number;
  readonly authProxyPort: number;
  readonly rootKey: RootKey;
  readonly storageKeyFd: number | undefined;
  /** Whether the service ends when its standard input does: with the program that started it, however that ended. */
  readonly endWithStdin: boolean;
  /** Whether webhooks may go to this machine and to private networks, over http too. */
  readonly allowPrivateWebhooks: boolean;
  /** The http proxy that webhook deliveries go through; without a user name and a password. */
  readonly webhookProxy?: URL | undefined;
  /** A file of further authorities for webhook deliveries, or `system`. */
  readonly webhookCa?: string | undefined;
  /** Whether OIDC issuers may be on this machine, over http too. */
  readonly allowLoopbackIssuers: boolean;
  /** A file with the key sets of OIDC issuers, for those that discovery does not reach. */
  readonly oidcIssuers: string | undefined;
  /** The JSON-RPC endpoint of each Solana cluster whose history can be told; an address may hold a key. */
  readonly solanaEndpoints: ReadonlyMap<Cluster, string>;
  /** What the starter knows of the database's newest state, and whether an older one is to be taken. */
  readonly generation: KnownGeneration;
  /** How fast each credential may send; the default when left out. */
  readonly rateLimit?: RateLimit;
  /** The form of answers, errors and deliveries: the specification's when left out. */
  readonly wire?: WireForm;
}

const OPTIONS = {
  data: { type: 'string' },
  port: { type: 'string' },
  'auth-proxy-port': { type: 'string' },
  'root-public-key': { type: 'string' },
  'root-key-curve': { type: 'string' },
  'storage-key-fd': { type: 'string' },
  'end-with-stdin': { type: 'boolean' },
  'allow-private-webhooks': { type: 'boolean' },
  'webhook-proxy': { type: 'string' },
  'webhook-ca': { type: 'string' },
  'allow-loopback-issuers': { type: 'boolean' },
  'oidc-issuers': { type: 'string' },
  'solana-rpc': { type: 'string', multiple: true },
  'rate-limit': { type: 'string' },
  'known-generation': { type: 'string' },
  'accept-older-database': { type: 'boolean' },
  wire: { type: 'string' },
  ...NETWORK_OPTIONS,
  ...RUNNING_OPTIONS,
  ...DATABASE_OPTIONS,
  ...KEY_OPTIONS,
  ...REWRAP_OPTION,
} as const;

/**
 * Reads the service's command line.
 * @throws AppError `ARGUMENTS_INVALID`, which says which and why
 */
export function readArguments(argv: readonly string[]): ServiceArguments {
  const values = split(argv);
  const fd = values['storage-key-fd'];
  return {
    data: required('data', values.data),
    port: wholeNumber('port', required('port', values.port), 0, 65_535),
    authProxyPort: wholeNumber(
      'auth-proxy-port',
      required('auth-proxy-port', values['auth-proxy-port']),
      0,
      65_535,
    ),
    rootKey: readRootKey(required('root-public-key', values['root-public-key']), values['root-key-curve']),
    storageKeyFd: fd === undefined ? undefined : descriptorNumber('storage-key-fd', fd),
    endWithStdin: values['end-with-stdin'] ?? false,
    allowPrivateWebhooks: values['allow-private-webhooks'] ?? false,
    webhookProxy: readWebhookProxy(values['webhook-proxy']),
    webhookCa: values['webhook-ca'],
    allowLoopbackIssuers: values['allow-loopback-issuers'] ?? false,
    oidcIssuers: values['oidc-issuers'],
    solanaEndpoints: readSolanaEndpoints(values['solana-rpc'] ?? []),
    generation: {
      known: wholeNumber('known-generation', values['known-generation'] ?? '0', 0, Number.MAX_SAFE_INTEGER),
      acceptOlder: values['accept-older-database'] ?? false,
    },
    ...readRateLimit(values['rate-limit']),
    ...readNetwork(values),
    ...readRunning(values),
    ...readDatabase(values),
    ...readKeys(values),
    ...readWire(values.wire),
  };
}

/** An http URL with nothing but a host and a port; it is not repeated in an error, as it may hold a password. */
function readWebhookProxy(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' || url.href !== `http://${url.host}/`)
    throw startError('ARGUMENTS_INVALID.webhookProxy');
  return url;
}

/** `CAIP2=URL`, one for a cluster; the address is not repeated in an error, as it may hold a key. */
function readSolanaEndpoints(texts: readonly string[]): ReadonlyMap<Cluster, string> {
  const endpoints = new Map<Cluster, string>();
  for (const text of texts) {
    const [name, url] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
    const caip2 = SOLANA_CAIP2.find((each) => each === name);
    if (caip2 === undefined)
      throw startError('ARGUMENTS_INVALID.solanaCluster', { clusters: SOLANA_CAIP2.join(', ') });
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw startError('ARGUMENTS_INVALID.solanaAddress', { name });
    const cluster = clusterOf(caip2);
    if (endpoints.has(cluster)) throw startError('ARGUMENTS_INVALID.solanaTwice', { cluster });
    endpoints.set(cluster, url);
  }
  return endpoints;
}

function readWire(text: string | undefined): { readonly wire?: WireForm } {
  if (text === undefined) return {};
  const wire = WIRES.find((each) => each === text);
  if (wire === undefined) throw startError('ARGUMENTS_INVALID.wire', { wires: WIRES.join(', ') });
  return { wire };
}

/** So many requests a second, and two seconds' worth at once. */
function readRateLimit(text: string | undefined): { readonly rateLimit?: RateLimit } {
  if (text === undefined) return {};
  const perSecond = wholeNumber('rate-limit', text, 1, 99_999);
  return { rateLimit: { perSecond, burst: 2 * perSecond } };
}

function split(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    const told = cause instanceof Error ? cause.message : '';
    // What stands in a wrong place is repeated, but not an address that may hold a password.
    const why = told === '' || told.includes('://') ? 'The arguments cannot be read.' : told;
    throw startError('ARGUMENTS_INVALID.unreadable', { why, cause });
  }
}

function required(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw startError('ARGUMENTS_INVALID.missing', { name });
  return value;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw startError('ARGUMENTS_INVALID.number', { name, least, most, text });
}

/** P-256 and secp256k1 keys look alike: 33 bytes are taken as P-256 unless the curve is given. */
function readRootKey(hex: string, curveName: string | undefined): RootKey {
  const publicKey = hex.toLowerCase();
  if (!/^(?:0[23][0-9a-f]{64}|[0-9a-f]{64})$/.test(publicKey)) throw startError('ARGUMENTS_INVALID.rootKey');
  const guess: ApiKeyCurve = publicKey.length === 64 ? 'API_KEY_CURVE_ED25519' : 'API_KEY_CURVE_P256';
  const curve = curveName === undefined ? guess : API_KEY_CURVES.find((name) => name === curveName);
  if (curve === undefined)
    throw startError('ARGUMENTS_INVALID.rootKeyCurve', { curves: API_KEY_CURVES.join(', ') });
  const fault = faultOfPublicKey(curve, publicKey);
  if (fault === undefined) return { curve, publicKey };
  const hint = curveName === undefined ? ' (give --root-key-curve for another curve)' : '';
  throw startError('ARGUMENTS_INVALID.rootKeyPoint', { fault: fault + hint });
}
