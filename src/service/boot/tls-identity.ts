import { X509Certificate, createPrivateKey } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import process from 'node:process';
import { Secret, secretBytes } from '#protocol/secret.ts';
import type { TlsIdentity } from '../http/network.ts';
import { startError } from './errors.ts';

/** Where the service's certificate and its key lie, PEM both. */
export interface TlsFiles {
  /** The service's own certificate first, then those between it and an authority. */
  readonly cert: string;
  readonly key: string;
}

/** A chain of certificates, or a key, is smaller. */
const MOST_FILE_BYTES = 256 * 1024;
/** Read by others, written by others or by the group. The group may read: its members are chosen. */
const OPEN_TO_OTHERS = 0o026;

/**
 * Reads what the service shows in TLS.
 * @param now milliseconds since the epoch
 * @throws AppError `ARGUMENTS_INVALID` for a file that can't be read, a key that others can read, a key that isn't the
 *   certificate's, and a certificate that is over
 */
export function readTlsIdentity({ cert, key: keyFile }: TlsFiles, now: number): TlsIdentity {
  const chain = Buffer.from(readWhole(cert, () => undefined)).toString('utf8');
  const key = new Secret(
    readWhole(keyFile, (mode) => {
      if (process.platform !== 'win32' && (mode & OPEN_TO_OTHERS) !== 0)
        throw startError('ARGUMENTS_INVALID.tlsKeyOpen', { file: keyFile });
    }),
  );
  try {
    const certificate = certificateOf(chain, cert);
    if (!isKeyOf(certificate, key)) throw startError('ARGUMENTS_INVALID.tlsKey', { file: keyFile });
    if (Date.parse(certificate.validTo) <= now)
      throw startError('ARGUMENTS_INVALID.tlsOver', { file: cert, until: certificate.validTo });
    return { chain, certificate, key };
  } catch (error) {
    key.wipe();
    throw error;
  }
}

/** @param check is told the mode of the file that is read, not of one that took its name since */
function readWhole(file: string, check: (mode: number) => void): Uint8Array<ArrayBuffer> {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (cause) {
    throw startError('ARGUMENTS_INVALID.tlsFile', { file, cause });
  }
  try {
    const found = fstatSync(descriptor);
    const { mode, size } = found;
    check(mode);
    if (!found.isFile() || size === 0 || size > MOST_FILE_BYTES)
      throw startError('ARGUMENTS_INVALID.tlsFile', { file });
    const bytes = secretBytes(size);
    readSync(descriptor, bytes);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

function certificateOf(chain: string, file: string): X509Certificate {
  try {
    return new X509Certificate(chain);
  } catch (cause) {
    throw startError('ARGUMENTS_INVALID.tlsFile', { file, cause });
  }
}

function isKeyOf(certificate: X509Certificate, key: Secret): boolean {
  try {
    return key.use((bytes) =>
      certificate.checkPrivateKey(
        createPrivateKey(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
      ),
    );
  } catch {
    return false;
  }
}
