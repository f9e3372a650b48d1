import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../clock.ts';
import type { AppError } from '#protocol/error.ts';
import { consoleError } from '../errors.ts';

/** What a page in the operator's browser is answered. */
export interface LoopbackAnswer {
  readonly status: number;
  readonly type: 'text/html; charset=utf-8' | 'application/json';
  readonly body: string;
  /** Where the page has a script or style of its own: the nonce that its policy allows. */
  readonly nonce?: string;
}

/** A request of the operator's browser that is for the page: its path, host and method were checked. */
export interface PageRequest {
  readonly method: 'GET' | 'POST';
  readonly query: URLSearchParams;
  readonly body: string;
  readonly origin: string | undefined;
}

/** A page on this machine that is there for one thing, at an address nobody can guess. */
export interface OneTimePage<T> {
  /** `http://localhost:PORT/RANDOM` or `http://127.0.0.1:PORT/RANDOM`. */
  readonly url: string;
  /** What the page was there for. @throws AppError `BROWSER_TIMEOUT`, `BROWSER_CANCELLED`, and what `answer` threw */
  readonly done: Promise<T>;
  /** Takes the page away. */
  cancel(): void;
}

const LONGEST_BODY = 128 * 1024;

/**
 * Serves one page on loopback until `finish` was called, the time ran out, or it was cancelled. Requests for another host,
 * path or method get 404 and change nothing.
 * @param answer answers a request; `finish` ends the page once the answer is sent, `fail` ends it with an error
 */
export async function serveOnce<T>(
  { host, limitMs, clock }: { host: 'localhost' | '127.0.0.1'; limitMs: number; clock: Clock },
  answer: (
    request: PageRequest,
    end: { finish: (value: T) => void; fail: (error: AppError) => void },
  ) => LoopbackAnswer,
): Promise<OneTimePage<T>> {
  const path = `/${randomBytes(24).toString('base64url')}`;
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: AppError) => void = () => undefined;
  const done = new Promise<T>((onDone, onFailed) => {
    [resolve, reject] = [onDone, onFailed];
  });
  // Whoever waits for it hears of a failure; nobody may be waiting yet.
  done.catch(() => undefined);
  let ended: (() => void) | undefined;
  const end = {
    finish: (value: T): void => void (ended ??= () => resolve(value)),
    fail: (error: AppError): void => void (ended ??= () => reject(error)),
  };
  let authority = '';
  const server = createServer((request, response) => {
    const answering = read(request, authority, path).then((asked) => {
      const given = asked === undefined || ended !== undefined ? NOT_FOUND : answer(asked, end);
      if (given !== NOT_FOUND && ended !== undefined) response.once('finish', stop);
      write(response, given);
    });
    // No request of a stranger may end this process, whatever it does to the code above.
    answering.catch(() => response.destroy());
  });
  const stop = (): void => {
    stopTimer();
    server.close();
    ended?.();
  };
  await listen(server);
  authority = `${host}:${(server.address() as AddressInfo).port}`;
  const giveUp = (error: AppError): void => {
    end.fail(error);
    stop();
    server.closeAllConnections();
  };
  const stopTimer = clock.after(limitMs, () => giveUp(timeout()));
  return { url: `http://${authority}${path}`, done, cancel: () => giveUp(cancelled()) };
}

const NOT_FOUND: LoopbackAnswer = { status: 404, type: 'application/json', body: '{}' };

const listen = (server: Server): Promise<void> =>
  new Promise((onListening, onError) => {
    server.once('error', onError);
    server.listen(0, '127.0.0.1', onListening);
  });

/** A request that is for the page; undefined for every other one. */
async function read(
  request: IncomingMessage,
  authority: string,
  path: string,
): Promise<PageRequest | undefined> {
  const { method, headers } = request;
  // A name that was made to point here (DNS rebinding) is another host.
  if (headers.host !== authority || (method !== 'GET' && method !== 'POST')) return undefined;
  // The target as it is sent, compared as it stands: `//` alone is an address without a host, which throws.
  const [pathname, query = ''] = (request.url ?? '/').split('?', 2);
  if (pathname !== path) return undefined;
  let body = '';
  try {
    for await (const chunk of request) {
      body += String(chunk);
      if (body.length > LONGEST_BODY) return undefined;
    }
  } catch {
    return undefined;
  }
  return { method, query: new URLSearchParams(query), body, origin: headers.origin };
}

function write(response: ServerResponse, { status, type, body, nonce }: LoopbackAnswer): void {
  const own =
    nonce === undefined
      ? ''
      : `script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; `;
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': `default-src 'none'; ${own}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(body);
}

const timeout = (): AppError => consoleError('BROWSER_TIMEOUT');
const cancelled = (): AppError => consoleError('BROWSER_CANCELLED.console');
