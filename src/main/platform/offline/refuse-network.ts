import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import inspector from 'node:inspector';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import process from 'node:process';
import workerThreads from 'node:worker_threads';
import { consoleError } from '../errors.ts';

/** What may be done in spite of it. */
export interface OfflineExceptions {
  /** Whether a program may be started: it has sockets of its own. @param file as it is given to the system */
  readonly mayRun: (file: string) => boolean;
}

/** A function whose caller this side does not know. */
type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

const refusal = (what: string): Error => consoleError('NETWORK_REFUSED', { what });
/** A function, and no arrow: some of those that it stands for are called with `new`. */
const thrower = (what: string): AnyFunction =>
  function () {
    throw refusal(what);
  };

let refused = false;
/** Whether this process refuses every connection. */
export const isNetworkRefused = (): boolean => refused;

/**
 * From now on this process makes no connection, takes none, looks no name up, and starts no program or thread that could.
 * Nothing undoes it. It stands where every library arrives: at the prototypes of sockets and servers, and at Node's own
 * handles below them. Sockets of the system's own (D-Bus: keychain, lock) stay. Must run before anything else connects.
 */
export function refuseNetwork({ mayRun }: OfflineExceptions): void {
  if (refused) return;
  refused = true;
  refuseConnections();
  refuseDatagrams();
  refuseLookups();
  refusePrograms(mayRun);
  refuseHandles();
  syncBuiltinESMExports();
}

/** Puts a function in another one's place for good. */
function replace(target: object, name: string, value: AnyFunction): void {
  if (!(name in target)) return;
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: true });
}

/** Puts a refusal in the place of every function of a name that is there. */
function refuseAll(target: object, names: readonly string[], what: string): void {
  for (const name of names) replace(target, name, thrower(what));
}

/** TCP and TLS, and with them HTTP, HTTP/2, `fetch`, undici and WebSockets: each ends in these two functions. */
function refuseConnections(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the socket that it was called on
  const connect = net.Socket.prototype.connect as AnyFunction;
  replace(net.Socket.prototype, 'connect', function (this: unknown, ...args) {
    if (isLocalSocket(args)) return connect.apply(this, args);
    // As one that fails a moment later: whoever asked has put a listener on it by then, and what they write waits.
    const socket = this as net.Socket & { connecting: boolean };
    socket.connecting = true;
    setImmediate(() => socket.destroy(refusal('connect to anything')));
    return socket;
  });
  replace(net.Server.prototype, 'listen', function (this: unknown) {
    const server = this as net.Server;
    process.nextTick(() => server.emit('error', refusal('listen')));
    return server;
  });
}

/** Whether a connection leads to a socket of this system's own: a path, which Node takes before a host. */
function isLocalSocket([first]: readonly unknown[]): boolean {
  const options: unknown = Array.isArray(first) ? first[0] : first;
  const path: unknown =
    typeof options === 'object' && options !== null && 'path' in options ? options.path : options;
  return typeof path === 'string' && isLocalPath(path, process.platform);
}

/**
 * Whether a socket's path is on this computer. On Windows a pipe's path can name another computer, which is asked over the
 * network.
 */
export function isLocalPath(path: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return /^\\\\[.?]\\pipe\\[^\\/]+$/iu.test(path) && !path.includes('..');
  // `connect('80')` is a port.
  return path !== '' && Number.isNaN(Number(path));
}

function refuseDatagrams(): void {
  const names = ['bind', 'connect', 'send', 'sendto', 'addMembership', 'addSourceSpecificMembership'];
  refuseAll(dgram.Socket.prototype, names, 'send datagrams');
}

function refuseLookups(): void {
  const isLookup = (name: string): boolean => /^(?:lookup|resolve|reverse)/u.test(name);
  for (const target of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    const own = [...Object.getOwnPropertyNames(target), ...inheritedOf(target)];
    refuseAll(target, own.filter(isLookup), 'look a name up');
  }
}

/** The methods of the class before it: Node keeps those of both resolvers there. */
const inheritedOf = (target: object): string[] => {
  const before: unknown = Object.getPrototypeOf(target);
  return before === null || before === Object.prototype ? [] : Object.getOwnPropertyNames(before);
};

/** Programs and threads start without this wall; a debugger listens. */
function refusePrograms(mayRun: OfflineExceptions['mayRun']): void {
  // Node exports the class of its children without a type for the method that starts them.
  const children = childProcess.ChildProcess.prototype as unknown as Record<'spawn', AnyFunction>;
  const { spawn } = children;
  replace(children, 'spawn', function (this: unknown, ...args) {
    const [options] = args as [{ readonly file?: unknown } | undefined];
    const file = String(options?.file);
    if (!mayRun(file)) throw refusal(`run ${file}`);
    return spawn.apply(this, args);
  });
  refuseAll(childProcess, ['spawnSync', 'execSync', 'execFileSync'], 'run a program');
  refuseAll(workerThreads, ['Worker'], 'start a thread');
  refuseAll(inspector, ['open'], 'be debugged');
  // Without a listener Node opens the debugger's port when somebody sends it.
  process.on('SIGUSR1', () => undefined);
}

/** Node's handles below all of that, for whoever has one: sockets, name lookups, programs that are waited for. */
const HANDLES: readonly (readonly [binding: string, handle: string, methods: RegExp])[] = [
  ['tcp_wrap', 'TCP', /^(?:connect6?|bind6?|listen|open)$/u],
  ['udp_wrap', 'UDP', /^(?:connect6?|bind6?|send6?|open)$/u],
  ['cares_wrap', 'ChannelWrap', /^(?:query|getHostByAddr)/u],
];

function refuseHandles(): void {
  for (const [binding, handle, methods] of HANDLES) {
    const found = bindingOf(binding);
    const wrap = found?.[handle];
    const prototype = typeof wrap === 'function' ? (wrap.prototype as object) : {};
    const names = [...Object.getOwnPropertyNames(prototype), ...inheritedOf(prototype)];
    refuseAll(
      prototype,
      names.filter((name) => methods.test(name)),
      'use the network',
    );
  }
  // It gives what is below this wall, and nothing of ours asks for it.
  replace(process, 'binding', thrower('give its bindings away'));
}

/** One of Node's bindings; undefined in a program that has none. */
function bindingOf(name: string): Record<string, unknown> | undefined {
  const { binding } = process as unknown as {
    readonly binding?: (name: string) => Record<string, unknown>;
  };
  try {
    return binding?.call(process, name);
  } catch {
    return undefined;
  }
}
