import type { Clock } from '../../platform/clock.ts';
import type { Chain } from '#chains/chains.ts';
import type { PreviewReads } from '../previews/module.ts';

/** How long an answer serves for further requests of the same kind, in ms. */
const KEPT_MS = 10_000;

/** Reads that keep their answers for a while. */
export interface QueryCache extends PreviewReads {
  /** Forgets every answer: another profile has other keys. */
  readonly forget: () => void;
}

/** Asks the service once for what many requests of a set want to know, such as the list of keys. */
export function createQueryCache(reads: PreviewReads, clock: Clock): QueryCache {
  const kept = new Set<() => void>();
  const asked = new Map<string, { readonly answer: Promise<unknown>; readonly atMs: number }>();
  const isOld = (atMs: number): boolean => clock.now() - atMs > KEPT_MS;
  const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
    let known: { readonly answer: Promise<T>; readonly atMs: number } | undefined;
    kept.add(() => (known = undefined));
    return () => {
      if (known === undefined || isOld(known.atMs)) {
        const answer = read();
        known = { answer, atMs: clock.now() };
        answer.catch(() => (known = undefined));
      }
      return known.answer;
    };
  };
  const { earlierRecipients } = reads;
  const byChain = new Map<Chain, () => Promise<readonly string[]>>();
  return {
    ...reads,
    forget: () => {
      asked.clear();
      for (const letGo of kept) letGo();
    },
    ...(earlierRecipients === undefined
      ? {}
      : {
          earlierRecipients: (chain) => {
            const known = byChain.get(chain) ?? once(() => earlierRecipients(chain));
            byChain.set(chain, known);
            return known();
          },
        }),
    listPrivateKeys: once(reads.listPrivateKeys),
    listAccounts: once(reads.listAccounts),
    ...(reads.interfaces === undefined ? {} : { interfaces: once(reads.interfaces) }),
    ask: (operation, parameters) => {
      const name = JSON.stringify([operation.path, parameters]);
      let known = asked.get(name);
      if (known === undefined || isOld(known.atMs)) {
        if (asked.size > 100) asked.clear();
        known = { answer: reads.ask(operation, parameters), atMs: clock.now() };
        asked.set(name, known);
        known.answer.catch(() => asked.delete(name));
      }
      return known.answer as ReturnType<typeof reads.ask<typeof operation>>;
    },
  };
}
