import { z } from 'zod';
import type { Effect } from '#protocol/catalogue/operation.ts';

/** What the service said when it refused: the parts of its error body (PROTOCOL.md, section 7), each on its own. */
export const serviceRefusal = z.object({
  httpStatus: z.number().int(),
  /** The gRPC status code. */
  status: z.number().int(),
  errorCode: z.string(),
  /** Fields of the body that it would not take (`parameters.signWith`), and why. */
  fieldViolations: z.array(z.object({ field: z.string(), description: z.string() })),
});
export type RefusalBody = z.infer<typeof serviceRefusal>;

/** The input or output of a call that has none. */
export const nothing = z.undefined();

/** A call that the window may make: what goes in, what comes out, and what it does. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'call';
  readonly effect: Effect;
  readonly input: I;
  readonly output: O;
  /** Whether it is answered while the console is locked; the router refuses every other call then. */
  readonly whileLocked: boolean;
}

/** News that the privileged side sends to the window. */
export interface News<P extends z.ZodType = z.ZodType> {
  readonly kind: 'news';
  readonly payload: P;
  /** Whether it is told while the console is locked; all other news then waits for nobody, unless it says that nothing is there. */
  readonly whileLocked: boolean;
}

/** A bridge contract: areas, each with its calls and news. */
export type Contract = Readonly<Record<string, Readonly<Record<string, Call | News>>>>;

/**
 * Declares a call.
 * @param options.whileLocked that it is answered while the console is locked too: it shows nothing, opens nothing and
 * changes nothing that the next stamp depends on
 */
export const call = <I extends z.ZodType, O extends z.ZodType>(
  effect: Effect,
  input: I,
  output: O,
  { whileLocked = false }: { readonly whileLocked?: boolean } = {},
): Call<I, O> => ({
  kind: 'call',
  effect,
  input,
  output,
  whileLocked,
});

/**
 * Declares news.
 * @param options.whileLocked that it is told while the console is locked too: it names nothing that the console holds
 */
export const news = <P extends z.ZodType>(
  payload: P,
  { whileLocked = false }: { readonly whileLocked?: boolean } = {},
): News<P> => ({ kind: 'news', payload, whileLocked });

type CallNames<A> = { [K in keyof A]: A[K] extends Call ? K : never }[keyof A];

/** The main side's handlers of a contract: parsed input in, output back. */
export type Handlers<C extends Contract> = {
  readonly [Area in keyof C]: {
    readonly [K in CallNames<C[Area]>]: C[Area][K] extends Call<infer I, infer O>
      ? (input: z.output<I>) => Promise<z.input<O>>
      : never;
  };
};

/** The window's API of a contract: calls that resolve or throw, and news to subscribe to. */
export type Api<C extends Contract> = {
  readonly [Area in keyof C]: {
    readonly [K in keyof C[Area]]: C[Area][K] extends Call<infer I, infer O>
      ? [z.input<I>] extends [undefined]
        ? () => Promise<z.output<O>>
        : undefined extends z.input<I>
          ? (input?: z.input<I>) => Promise<z.output<O>>
          : (input: z.input<I>) => Promise<z.output<O>>
      : C[Area][K] extends News<infer P>
        ? (listener: (payload: z.output<P>) => void) => () => void
        : never;
  };
};

/** What crosses the bridge for every call: a value, or a typed refusal. */
export type Envelope =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly remedy: string;
      /** Where it was the service that refused. */
      readonly service?: RefusalBody | undefined;
    };

/** The names alone, area by area: all that the preload needs to know of a contract. */
export type Shape = Readonly<Record<string, Readonly<Record<string, Contract[string][string]['kind']>>>>;

/** Takes the names out of a contract; done at build time, so that no schema code runs in a preload. */
export const shapeOf = (contract: Contract): Shape =>
  Object.fromEntries(
    Object.entries(contract).map(([area, members]) => [
      area,
      Object.fromEntries(Object.entries(members).map(([name, member]) => [name, member.kind])),
    ]),
  );
