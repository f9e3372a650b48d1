import { afterEach, expect, it, vi } from 'vitest';
import { developerSetting } from '#main/electron/life-cycle.ts';

const electron = vi.hoisted(() => ({ app: { isPackaged: false } }));
vi.mock('electron', () => electron);

afterEach(() => vi.unstubAllEnvs());

it.each(['KEYOPS_DATA', 'KEYOPS_KEYCHAIN', 'KEYOPS_DEVTOOLS', 'KEYOPS_HEADLESS'] as const)(
  'attack: %s does not steer an installed program',
  (name) => {
    vi.stubEnv(name, 'attacker');
    electron.app.isPackaged = true;
    expect(developerSetting(name)).toBeUndefined();
    electron.app.isPackaged = false;
    expect(developerSetting(name)).toBe('attacker');
  },
);
