import { Agent, request } from 'undici';
import { AppError } from '#protocol/error.ts';
import { updateError } from './errors.ts';

/** How long things may take, and how slow a download may be. */
export interface FetchLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  /** Between two pieces. */
  readonly idleMs: number;
  /** For something small, whole. */
  readonly smallMs: number;
  /** A download that is slower than this on the whole is given up. */
  readonly leastBytesPerSecond: number;
}

export const FETCH_LIMITS: FetchLimits = {
  connectMs: 10_000,
  headersMs: 15_000,
  idleMs: 30_000,
  smallMs: 20_000,
  leastBytesPerSecond: 16 * 1024,
};

/** What fetches a release's files, one request after the other; it sends nothing but the path that it wants. */
export interface ReleaseFetcher {
  /**
   * Reads a small file whole.
   * @throws AppError `RELEASE_UNREACHABLE`, `RELEASE_STATUS`, `RELEASE_REDIRECTED`, `RELEASE_TIMEOUT`, `RELEASE_TOO_LARGE`,
   *   `UPDATE_CANCELED`
   */
  read(url: string, limit: number, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Gives a file's pieces to `write` as they come.
   * @param size in bytes: neither more nor fewer are taken
   * @throws AppError as `read`, and `RELEASE_TRUNCATED`; what `write` throws
   */
  download(
    url: string,
    size: number,
    signal: AbortSignal,
    write: (piece: Uint8Array) => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

export function createReleaseFetcher(limits: FetchLimits): ReleaseFetcher {
  const agent = new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
    maxHeaderSize: 16 * 1024,
  });
  const transfer = async (
    url: string,
    { limit, ms, signal }: { readonly limit: number; readonly ms: number; readonly signal: AbortSignal },
    write: (piece: Uint8Array) => Promise<void>,
  ): Promise<number> => {
    const late = AbortSignal.timeout(ms);
    try {
      // Nothing says who asks: no name of a program, no cookie, no number of this computer. Redirects are not followed.
      const answer = await request(url, {
        dispatcher: agent,
        method: 'GET',
        headers: { accept: 'application/octet-stream, application/json' },
        signal: AbortSignal.any([signal, late]),
      });
      const { statusCode, headers, body } = answer;
      const refused = refusalOf(statusCode, headers, limit);
      if (refused !== null) {
        // Ending it early is told as an error of the body, which nobody else would hear.
        body.on('error', () => undefined).destroy();
        throw refused;
      }
      let received = 0;
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        received += piece.length;
        if (received > limit) throw updateError('RELEASE_TOO_LARGE', { limit });
        await write(piece);
      }
      return received;
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (signal.aborted) throw updateError('UPDATE_CANCELED');
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (late.aborted || code.includes('TIMEOUT')) throw updateError('RELEASE_TIMEOUT', { cause: error });
      throw updateError('RELEASE_UNREACHABLE', { cause: error });
    }
  };
  return {
    read: async (url, limit, signal) => {
      const pieces: Uint8Array[] = [];
      await transfer(url, { limit, ms: limits.smallMs, signal }, (piece) => {
        pieces.push(piece);
        return Promise.resolve();
      });
      return Buffer.concat(pieces);
    },
    download: async (url, size, signal, write) => {
      const ms = limits.smallMs + Math.ceil((size / limits.leastBytesPerSecond) * 1000);
      let got = 0;
      const received = await transfer(url, { limit: size, ms, signal }, (piece) => {
        got += piece.length;
        return write(piece);
      }).catch((error: unknown) => {
        // A connection that ends early is told by how far it came.
        const isCut = error instanceof AppError && error.code === 'RELEASE_UNREACHABLE' && got > 0;
        throw isCut ? updateError('RELEASE_TRUNCATED', { received: got, size, cause: error }) : error;
      });
      if (received !== size) throw updateError('RELEASE_TRUNCATED', { received, size });
    },
    close: () => agent.destroy(),
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function refusalOf(status: number, headers: Headers, limit: number): AppError | null {
  if (status >= 300 && status < 400) return updateError('RELEASE_REDIRECTED');
  if (status !== 200) return updateError('RELEASE_STATUS', { status });
  // Nothing compressed was asked for: what unpacks to more than was promised is not taken.
  if (headers['content-encoding'] !== undefined) return updateError('RELEASE_STATUS', { status });
  const length = headers['content-length'];
  return length !== undefined && Number(length) > limit ? updateError('RELEASE_TOO_LARGE', { limit }) : null;
}
