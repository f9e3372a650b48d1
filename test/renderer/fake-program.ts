import type { ConsoleContract } from '#preload/contract.ts';
import type { Handlers } from '#preload/contract/call.ts';
import type { CheckRow, ShippedPackage } from '#preload/contract/program.ts';
import type { UpdateState } from '#preload/contract/updates.ts';

const rows: CheckRow[] = [
  {
    ...{ id: 'version', title: 'Version', state: 'good', remedy: '', details: [] },
    found: 'KeyOps Console 0.1.0, Electron 45.4.1, Chromium 150.0.1, Node.js 24.1.0.',
  },
  {
    ...{ id: 'integrity', title: 'Program integrity', state: 'look', details: [] },
    found: 'Linux doesn’t check the program’s files. This user may change them.',
    remedy: 'Install the deb or the rpm: its files belong to the administrator.',
  },
  {
    ...{ id: 'dataFolder', title: 'Data folder', state: 'bad', details: ['service/service.sqlite'] },
    found: 'Other users can reach 1 file or folder.',
    remedy: 'Run “chmod -R go-rwx” on the data folder, then find out what changed it.',
  },
];
const packages: ShippedPackage[] = [
  { name: 'fastify', version: '5.12.8', license: 'MIT' },
  { name: 'react', version: '19.3.1', license: 'MIT' },
];

/** What the program is made of, and a self-check with a row of each state. */
export const fakeProgram = (): Handlers<ConsoleContract>['program'] => ({
  about: () =>
    Promise.resolve({
      version: '0.1.0',
      runtimes: [
        { name: 'Electron', version: '45.4.1' },
        { name: 'Chromium', version: '150.0.1' },
      ],
      license: 'Apache-2.0',
      dataFolder: '/home/operator/.config/KeyOps Console',
      keychainItem: 'KeyOps Console',
      keychainBackend: 'GNOME Keyring',
      packages: packages.length,
    }),
  licenses: ({ query }) =>
    Promise.resolve(packages.filter(({ name, license }) => `${name} ${license}`.includes(query))),
  licenseText: ({ name }) => Promise.resolve(`The license of ${name}.`),
  selfCheck: () =>
    Promise.resolve({ checkedAtMs: Date.UTC(2026, 10, 22), rows, report: '[bad] Data folder: …\n' }),
});

/** Updates of a build that has a release address: a newer version is there, and everything goes well. */
export function fakeUpdates(tell: (state: UpdateState) => void): Handlers<ConsoleContract>['updates'] {
  const offer = { version: '0.2.0', size: 84_000_000 };
  let state: UpdateState = {
    mode: 'off',
    address: 'https://releases.example.com/keyops-console',
    keys: ['5f13265861febd76e7a9c61a1140d25f13265861febd76e7a9c61a1140d2abcd'],
    checkedAtMs: null,
    current: { step: 'idle' },
  };
  const next = (changes: Partial<UpdateState>): Promise<undefined> => {
    state = { ...state, ...changes };
    tell(state);
    return Promise.resolve(undefined);
  };
  return {
    state: () => Promise.resolve(state),
    setMode: ({ mode }) => next({ mode }),
    check: () => next({ checkedAtMs: Date.UTC(2026, 10, 22), current: { step: 'available', ...offer } }),
    download: () => next({ current: { step: 'ready', ...offer } }),
    cancel: () => next({ current: { step: 'idle' } }),
    install: () =>
      next({ current: { step: 'handedOver', ...offer, command: 'sudo apt install /var/cache/x.deb' } }),
  };
}
