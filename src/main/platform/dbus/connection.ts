import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { type BusCall, type BusMessage, readDbusMessage, textIn, writeCall } from './message.ts';

/**
 * Where the session bus listens, as a path of a Unix socket; an abstract one begins with a zero character
 * (D-Bus specification, "Server Addresses").
 * @returns null where there is none that this machine's own users alone can reach
 */
export function sessionBusSocket(env: Readonly<Record<string, string | undefined>>): string | null {
  const given = env['DBUS_SESSION_BUS_ADDRESS'];
  if (given === undefined || given === '') {
    const folder = env['XDG_RUNTIME_DIR'];
    return folder === undefined || folder === '' ? null : join(folder, 'bus');
  }
  for (const address of given.split(';')) {
    if (!address.startsWith('unix:')) continue;
    const pairs = new Map(address.slice('unix:'.length).split(',').map(pairOf));
    const path = pairs.get('path');
    if (path !== undefined) return path;
    const abstract = pairs.get('abstract');
    if (abstract !== undefined) return `\0${abstract}`;
  }
  return null;
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), decodeURIComponent(value)];
  } catch {
    return [text.slice(0, at), value];
  }
}

/** A connection to a message bus. */
export interface BusConnection {
  /** This connection's own name on the bus, for example `:1.42`. */
  readonly name: string;
  /** Calls a method; gives its answer, which may be an error. @throws Error where none comes */
  call(call: BusCall): Promise<BusMessage>;
  close(): void;
}

/** How long the bus, or who is on it, may take to answer, in ms. */
const ANSWER_MS = 2_000;

/**
 * Connects as the user that this process runs as (D-Bus specification, "Authentication Protocol", EXTERNAL).
 * @param onSignal gets every signal that a match rule lets through
 */
export async function connectBus(
  path: string,
  onSignal: (message: BusMessage) => void,
): Promise<BusConnection> {
  const socket = connect({ path });
  // Nobody waits for a bus at the end of the program.
  socket.unref();
  const waiting = new Map<number, (message: BusMessage | Error) => void>();
  socket.once('close', () => {
    for (const settle of waiting.values()) settle(new Error('The message bus is gone.'));
    waiting.clear();
  });
  socket.on('error', () => socket.destroy());
  try {
    const rest = await authenticate(socket);
    let come = rest;
    const take = (bytes: Buffer): void => {
      come = Buffer.concat([come, bytes]);
      try {
        for (let read = readDbusMessage(come); read !== null; read = readDbusMessage(come)) {
          come = come.subarray(read.length);
          const { message } = read;
          if (message.type === 'signal') onSignal(message);
          else if (message.replySerial !== undefined) waiting.get(message.replySerial)?.(message);
        }
      } catch {
        socket.destroy();
      }
    };
    socket.on('data', take);
    take(Buffer.alloc(0));
  } catch (error) {
    socket.destroy();
    throw error;
  }

  let serial = 0;
  const call = (given: BusCall): Promise<BusMessage> =>
    new Promise((resolve, reject) => {
      const mine = (serial += 1);
      const timer = setTimeout(
        () => settle(new Error('The message bus does not answer.')),
        given.answerMs ?? ANSWER_MS,
      );
      timer.unref();
      const settle = (message: BusMessage | Error): void => {
        clearTimeout(timer);
        waiting.delete(mine);
        if (message instanceof Error) reject(message);
        else resolve(message);
      };
      if (socket.destroyed) {
        settle(new Error('The message bus is gone.'));
        return;
      }
      waiting.set(mine, settle);
      socket.write(writeCall(given, mine));
    });
  const hello = await call({ ...BUS, member: 'Hello', args: [], mayStart: false }).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  return { name: textIn(hello), call, close: () => void socket.destroy() };
}

/** The bus itself, as who is called. */
export const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** Says who we are; gives what came behind the bus's consent. */
function authenticate(socket: Socket): Promise<Buffer> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  return new Promise((resolve, reject) => {
    let come = Buffer.alloc(0);
    const timer = setTimeout(() => fail(), ANSWER_MS);
    timer.unref();
    const over = (): void => {
      clearTimeout(timer);
      socket.off('data', take);
      socket.off('close', fail);
    };
    const fail = (): void => {
      over();
      reject(new Error('The message bus does not let us in.'));
    };
    const take = (bytes: Buffer): void => {
      come = Buffer.concat([come, bytes]);
      const end = come.indexOf('\r\n');
      if (end < 0) {
        if (come.length > 4096) fail();
        return;
      }
      if (!come.toString('latin1', 0, end).startsWith('OK ')) {
        fail();
        return;
      }
      over();
      socket.write('BEGIN\r\n');
      resolve(come.subarray(end + 2));
    };
    socket.on('data', take);
    socket.once('close', fail);
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  });
}
