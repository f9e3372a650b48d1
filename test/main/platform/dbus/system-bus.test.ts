import { mkdtempSync, rmSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BodyWriter, readDbusMessage } from '#main/platform/dbus/message.ts';
import {
  authorizationIn,
  checkAuthorizationBody,
  createPolkit,
  watchLogind,
} from '#main/platform/dbus/system-bus.ts';
import { busMessage, hasDaemon, joinBus, startPrivateBus } from '#test/fixtures/private-bus.ts';

/** What the fake authority does with a question: answers with two truth values, refuses it, is silent, or goes away. */
type Said = readonly [isAuthorized: number, isChallenge: number] | 'error' | 'silent' | 'gone';

/**
 * A system bus with polkit's authority on it. It is a fake: the real one asks for a password through an agent of a desktop,
 * which no test has; what it says is taken from its reference manual.
 */
async function startBus(path: string, say: (flags: number, asked: number) => Said) {
  const sockets = new Set<Socket>();
  const calls: string[] = [];
  let asked = 0;
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let come = Buffer.alloc(0);
    let isIn = false;
    socket.on('data', (bytes: Buffer) => {
      come = Buffer.concat([come, bytes]);
      if (!isIn) {
        if (!come.includes('\r\n')) return;
        come = come.subarray(come.indexOf('\r\n') + 2);
        isIn = true;
        socket.write('OK 0123\r\n');
      }
      const begin = come.indexOf('BEGIN\r\n');
      if (begin === 0) come = come.subarray(7);
      for (
        let read = come.length > 0 ? readDbusMessage(come) : null;
        read !== null;
        read = readDbusMessage(come)
      ) {
        const serial = come.readUInt32LE(8);
        come = come.subarray(read.length);
        answer(socket, serial, read.message.member ?? '', Buffer.from(read.message.body));
        if (come.length === 0) break;
      }
    });
  };
  const answer = (socket: Socket, serial: number, member: string, body: Buffer): void => {
    calls.push(member);
    const reply = new BodyWriter();
    if (member === 'Hello') {
      reply.text(':1.7');
      socket.write(
        busMessage(
          2,
          [
            [5, 'u', serial],
            [8, 'g', 's'],
          ],
          reply,
        ),
      );
    } else if (member === 'CheckAuthorization') {
      const said = say(body.readUInt32LE(checkAuthorizationBody(':1.7', 0, '').length - 9), (asked += 1));
      if (said === 'gone') socket.destroy();
      else if (said === 'error')
        socket.write(
          busMessage(
            3,
            [
              [4, 's', 'org.freedesktop.PolicyKit1.Error.Failed'],
              [5, 'u', serial],
            ],
            reply,
          ),
        );
      else if (said !== 'silent') {
        for (const value of said) reply.uint32(value);
        reply.array(8, () => undefined);
        socket.write(
          busMessage(
            2,
            [
              [5, 'u', serial],
              [8, 'g', '(bba{ss})'],
            ],
            reply,
          ),
        );
      }
    } else socket.write(busMessage(2, [[5, 'u', serial]], reply));
  };
  const server: Server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    calls,
    signal: (bytes: Buffer) => sockets.forEach((socket) => socket.write(bytes)),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const NEVER = new AbortController().signal;
const CHALLENGE: Said = [0, 1];
let folder: string;
let socket: string;
let bus: Awaited<ReturnType<typeof startBus>> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-bus-'));
  socket = join(folder, 'bus');
});
afterEach(async () => {
  await bus?.stop();
  bus = undefined;
  rmSync(folder, { recursive: true, force: true });
});

describe('polkit', () => {
  const verify = async (say: Parameters<typeof startBus>[1], signal = NEVER) => {
    bus = await startBus(socket, say);
    return createPolkit(socket).verify(signal);
  };

  it('verifies the person whom the authority asked', async () => {
    expect(await verify((flags) => (flags === 1 ? [1, 0] : CHALLENGE))).toBe('verified');
  });

  it('attack: a rule that allows the action without asking anybody', async () => {
    expect(await verify(() => [1, 0])).toBe('unasked');
  });

  it.each<[string, Said]>([
    ['refuses the first question', 'error'],
    ['says first that nobody may', [0, 0]],
    ['says first what is no truth value', [2, 1]],
  ])('attack: a yes that nobody was asked for, where the authority %s', async (_, first) => {
    expect(await verify((flags) => (flags === 1 ? [1, 0] : first))).toBe('refused');
  });

  it.each<[string, Said]>([
    ['says that a challenge is still needed', CHALLENGE],
    ['says that the prompt was dismissed', [0, 0]],
    ['refuses the question', 'error'],
    ['goes away while the person types', 'gone'],
    ['answers with no truth value', [2, 0]],
  ])('verifies nobody where the authority %s', async (_, said) => {
    expect(await verify((flags) => (flags === 1 ? said : CHALLENGE))).toBe('refused');
  });

  it('takes its prompt away when the review is over', async () => {
    const over = new AbortController();
    const end = verify((flags) => {
      if (flags !== 1) return CHALLENGE;
      over.abort();
      return 'silent';
    }, over.signal);
    // The bus is there a moment after the question.
    const isCanceled = (): boolean => bus?.calls.includes('CancelCheckAuthorization') ?? false;
    while (!isCanceled()) await new Promise((resolve) => setImmediate(resolve));
    await bus?.stop();
    expect(await end).toBe('refused');
  });

  it('is offered only where the authority knows the action', async () => {
    expect(await createPolkit(socket).isThere()).toBe(false);
    bus = await startBus(socket, () => 'error');
    expect(await createPolkit(socket).isThere()).toBe(false);
    await bus.stop();
    bus = await startBus(socket, () => CHALLENGE);
    expect(await createPolkit(socket).isThere()).toBe(true);
  });

  it('reads any bytes as an answer or as none', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 64 }),
        fc.constantFrom('(bba{ss})', 'b', ''),
        (body, signature) => {
          const read = authorizationIn({
            ...{ type: 'return', replySerial: 1, path: undefined, member: undefined, sender: undefined },
            ...{ signature, body, isLittleEndian: true },
          });
          if (signature !== '(bba{ss})' || body.length < 12) expect(read).toBeUndefined();
        },
      ),
    );
  });
});

describe('logind', () => {
  const emit = (member: string, signature: string, write: (body: BodyWriter) => void): Buffer => {
    const body = new BodyWriter();
    write(body);
    const path = '/org/freedesktop/login1/session/_31';
    const fields = [
      [1, 'o', path],
      [2, 's', 'org.freedesktop.login1.Session'],
      [3, 's', member],
      ...(signature === '' ? [] : [[8, 'g', signature] as const]),
    ] as const;
    return busMessage(4, fields, body);
  };

  it('says that the machine goes to sleep, and that the screen is locked', async () => {
    bus = await startBus(socket, () => 'error');
    const { calls } = bus;
    let away = 0;
    const end = watchLogind(() => (away += 1), socket);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (calls.filter((call) => call === 'AddMatch').length < 3) await turn();
    // Waking up is no reason.
    bus.signal(emit('PrepareForSleep', 'b', (body) => body.uint32(0)));
    bus.signal(emit('PrepareForSleep', 'b', (body) => body.uint32(1)));
    while (away < 1) await turn();
    bus.signal(emit('Lock', '', () => undefined));
    while (away < 2) await turn();
    expect(away).toBe(2);
    end();
  });
});

const LOGIND = 'org.freedesktop.login1';
const SESSION = '/org/freedesktop/login1/session/_31';
const LAST_SESSION = '/org/freedesktop/login1/session/_32';

// A real daemon routes it: what logind says is told apart from what another program says in its name.
describe.skipIf(!hasDaemon)('logind’s LockedHint, on a bus of its own', () => {
  let daemon: Awaited<ReturnType<typeof startPrivateBus>>;
  let logind: Awaited<ReturnType<typeof joinBus>>;
  let away = 0;
  let end: () => void;

  beforeEach(async () => {
    daemon = await startPrivateBus(folder);
    logind = await joinBus(daemon.path);
    const owned = await logind.askBus('RequestName', 'su', (body) => {
      body.text(LOGIND);
      body.uint32(0);
    });
    expect(owned.type).toBe('return');
    away = 0;
    end = watchLogind(() => (away += 1), daemon.path);
  });
  afterEach(async () => {
    end();
    logind.close();
    await daemon.stop();
  });

  /** Says that a property of a session changed, as logind does: without its value. */
  const changed = (from: Pick<typeof logind, 'emit'>, path = SESSION): void => {
    const body = new BodyWriter();
    body.text(`${LOGIND}.Session`);
    body.array(8, () => undefined);
    body.array(4, () => body.text('LockedHint'));
    const fields = [
      [1, 'o', path],
      [2, 's', 'org.freedesktop.DBus.Properties'],
      [3, 's', 'PropertiesChanged'],
      [8, 'g', 'sa{sv}as'],
    ] as const;
    from.emit(fields, body);
  };
  /** Emits until the watch, which begins on its own time, asks for the hint; gives all that it asked, in order. */
  const heard = (isLocked: boolean): Promise<{ member: string | undefined; path: string | undefined }[]> =>
    new Promise((resolve) => {
      const asked: { member: string | undefined; path: string | undefined }[] = [];
      logind.answer(({ member, path }) => {
        // Several signals may have gone out by now: once the one behind them is asked about, none is left.
        if (asked.length === 0) changed(logind, LAST_SESSION);
        asked.push({ member, path });
        if (path === LAST_SESSION) resolve(asked);
        return isLocked;
      });
      const again = (): void => {
        if (asked.length > 0) return;
        changed(logind);
        setTimeout(again, 20);
      };
      again();
    });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('locks the console when the desktop says that its screen is locked', async () => {
    const [asked] = await heard(true);
    expect(asked).toEqual({ member: 'Get', path: SESSION });
    while (away === 0) await turn();
  });

  it('does nothing when the screen is unlocked', async () => {
    await heard(false);
    // The bus keeps the order: this answer comes behind the hint's.
    await logind.askBus('GetId', '', () => undefined);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(away).toBe(0);
  });

  it('attack: another program says it in logind’s name', async () => {
    await heard(false);
    const other = await joinBus(daemon.path);
    let asked = 0;
    logind.answer(() => {
      asked += 1;
      return true;
    });
    other.answer(() => true);
    for (let round = 0; round < 5; round += 1) changed(other);
    await other.askBus('GetId', '', () => undefined);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect([asked, away]).toEqual([0, 0]);
    other.close();
  });

  it('is not asked any more once the console has closed', async () => {
    const before = (await heard(true)).length;
    while (away < before) await turn();
    end();
    changed(logind);
    await logind.askBus('GetId', '', () => undefined);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(away).toBe(before);
  });
});
