import { randomUUID } from 'node:crypto';
import { BUS, type BusConnection, connectBus } from './connection.ts';
import { type BusMessage, BodyWriter, booleanIn } from './message.ts';

/** Where the system bus listens. The environment has no say: whoever starts the program would choose who answers. */
export const SYSTEM_BUS = '/run/dbus/system_bus_socket';

/** The action that proves a person to this console (resources/packaging/linux). */
export const VERIFY_ACTION = 'com.keyops.console.verify-user';

const AUTHORITY = {
  destination: 'org.freedesktop.PolicyKit1',
  path: '/org/freedesktop/PolicyKit1/Authority',
  interface: 'org.freedesktop.PolicyKit1.Authority',
  mayStart: true,
} as const;
const ALLOW_INTERACTION = 1;
/** A person types a password. */
const PROMPT_MS = 2 * 60_000;

/** polkit's authority asks the user for their password, or what else the system takes. */
export interface Polkit {
  /** Whether the authority answers and knows the action. */
  isThere(): Promise<boolean>;
  /**
   * @param signal takes the prompt away
   * @returns `unasked` where the authority says yes without asking anybody: that proves nobody. `refused` where the prompt was
   * dismissed or answered wrong, where nothing can show one, and where the authority went away
   */
  verify(signal: AbortSignal): Promise<'verified' | 'refused' | 'unasked'>;
}

/** What the authority says of an action (polkit reference manual, "AuthorizationResult"). */
interface Authorization {
  readonly isAuthorized: boolean;
  readonly isChallenge: boolean;
}

/** Reads an answer of `CheckAuthorization`, a structure `(bba{ss})`; undefined for anything else. */
export function authorizationIn({
  type,
  signature,
  body,
  isLittleEndian,
}: BusMessage): Authorization | undefined {
  if (type !== 'return' || signature !== '(bba{ss})' || body.length < 12) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  const [first, second] = [view.getUint32(0, isLittleEndian), view.getUint32(4, isLittleEndian)];
  if (first > 1 || second > 1) return undefined;
  return { isAuthorized: first === 1, isChallenge: second === 1 };
}

/** The arguments of `CheckAuthorization`, `(sa{sv})sa{ss}us`: this connection is the subject, by its name on the bus. */
export function checkAuthorizationBody(name: string, flags: number, cancellation: string): Uint8Array {
  const body = new BodyWriter();
  body.pad(8);
  body.text('system-bus-name');
  body.array(8, () => {
    body.pad(8);
    body.text('name');
    body.signature('s');
    body.text(name);
  });
  body.text(VERIFY_ACTION);
  body.array(8, () => undefined);
  body.uint32(flags);
  body.text(cancellation);
  return body.take();
}

/** @param socket where the bus listens; tests have one of their own */
export function createPolkit(socket: string = SYSTEM_BUS): Polkit {
  const check = async (bus: BusConnection, flags: number, cancellation: string): Promise<BusMessage> =>
    bus.call({
      ...AUTHORITY,
      member: 'CheckAuthorization',
      args: [],
      body: { signature: '(sa{sv})sa{ss}us', bytes: checkAuthorizationBody(bus.name, flags, cancellation) },
      ...(flags === 0 ? {} : { answerMs: PROMPT_MS }),
    });
  const onBus = async <T>(use: (bus: BusConnection) => Promise<T>): Promise<T> => {
    const bus = await connectBus(socket, () => undefined);
    try {
      return await use(bus);
    } finally {
      bus.close();
    }
  };
  return {
    // Asked without a prompt, the authority refuses an action that is not registered.
    isThere: () =>
      onBus(async (bus) => authorizationIn(await check(bus, 0, '')) !== undefined).catch(() => false),
    verify: (signal) =>
      onBus(async (bus) => {
        const before = authorizationIn(await check(bus, 0, ''));
        if (before?.isAuthorized === true) return 'unasked' as const;
        // Only who says first that somebody has to be asked can have asked: a later yes alone proves nobody.
        if (before?.isChallenge !== true) return 'refused' as const;
        signal.throwIfAborted();
        const cancellation = randomUUID();
        const cancel = (): void => {
          bus
            .call({ ...AUTHORITY, member: 'CancelCheckAuthorization', args: [cancellation] })
            .catch(() => undefined);
        };
        signal.addEventListener('abort', cancel, { once: true });
        try {
          const after = authorizationIn(await check(bus, ALLOW_INTERACTION, cancellation));
          return after?.isAuthorized === true ? ('verified' as const) : ('refused' as const);
        } finally {
          signal.removeEventListener('abort', cancel);
        }
      }).catch(() => 'refused' as const),
  };
}

const LOGIND = 'org.freedesktop.login1';
const RULES = [
  `type='signal',sender='${LOGIND}',interface='${LOGIND}.Manager',member='PrepareForSleep'`,
  `type='signal',sender='${LOGIND}',interface='${LOGIND}.Session',member='Lock'`,
  `type='signal',sender='${LOGIND}',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='${LOGIND}.Session'`,
];

/** A `b` as the whole body. */
const isTrue = ({ signature, body, isLittleEndian }: BusMessage): boolean =>
  signature === 'b' &&
  body.length === 4 &&
  new DataView(body.buffer, body.byteOffset).getUint32(0, isLittleEndian) === 1;

/**
 * Calls a listener when the screen of a session of this computer is locked, or it is about to sleep, as systemd's logind
 * says. Where there is no system bus nobody says so.
 * @returns ends it
 */
export function watchLogind(onAway: () => void, socket: string = SYSTEM_BUS): () => void {
  let bus: BusConnection | undefined;
  let isOver = false;
  const onSignal = (message: BusMessage): void => {
    if (message.member === 'PrepareForSleep') {
      if (isTrue(message)) onAway();
    } else if (message.member === 'Lock') onAway();
    else if (message.member === 'PropertiesChanged' && message.path !== undefined) void askHint(message.path);
  };
  // Desktops that lock by themselves send no `Lock`: they say so by this property.
  const askHint = async (path: string): Promise<void> => {
    const answer = await bus
      ?.call({
        destination: LOGIND,
        path,
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        args: [`${LOGIND}.Session`, 'LockedHint'],
        mayStart: false,
      })
      .catch(() => undefined);
    if (answer?.type === 'return' && booleanIn(answer) === true) onAway();
  };
  const begin = async (): Promise<void> => {
    const opened = await connectBus(socket, onSignal);
    bus = opened;
    if (isOver) opened.close();
    for (const rule of RULES)
      await opened.call({ ...BUS, member: 'AddMatch', args: [rule], mayStart: false });
  };
  begin().catch(() => undefined);
  return () => {
    isOver = true;
    bus?.close();
  };
}
