import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createWaitingIcon } from '#main/electron/waiting-icon.ts';
import { asWindows } from '../../fixtures/as-windows.ts';

interface FakeTray {
  readonly pictures: unknown[];
  readonly tips: string[];
  isGone: boolean;
  press(): void;
}
interface MenuItem {
  readonly label: string;
  readonly click: () => void;
}
const system = vi.hoisted(() => ({
  trays: [] as FakeTray[],
  menus: [] as MenuItem[][],
  badges: [] as number[],
}));

// Electron doesn't run in vitest, and machines without a desktop have no tray: what is asked of it is what matters.
vi.mock('electron', () => {
  class Tray {
    readonly pictures: unknown[];
    readonly tips: string[] = [];
    isGone = false;
    press: () => void = () => undefined;
    constructor(picture: unknown) {
      this.pictures = [picture];
      system.trays.push(this);
    }
    setImage(picture: unknown): void {
      this.pictures.push(picture);
    }
    setToolTip(tip: string): void {
      this.tips.push(tip);
    }
    setContextMenu(): void {
      // The menu is kept where it is built.
    }
    on(_event: string, listener: () => void): void {
      this.press = listener;
    }
    destroy(): void {
      this.isGone = true;
    }
  }
  return {
    Tray,
    Menu: { buildFromTemplate: (items: MenuItem[]) => system.menus.push(items) },
    app: { setBadgeCount: (count: number) => system.badges.push(count) },
    nativeImage: { createEmpty: () => ({ addRepresentation: () => undefined }) },
  };
});

class Window extends EventEmitter {
  readonly done: string[] = [];
  readonly overlays: [unknown, string][] = [];
  isGone = false;
  isDestroyed = (): boolean => this.isGone;
  show = (): unknown => this.done.push('shown');
  focus = (): unknown => this.done.push('focused');
  setOverlayIcon = (picture: unknown, text: string): unknown => this.overlays.push([picture, text]);
}

describe('the number of requests that wait', () => {
  let window: Window;
  let show: (count: number) => void;
  beforeEach(() => {
    for (const each of [system.trays, system.menus, system.badges]) each.length = 0;
    window = new Window();
    show = createWaitingIcon(window as unknown as BrowserWindow);
  });

  it('is in the tray while something waits, and nothing is there before and after', () => {
    show(0);
    expect(system.trays).toHaveLength(0);
    show(1);
    show(25);
    const [tray] = system.trays;
    expect(system.trays).toHaveLength(1);
    expect(tray?.tips).toEqual(['1 request waits for your vote', '25 requests wait for your vote']);
    expect(tray?.pictures).toHaveLength(2);
    show(0);
    expect(tray?.isGone).toBe(true);
    expect(system.badges).toEqual([1, 25, 0]);
    show(2);
    expect(system.trays.map(({ isGone }) => isGone)).toEqual([true, false]);
  });

  it('asks nothing of the system while the number stays', () => {
    for (let time = 0; time < 3; time += 1) show(4);
    expect([system.badges, system.trays[0]?.pictures.length]).toEqual([[4], 1]);
  });

  it('shows the window at a press, by the icon or its menu, which has nothing else', () => {
    show(3);
    system.trays[0]?.press();
    expect(window.done).toEqual(['shown', 'focused']);
    expect(system.menus.map((items) => items.map(({ label }) => label))).toEqual([['Show the console']]);
    system.menus[0]?.[0]?.click();
    expect(window.done).toHaveLength(4);
  });

  it('attack: the icon outlives the window, and keeps the program with its keys running', () => {
    show(3);
    window.isGone = true;
    window.emit('closed');
    expect(system.trays[0]?.isGone).toBe(true);
    show(5);
    system.trays[0]?.press();
    expect([system.trays.length, window.done]).toEqual([1, []]);
  });

  it('is over the icon in the task bar of Windows, with words for who cannot see it', async () => {
    await asWindows(() => {
      show(2);
      show(0);
    });
    expect(window.overlays.map(([picture, text]) => [picture !== null, text])).toEqual([
      [true, '2 requests wait for your vote'],
      [false, ''],
    ]);
  });
});
