import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import type { CertificateChoice, TrustedCertificate } from '#preload/contract/profiles.ts';
import { clientError } from './errors.ts';
import { serviceRefusal } from './service-refusal.ts';

/** Where Linux distributions keep the system's authorities in one file of PEM (as Go's and OpenSSL's builds look for them). */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

const BLOCK = /-----BEGIN CERTIFICATE-----[\r\n]+[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----/g;

/** A file that the operator chooses holds a few authorities; a system's list of all is not one. */
export const OWN_FILE_LIMIT = 64 * 1024;
const MOST_OWN = 20;

interface SystemSources {
  /** Node's own reader of the system's store (22.15 and later); undefined in an older one. */
  readonly read: (() => readonly string[]) | undefined;
  readonly platform: NodeJS.Platform;
  readonly bundles: readonly string[];
}

type Reader = (type: 'system') => string[];

/** What the Node that runs this offers. */
function sourcesHere(): SystemSources {
  const { getCACertificates } = tls as { getCACertificates?: Reader };
  return {
    read: getCACertificates === undefined ? undefined : () => getCACertificates('system'),
    platform: process.platform,
    bundles: BUNDLES,
  };
}

/**
 * The authorities of the system's certificate store, PEM each: from Node where it can read them, else from the first of
 * Linux's bundle files that is there.
 * @throws ServiceRefusal `SYSTEM_CERTIFICATES_MISSING` where neither gives any
 */
export function systemCertificates({ read, platform, bundles }: SystemSources = sourcesHere()): string[] {
  const given = attempt(() => read?.() ?? []);
  if (given.length > 0) return [...given];
  for (const file of platform === 'linux' ? bundles : []) {
    const found = attempt(() => readFileSync(file, 'utf8').match(BLOCK) ?? []);
    if (found.length > 0) return [...found];
  }
  throw serviceRefusal('SYSTEM_CERTIFICATES_MISSING', { delivery: 'not-sent' });
}

function attempt(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/**
 * What TLS connections are checked against. The bundled list is Node's own and nothing else: no variable of the
 * environment adds to it.
 */
export function trustOf(choice: CertificateChoice): tls.SecureContext {
  return tls.createSecureContext({ ca: authoritiesOf(choice) });
}

function authoritiesOf(choice: CertificateChoice): string[] {
  switch (choice.kind) {
    case 'bundled':
      return [...tls.rootCertificates];
    case 'system':
      // Windows fetches public authorities only when they are needed: the bundled list stands in for those.
      return [...systemCertificates(), ...tls.rootCertificates];
    case 'own':
      return splitCertificates(choice.pem);
  }
}

/** For a proxy's own certificate: it is in front of the service, and seldom signed by the service's authority. */
export function trustOfProxy(choice: CertificateChoice): tls.SecureContext {
  const system = attempt(() => systemCertificates());
  const own = choice.kind === 'own' ? splitCertificates(choice.pem) : [];
  return tls.createSecureContext({ ca: [...own, ...system, ...tls.rootCertificates] });
}

const splitCertificates = (pem: string): string[] => pem.match(BLOCK) ?? [];

/** A certificate as it is shown. */
export const describeCertificate = (certificate: X509Certificate): TrustedCertificate => ({
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  validTo: certificate.validTo,
  sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
});

/** A distinguished name on one line, its parts in their order; Node gives one on each line. */
const oneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ').slice(0, 300);

/**
 * Reads the authorities out of a file of PEM: each of them has to be an authority's certificate, and nothing else than
 * certificates may be a block in it (a private key, for example).
 * @returns the certificates as they are kept, and as they are shown
 * @throws AppError `CERTIFICATES_UNREADABLE`
 */
export function readCertificates(text: string): { pem: string; certificates: TrustedCertificate[] } {
  const blocks = splitCertificates(text);
  const begun = text.match(/-----BEGIN /g)?.length ?? 0;
  if (blocks.length === 0 || blocks.length !== begun || blocks.length > MOST_OWN)
    throw clientError('CERTIFICATES_UNREADABLE.form');
  const read = blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw clientError('CERTIFICATES_UNREADABLE.form', { cause });
    }
  });
  // One that signs itself vouches for itself alone.
  if (!read.every((certificate) => certificate.ca || certificate.checkIssued(certificate)))
    throw clientError('CERTIFICATES_UNREADABLE.authority');
  return {
    // Written anew: what stood between the blocks is not kept.
    pem: read.map((certificate) => certificate.toString()).join(''),
    certificates: read.map(describeCertificate),
  };
}
