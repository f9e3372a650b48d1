import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import { FAULT_KINDS, type TokenAnswer, type TokenAsk } from './messages.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
/** A module may have written over anything in its process: what comes from there is looked at. */
const answers = z.union([
  z.strictObject({
    pin: z.strictObject({ isLocked: z.boolean(), isFinalTry: z.boolean(), isCountLow: z.boolean() }),
  }),
  z.strictObject({ done: z.literal(true) }),
  z.strictObject({ versions: z.array(z.string().regex(/^(?:[0-9a-f]{2}){1,4}$/u)) }),
  z.strictObject({ items: z.array(bytes) }),
  z.strictObject({ fault: z.enum(FAULT_KINDS), why: z.string().max(1000) }),
]);

/** The process with the module is gone, or was ended because it didn't answer. */
export class TokenChildGone extends Error {
  override readonly name = 'TokenChildGone';
  /** Whether it ended by itself: a new one may do better. */
  readonly hasEnded: boolean;

  constructor(why: string, hasEnded: boolean) {
    super(why);
    this.hasEnded = hasEnded;
  }
}

/** A process of its own that has loaded a token's module. */
export class TokenChild {
  readonly #process: ChildProcess;
  #waiting: { resolve: (answer: TokenAnswer) => void; reject: (reason: TokenChildGone) => void } | undefined;
  #gone: TokenChildGone | undefined;

  /**
   * @param script the built token-process.ts
   * @param environment all that the process gets of one
   */
  constructor(script: string, environment: Readonly<Record<string, string>>) {
    this.#process = fork(script, [], {
      // One thread for calls: some modules don't like to be called from several.
      env: { ...environment, UV_THREADPOOL_SIZE: '1' },
      execArgv: [],
      serialization: 'advanced',
      // What a module writes may be anything.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.unref();
    this.#process.channel?.unref();
    this.#process.on('message', (message) => this.#take(message));
    this.#process.on('error', (error) => this.#leave(`its process can’t be started: ${error.message}`));
    this.#process.on('exit', (code, signal) =>
      this.#leave(`its process ended with ${signal ?? code ?? 'nothing'}`),
    );
  }

  get isGone(): boolean {
    return this.#gone !== undefined;
  }

  /** Of the process. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /**
   * Asks one thing; the next one when this is answered.
   * @param ms the process is ended when it takes longer
   * @throws TokenChildGone
   */
  async ask(ask: TokenAsk, ms: number): Promise<TokenAnswer> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<TokenAnswer>((resolve, reject) => {
        if (this.#gone !== undefined) {
          reject(this.#gone);
          return;
        }
        this.#waiting = { resolve, reject };
        // It keeps the service alive until there is an answer.
        timer = setTimeout(
          () => this.end(new TokenChildGone(`no answer within ${ms / 1000} seconds`, false)),
          ms,
        );
        this.#process.send(
          ask,
          (error) => error !== null && this.#leave(`its process can’t be reached: ${error.message}`),
        );
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Has it say goodbye to the token and end. */
  close(): void {
    this.#leave('the service stops');
    if (this.#process.connected) this.#process.disconnect();
  }

  /** Ends it at once. */
  end(why = new TokenChildGone('it was ended', false)): void {
    this.#gone ??= why;
    this.#process.kill('SIGKILL');
    this.#settle()?.reject(this.#gone);
  }

  #leave(why: string): void {
    this.#gone ??= new TokenChildGone(why, true);
    this.#settle()?.reject(this.#gone);
  }

  #take(message: unknown): void {
    const answer = answers.safeParse(message).data;
    if (answer === undefined) this.end(new TokenChildGone('it answered nothing of use', false));
    else this.#settle()?.resolve(answer);
  }

  #settle() {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}
