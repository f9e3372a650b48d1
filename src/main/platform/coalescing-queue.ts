/** Runs tasks one after the other; a task that is asked for while it waits to run is run once. */
export interface CoalescingQueue {
  /** Resolves when a run that began after this call is done. */
  run(): Promise<void>;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

/** @param onFault gets what a run threw; the others go on */
export function createCoalescingQueue(
  task: () => Promise<void>,
  onFault: (error: unknown) => void,
): CoalescingQueue {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return {
    run: () => {
      next ??= last = last.then(async () => {
        next = null;
        try {
          await task();
        } catch (error) {
          onFault(error);
        }
      });
      return next;
    },
    idle: () => last,
  };
}
