/** Every limit and pause of the console, in milliseconds; tests give shorter ones. */
export interface Timing {
  /** How long a preview can be reviewed. */
  readonly previewMs: number;
  /** How long the approval surface waits before it denies. */
  readonly reviewMs: number;
  readonly connectMs: number;
  /** Until the headers of an answer; then between two pieces of its body. */
  readonly headersMs: number;
  readonly bodyMs: number;
  /** How long an answer may take in all, however it comes. */
  readonly answerMs: number;
  /** How long something that is published without a stamp may take, however it comes. */
  readonly publishedMs: number;
  /** The first pause before the same bytes are sent again; it doubles. */
  readonly retryMs: number;
  readonly retries: number;
  /** After this long no further try is begun. */
  readonly retryForMs: number;
  /** Between two requests to a service that refuses more and doesn’t say how many it takes. */
  readonly paceMs: number;
  /** The first pause before an activity is asked for again; it grows to eight times that. */
  readonly pollMs: number;
  /** How long an activity is polled before the flow says that it waits. */
  readonly pollForMs: number;
  /** How often it is looked for requests that wait for votes. */
  readonly watchMs: number;
  /** How long a keychain call may take; it may be waiting for a password to be typed. */
  readonly keychainMs: number;
  /** How long an exported plaintext is held before it is wiped. */
  readonly exportMs: number;
  /** How long the window may show one. */
  readonly revealMs: number;
  /** How long the window may show a share of a backup, which somebody writes down. */
  readonly shareRevealMs: number;
  /** How long shares are held in all, while they are written down or typed. */
  readonly sharesMs: number;
  /** How long one stays on the clipboard. */
  readonly clipboardMs: number;
  /** The first pause before a local service that crashed is started again; it doubles. */
  readonly restartMs: number;
}

export const TIMING: Timing = {
  previewMs: 5 * 60_000,
  reviewMs: 60_000,
  connectMs: 5_000,
  headersMs: 30_000,
  bodyMs: 10_000,
  answerMs: 120_000,
  publishedMs: 15_000,
  retryMs: 250,
  retries: 3,
  retryForMs: 45_000,
  paceMs: 1_000,
  pollMs: 250,
  pollForMs: 60_000,
  watchMs: 15_000,
  keychainMs: 60_000,
  exportMs: 5 * 60_000,
  revealMs: 30_000,
  shareRevealMs: 3 * 60_000,
  sharesMs: 30 * 60_000,
  clipboardMs: 30_000,
  restartMs: 1_000,
};

/** The time and waiting, injected so that tests need neither. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `fn` after `ms`, unless the function given back is called first. */
  after(ms: number, fn: () => void): () => void;
}

/** The machine's clock. Its timers do not keep a process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    timer.unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves after `ms` on the given clock, or as soon as `signal` aborts. */
export const sleep = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', end);
      resolve();
    });
    const end = (): void => {
      cancel();
      resolve();
    };
    signal?.addEventListener('abort', end, { once: true });
  });
