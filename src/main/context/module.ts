import type { ApprovalContract } from '#preload/approval-contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import { reportFault } from '../platform/errors.ts';

/** What answers the calls of both surfaces, by area. */
export interface Calls extends Handlers<ConsoleContract>, Handlers<ApprovalContract> {}

/** What a module does when something happens to the whole console. */
export interface ModuleHooks {
  /** The console was started and has looked at the keychain for the first time. */
  readonly begin?: () => Promise<void>;
  /** The console is locked, or closes: wipes what is in memory, calls off what waits for a person. */
  readonly onLock?: () => void;
  /** Another profile is shown: what was there for the one before goes. */
  readonly onProfileChange?: () => void;
  /** The console closes, after `onLock`: looks after nothing any more. */
  readonly close?: () => void | Promise<void>;
  /** Resolves when nothing of the module is on its way. Asked for when the service's connections are closed. */
  readonly idle?: () => Promise<void>;
}

/** A value that is left out where it would be empty. */
type Given<Name extends string, Value> = keyof Value extends never
  ? Readonly<Partial<Record<Name, undefined>>>
  : Readonly<Record<Name, Value>>;

/**
 * A module that runs: its hooks, the calls of its areas of the contract (`handlers`), and what modules after it may need
 * (`parts`).
 */
export type ModuleParts<Area extends keyof Calls = never, Parts extends object = object> = ModuleHooks &
  Given<'handlers', Pick<Calls, Area>> &
  Given<'parts', Parts>;

interface Running<Parts extends object, Handled extends object> extends ModuleHooks {
  readonly parts?: Parts | undefined;
  readonly handlers?: Handled | undefined;
}

/** A feature as the console is composed of it. What `start` takes is what it needs: without that, composing does not compile. */
export interface Module<Needs, Parts extends object, Handled extends object> {
  readonly start: (needs: Needs) => Running<Parts, Handled> | Promise<Running<Parts, Handled>>;
}

/** Declares a module. */
export const defineModule = <Needs, Parts extends object = object, Handled extends object = object>(
  module: Module<Needs, Parts, Handled>,
): Module<Needs, Parts, Handled> => module;

/** Modules that were started, as one. */
export interface RunningModules<Parts, Handled> {
  readonly parts: Parts;
  readonly handlers: Handled;
  readonly hooks: Required<ModuleHooks>;
}

/** A list of modules in the order of their needs. */
export interface ModuleList<Base, Parts extends object, Handled extends object> {
  /** Adds a module whose needs are met by the base and the modules before it. */
  add<More extends object, Others extends object>(
    module: Module<Parts, More, Others>,
  ): ModuleList<Base, Parts & More, Handled & Others>;
  /** Starts them, one after the other. */
  start(base: Base): Promise<RunningModules<Parts, Handled>>;
}

/** An empty list. @typeParam Base what every module may need */
export const listModules = <Base extends object>(): ModuleList<Base, Base, object> =>
  listOf((base: Base) => Promise.resolve({ parts: base, handlers: {}, started: [] }));

interface Started<Parts, Handled> {
  readonly parts: Parts;
  readonly handlers: Handled;
  readonly started: readonly ModuleHooks[];
}

function listOf<Base, Parts extends object, Handled extends object>(
  startAll: (base: Base) => Promise<Started<Parts, Handled>>,
): ModuleList<Base, Parts, Handled> {
  return {
    add: <More extends object, Others extends object>(module: Module<Parts, More, Others>) =>
      listOf(async (base: Base): Promise<Started<Parts & More, Handled & Others>> => {
        const before = await startAll(base);
        const added = await module.start(before.parts);
        return {
          parts: Object.assign({}, before.parts, added.parts),
          handlers: Object.assign({}, before.handlers, added.handlers),
          started: [...before.started, added],
        };
      }),
    start: async (base) => {
      const { parts, handlers, started } = await startAll(base);
      return { parts, handlers, hooks: hooksOf(started) };
    },
  };
}

/**
 * The hooks of all. Locking and leaving a profile go through them as they were started: requests are abandoned while the
 * features that made them still know them. Closing goes the other way, one after the other. A hook that throws keeps no
 * other module from wiping what it holds: what it threw is reported.
 */
const hooksOf = (started: readonly ModuleHooks[]): Required<ModuleHooks> => ({
  begin: async () => {
    await Promise.all(started.map(async ({ begin }) => guard('begin', begin)));
  },
  onLock: () => {
    for (const { onLock } of started) void guard('lock', onLock);
  },
  onProfileChange: () => {
    for (const { onProfileChange } of started) void guard('leave profile', onProfileChange);
  },
  close: async () => {
    for (const { close } of [...started].reverse()) await guard('close', close);
  },
  idle: async () => {
    await Promise.all(started.flatMap(({ idle }) => (idle === undefined ? [] : [idle()])));
  },
});

/** Calls a hook; what it throws, now or later, is reported. */
function guard(name: string, hook: (() => void | Promise<void>) | undefined): void | Promise<void> {
  try {
    return hook?.()?.catch((error: unknown) => reportFault(name, error));
  } catch (error) {
    reportFault(name, error);
  }
}
