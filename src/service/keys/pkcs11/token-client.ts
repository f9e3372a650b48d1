import { AppError } from '#protocol/error.ts';
import { type Secret, copySecret } from '#protocol/secret.ts';
import { keyRingError } from '../key-ring-errors.ts';
import type { TokenAnswer, TokenAsk } from './messages.ts';
import type { RefusedPin } from './refused-pin.ts';
import { TokenChild, TokenChildGone } from './token-child.ts';

/** A key in a token, and how its token is reached. */
export interface TokenPlace {
  /** The module's absolute path. */
  readonly module: string;
  /** The token's label, and the key's. */
  readonly token: string;
  readonly key: string;
  /** Reads the PIN, for each login; whoever asked wipes it. */
  readonly pin: () => Secret;
  /** Variables that the module needs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where the built token-process.ts lies; asked for once it is needed. */
  readonly script: () => string | Promise<string>;
  readonly refused: RefusedPin;
  /** A clock that nobody can set, in milliseconds. */
  readonly steadyMs?: () => number;
}

/** To load the module and log in; devices on a network take their time. */
const OPEN_MS = 15_000;
/** For what is asked of the token then. */
const ASK_MS = 5000;
/** After a failure nobody tries for so long, twice as long after each further one. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 8000];

type Work = Exclude<TokenAsk, { ask: 'open' | 'login' }>;
type Fault = Extract<TokenAnswer, { fault: unknown }>;

/**
 * Asks a token through a process of its own, one thing after another. A process that ended, or a session that was lost, is begun again
 * once for what was asked; if that doesn't help, what follows is refused for a while.
 */
export class TokenClient {
  readonly #place: TokenPlace;
  readonly #steadyMs: () => number;
  #child: TokenChild | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #pause = { failures: 0, untilMs: -Infinity, error: undefined as unknown };
  #isClosed = false;

  constructor(place: TokenPlace) {
    this.#place = place;
    this.#steadyMs = place.steadyMs ?? (() => performance.now());
  }

  /** The process that has the module loaded, while there is one. */
  get pid(): number | undefined {
    return this.#child?.isGone === false ? this.#child.pid : undefined;
  }

  /**
   * @returns the answer; a fault is `no-key` or `invalid`
   * @throws StorageError `KEY_SERVICE_UNAVAILABLE`, `TOKEN_PIN_REFUSED`
   */
  ask(work: Work): Promise<TokenAnswer> {
    const asked = this.#queue.then(() => this.#carryOut(work));
    this.#queue = asked.catch(() => undefined);
    return asked;
  }

  /** Ends the session and its process. */
  close(): void {
    this.#isClosed = true;
    this.#child?.close();
  }

  async #carryOut(work: Work): Promise<TokenAnswer> {
    if (this.#steadyMs() < this.#pause.untilMs) throw this.#pause.error;
    try {
      const answer = await this.#askOnceOrTwice(work);
      this.#pause = { failures: 0, untilMs: -Infinity, error: undefined };
      return answer;
    } catch (error) {
      const failures = this.#pause.failures + 1;
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      this.#pause = { failures, untilMs: this.#steadyMs() + pauseMs, error };
      throw error;
    }
  }

  async #askOnceOrTwice(work: Work): Promise<TokenAnswer> {
    // Only what went on before may be lost: a process that was begun for this doesn't get another try.
    if (this.#child?.isGone !== false) return usable(await this.#askOf(await this.#begin(), work));
    const child = this.#child;
    try {
      const answer = await child.ask(work, ASK_MS);
      if (!('fault' in answer) || answer.fault !== 'lost') return usable(answer);
    } catch (error) {
      if (!(error instanceof TokenChildGone)) throw error;
      if (!error.hasEnded) throw unavailable(error.message, error);
    }
    child.end();
    return usable(await this.#askOf(await this.#begin(), work));
  }

  async #askOf(child: TokenChild, ask: TokenAsk, ms = ASK_MS): Promise<TokenAnswer> {
    try {
      return await child.ask(ask, ms);
    } catch (error) {
      throw error instanceof TokenChildGone ? unavailable(error.message, error) : error;
    }
  }

  /** Starts a process, and has it log in: with a PIN that no token has refused, and only where the token has tries left. */
  async #begin(): Promise<TokenChild> {
    if (this.#isClosed) throw unavailable('the service stops');
    const { module, token, key, refused, environment, script } = this.#place;
    const pin = this.#readPin();
    let child: TokenChild | undefined;
    try {
      if (refused.is(pin)) throw keyRingError('TOKEN_PIN_REFUSED.wrong', { token });
      child = new TokenChild(await script(), environment);
      const opened = usable(await this.#askOf(child, { ask: 'open', module, token, key }, OPEN_MS));
      if (!('pin' in opened)) throw unavailable('it answered nothing of use');
      const { isLocked, isFinalTry, isCountLow } = opened.pin;
      if (isLocked) throw keyRingError('TOKEN_PIN_REFUSED.locked', { token });
      if (isFinalTry || (isCountLow && !refused.isKnown))
        throw keyRingError('TOKEN_PIN_REFUSED.spared', { token });
      await this.#login(child, pin);
      refused.clear();
      this.#child = child;
      return child;
    } catch (error) {
      child?.end();
      throw error;
    } finally {
      pin.wipe();
    }
  }

  async #login(child: TokenChild, pin: Secret): Promise<void> {
    const { token, refused } = this.#place;
    const sent = pin.use(copySecret);
    try {
      const answer = await this.#askOf(child, { ask: 'login', pin: sent }, OPEN_MS);
      if ('fault' in answer && answer.fault === 'pin-wrong') {
        refused.note(pin);
        throw keyRingError('TOKEN_PIN_REFUSED.wrong', { token });
      }
      if ('fault' in answer && answer.fault === 'pin-locked')
        throw keyRingError('TOKEN_PIN_REFUSED.locked', { token });
      usable(answer);
    } finally {
      sent.fill(0);
    }
  }

  #readPin(): Secret {
    try {
      return this.#place.pin();
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      throw unavailable('the file of its PIN can’t be used', cause);
    }
  }
}

/** @throws StorageError for faults of the token as a whole */
function usable(answer: TokenAnswer): TokenAnswer {
  if (!('fault' in answer) || isAboutKey(answer)) return answer;
  throw unavailable(answer.why);
}

const isAboutKey = ({ fault }: Fault): boolean => fault === 'no-key' || fault === 'invalid';

const unavailable = (why: string, cause?: unknown): Error =>
  keyRingError('KEY_SERVICE_UNAVAILABLE.token', { why, cause });
