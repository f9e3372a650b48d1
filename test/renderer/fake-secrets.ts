import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import type { SecretImport, SecretRow } from '#preload/contract/secrets.ts';

type SecretHandlers = Handlers<ConsoleContract>['secrets'];

const row = (id: number, name: string, length: number): SecretRow => ({
  id,
  name,
  length,
  properties: [],
  state: 'ready',
  problem: '',
  secretId: null,
});

/** The rows that every fake file has. */
const FILE_ROWS = [row(0, 'STRIPE_SECRET', 107), row(1, 'ADYEN_API_KEY', 96)];

/** The double's imports: names and lengths alone, as on the real bridge. */
export function fakeSecrets(): SecretHandlers {
  let current: SecretImport | null = null;
  const set = (rows: SecretRow[], sources: string[]): Promise<SecretImport> => {
    const leftOut = rows.filter(({ state }) => state === 'refused').length;
    current = { title: 'payments.env', stage: 'gathering', rows, set: null, sources, leftOut, fault: null };
    return Promise.resolve(current);
  };
  const change = (map: (each: SecretRow) => SecretRow): Promise<SecretImport> =>
    set((current?.rows ?? []).map(map), current?.sources ?? []);
  return {
    current: () => Promise.resolve(current),
    addTyped: ({ entries }) =>
      set(
        [
          ...(current?.rows ?? []),
          ...entries.map(({ name, value }, index) => row(100 + index, name, value.length)),
        ],
        [],
      ),
    addFile: ({ file }) => set(FILE_ROWS, [file]),
    rename: ({ id, name }) => change((each) => (each.id === id ? { ...each, name } : each)),
    setProperties: ({ id, properties }) =>
      change((each) => (each.id === id ? { ...each, properties } : each)),
    propertyForAll: (property) => change((each) => ({ ...each, properties: [...each.properties, property] })),
    remove: ({ id }) =>
      set(
        (current?.rows ?? []).filter((each) => each.id !== id),
        [],
      ),
    begin: () => change((each) => ({ ...each, state: 'imported' })),
    clear: () => {
      current = null;
      return Promise.resolve(undefined);
    },
  };
}
