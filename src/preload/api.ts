import type { Envelope, Shape } from './contract/call.ts';

/** How calls and news travel; the host gives it (Electron's IPC, or Chromium's page binding). */
export interface Wire {
  invoke(name: string, input: unknown): Promise<Envelope>;
  subscribe(name: string, listener: (payload: unknown) => void): () => void;
}

type Members = Record<string, (argument?: unknown) => unknown>;

/**
 * Builds the window's API out of a contract's names: one function a call, one subscription a news.
 * Calls resolve to an envelope here: an exception would lose its code on the way through the context bridge
 * (docs/architecture.md, "The bridge"); the window's side opens it.
 */
export function buildApi(shape: Shape, wire: Wire): Record<string, Members> {
  const api: Record<string, Members> = {};
  for (const [area, members] of Object.entries(shape)) {
    const functions: Members = {};
    for (const [name, kind] of Object.entries(members)) {
      const path = `${area}.${name}`;
      functions[name] =
        kind === 'call'
          ? (input) => wire.invoke(path, input)
          : (listener) => {
              if (typeof listener !== 'function') throw new TypeError(`${path} takes a listener.`);
              // What a listener returns goes nowhere: the context bridge would carry it over.
              return wire.subscribe(path, (payload) => {
                (listener as (payload: unknown) => void)(payload);
              });
            };
    }
    api[area] = functions;
  }
  return api;
}
