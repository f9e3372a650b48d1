import type { X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import { Server as TlsServer, createSecureContext } from 'node:tls';
import type { Logger } from 'pino';
import { AppError } from '#protocol/error.ts';
import { secureContextOptions } from '../http/server.ts';
import { type TlsFiles, readTlsIdentity } from './tls-identity.ts';

/** How often the files are looked at, in milliseconds. */
export const TLS_WATCH_MS = 10_000;

/** The certificate that is shown now; its names are the service's. */
export interface ShownCertificate {
  certificate: X509Certificate;
}

interface Reloading {
  readonly files: TlsFiles;
  readonly shown: ShownCertificate;
  readonly servers: readonly Server[];
  readonly logger: Logger;
  /** Milliseconds since the epoch, as the machine has it. */
  readonly now: () => number;
  /** Calls `fn` once after `ms` milliseconds; the answer calls that off. */
  readonly after: (ms: number, fn: () => void) => () => void;
}

/**
 * Shows a renewed certificate without a restart: when its files change, and when it's asked to. Connections go on as they are, new
 * ones see the new one. A pair that the service wouldn't start with isn't taken, and the old one stays.
 */
export class TlsReload {
  readonly #options: Reloading;
  #seen: string;
  #callOff: () => void = () => undefined;

  constructor(options: Reloading) {
    this.#options = options;
    this.#seen = stateOf(options.files);
  }

  /** Looks at the files from now on. */
  watch(): void {
    this.#callOff = this.#options.after(TLS_WATCH_MS, () => {
      if (stateOf(this.#options.files) !== this.#seen) this.reload();
      this.watch();
    });
  }

  stop(): void {
    this.#callOff();
  }

  /** Reads the files again, changed or not. */
  reload(): void {
    const { files, shown, servers, logger, now } = this.#options;
    // As it is before it's read: what changes meanwhile is seen at the next look.
    this.#seen = stateOf(files);
    try {
      const identity = readTlsIdentity(files, now());
      try {
        // What one server refuses must not be shown by another already.
        createSecureContext(secureContextOptions(identity));
        for (const server of servers)
          if (server instanceof TlsServer) server.setSecureContext(secureContextOptions(identity));
      } finally {
        identity.key.wipe();
      }
      shown.certificate = identity.certificate;
      const { fingerprint256, validTo } = identity.certificate;
      logger.info({ fingerprint256, until: validTo }, 'the TLS certificate was read again and is shown now');
    } catch (error) {
      const told = error instanceof AppError ? `${error.message} ${error.remedy}` : 'It can’t be used.';
      const until = shown.certificate.validTo;
      logger.error({ why: told, until }, 'the new TLS certificate isn’t used; the old one is still shown');
    }
  }
}

/** What tells that a file was written or replaced, through links as well: renewals turn a link. */
function stateOf({ cert, key }: TlsFiles): string {
  return [cert, key]
    .map((file) => {
      try {
        const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true });
        return `${dev} ${ino} ${size} ${mtimeNs}`;
      } catch {
        return 'none';
      }
    })
    .join(', ');
}
