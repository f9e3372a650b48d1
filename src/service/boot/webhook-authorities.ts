import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import tls from 'node:tls';
import { startError } from './errors.ts';

/** Where Linux distributions keep the system's authorities in one file of PEM. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

const BLOCK = /-----BEGIN CERTIFICATE-----[\r\n]+[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----/g;

/** A file of authorities is smaller, a whole system's too. */
const MOST_FILE_BYTES = 1024 * 1024;

/** Where the system's authorities come from. */
interface SystemStore {
  /** Node's own reader of the system's store (22.15 and later); undefined in an older one. */
  readonly read: (() => readonly string[]) | undefined;
  /** Files of PEM, of which the first with certificates counts. */
  readonly bundles: readonly string[];
}

function storeHere(): SystemStore {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'system') => string[] };
  return {
    read: getCACertificates === undefined ? undefined : () => getCACertificates('system'),
    bundles: process.platform === 'linux' ? BUNDLES : [],
  };
}

/**
 * The certificates that `--webhook-ca` adds to the bundled ones.
 * @param choice a file of PEM, or `system` for the computer's own store
 * @returns PEM, one certificate each, at least one
 * @throws AppError `ARGUMENTS_INVALID` for a file with anything but authorities' certificates in it, and for a computer
 * whose store cannot be read
 */
export function addedAuthorities(choice: string, store: SystemStore = storeHere()): readonly string[] {
  if (choice !== 'system') return readAuthorities(choice);
  for (const read of [
    store.read,
    ...store.bundles.map((file) => () => blocksOf(readFileSync(file, 'utf8'))),
  ]) {
    const found = attempt(() => read?.() ?? []);
    if (found.length > 0) return found;
  }
  throw startError('ARGUMENTS_INVALID.webhookCaSystem');
}

/** What webhook deliveries check certificates against; undefined leaves it to Node's default, the bundled ones. */
export function webhookTrust(choice: string | undefined): tls.SecureContext | undefined {
  if (choice === undefined) return undefined;
  return tls.createSecureContext({ ca: [...tls.rootCertificates, ...addedAuthorities(choice)] });
}

const blocksOf = (text: string): string[] => text.match(BLOCK) ?? [];

function attempt(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** Nothing but certificates may be a block in the file (a private key, for example), and each an authority's. */
function readAuthorities(file: string): readonly string[] {
  try {
    const { size } = statSync(file);
    if (size > MOST_FILE_BYTES) throw new Error('too large');
    const text = readFileSync(file, 'utf8');
    const blocks = blocksOf(text);
    if (blocks.length === 0 || blocks.length !== text.match(/-----BEGIN /g)?.length)
      throw new Error('not only certificates');
    const certificates = blocks.map((block) => new X509Certificate(block));
    // One that signs itself vouches for itself alone.
    if (!certificates.every((each) => each.ca || each.checkIssued(each))) throw new Error('no authority');
    return certificates.map(String);
  } catch (cause) {
    throw startError('ARGUMENTS_INVALID.webhookCa', { file, cause });
  }
}
