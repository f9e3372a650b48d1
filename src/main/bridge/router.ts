import type { z } from 'zod';
import type { Call, Contract, Envelope, Handlers } from '#preload/contract/call.ts';
import { errorText, type ErrorText } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import { StorageError } from '#storage/storage-error.ts';
import { consoleError } from '../platform/errors.ts';
import type { Surface } from '../platform/host.ts';
import { ServiceRefusal } from '../service-client/service-refusal.ts';

type Handler = (input: unknown) => Promise<unknown>;

/** Takes a call by its name (`area.name`) and answers with an envelope; never rejects. */
export type Router = (name: string, input: unknown) => Promise<Envelope>;

/**
 * The one door of a contract: only its calls can be named, what goes in and what comes out is parsed.
 * @param onFault gets what was thrown where it is no AppError, for the log; the caller of the bridge sees it of a database alone
 * @param isLocked whether the console is locked now: then only what the contract names is answered
 */
export function createRouter<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  onFault: (name: string, error: unknown) => void,
  isLocked: () => boolean,
): Router {
  const routes = new Map<string, { call: Call; handler: Handler }>();
  for (const [area, members] of Object.entries(contract)) {
    for (const [name, member] of Object.entries(members)) {
      if (member.kind !== 'call') continue;
      const handler = (handlers as Record<string, Record<string, Handler>>)[area]?.[name];
      if (handler === undefined) throw new Error(`The call ${area}.${name} has no handler.`);
      routes.set(`${area}.${name}`, { call: member, handler });
    }
  }
  return async (name, input) => {
    const route = routes.get(name);
    if (route === undefined) return refuse(consoleError('CALL_UNKNOWN'));
    if (isLocked() && !route.call.whileLocked) return locked();
    const given = route.call.input.safeParse(input);
    if (!given.success) return refuse(consoleError('INPUT_INVALID.call', { why: describe(given.error) }));
    try {
      const value = route.call.output.parse(await route.handler(given.data));
      // Locked while it was on its way: what was read is not shown any more. How an act ended is.
      const isShown = route.call.effect === 'read' || route.call.effect === 'export';
      if (isShown && isLocked() && !route.call.whileLocked) return locked();
      return { ok: true, value };
    } catch (error) {
      if (error instanceof ServiceRefusal) return { ...refuse(error), service: error.refusalBody };
      if (error instanceof AppError) return refuse(error);
      onFault(name, error);
      // A database's words may name a folder: nothing for whoever sits before a locked console.
      const isTold = error instanceof StorageError && !isLocked();
      return refuse(isTold ? error : consoleError('INTERNAL'));
    }
  };
}

/** Sends news to a surface's page (`area.name`). */
interface NewsSender {
  send(surface: Surface, name: string, payload: unknown): void;
}

/**
 * The way out, as the router is the way in: through this host a locked console tells its pages only what the contracts name, and
 * that nothing is there.
 * @param console whether it is locked now
 */
export function withNewsGate<H extends NewsSender>(
  host: H,
  contracts: Readonly<Record<Surface, Contract>>,
  console: { readonly locked: boolean },
): H {
  const send: NewsSender['send'] = (surface, name, payload) => {
    const [area = '', member = ''] = name.split('.');
    const declared = contracts[surface][area]?.[member];
    if (declared?.kind !== 'news') throw new Error(`No contract has the news ${name}.`);
    // A page that is told that it is over shows nothing of it any more.
    const saysNothing = payload === null || (Array.isArray(payload) && payload.length === 0);
    if (!console.locked || declared.whileLocked || saysNothing) host.send(surface, name, payload);
  };
  return new Proxy(host, {
    get: (target, name) => {
      if (name === 'send') return send;
      const member: unknown = Reflect.get(target, name);
      // A host may be a class, whose methods have to be called on itself.
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

const refuse = (error: ErrorText): Envelope => ({ ok: false, ...errorText(error) });

const locked = (): Envelope => refuse(consoleError('CONSOLE_LOCKED'));

// The path and the rule only: zod's messages do not repeat what was given.
function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'The input' : issue.path.join('.');
  return `${where}: ${issue?.message ?? 'wrong shape'}`;
}
