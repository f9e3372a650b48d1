import { describe, expect, it, vi } from 'vitest';
import { isPress, writeSecret } from '#main/electron/electron-host.ts';

// Types and events are enough here: nothing of Electron itself runs.
vi.mock('electron', () => ({}));

it.each(['mouseDown', 'rawKeyDown', 'gestureTap'] as const)('takes %s for a press', (type) => {
  expect(isPress({ type, modifiers: [] })).toBe(true);
});

it.each(['mouseMove', 'mouseUp', 'keyUp', 'mouseWheel', 'mouseEnter'] as const)(
  'takes %s for none: it asks for nothing',
  (type) => {
    expect(isPress({ type, modifiers: [] })).toBe(false);
  },
);

it('takes a key that is held down for one press', () => {
  expect(isPress({ type: 'rawKeyDown', modifiers: ['isautorepeat'] })).toBe(false);
});

describe('a secret that is copied', () => {
  // Electron does not run in vitest: what is written to it is what matters.
  const board = () => {
    const written: Record<string, string | Blob>[][] = [];
    const texts: string[] = [];
    class ClipboardItem {
      readonly items: Record<string, string | Blob>;
      constructor(items: Record<string, string | Blob>) {
        this.items = items;
      }
    }
    const write = (items: { items: Record<string, string | Blob> }[]): unknown =>
      written.push(items.map(({ items: each }) => each));
    return {
      written,
      texts,
      ClipboardItem,
      clipboard: { write, writeText: (text: string) => texts.push(text) },
    };
  };

  it.each([
    ['linux', { 'x-kde-passwordManagerHint': 'secret' }],
    ['darwin', { 'org.nspasteboard.ConcealedType': '1' }],
    [
      'win32',
      {
        ExcludeClipboardContentFromMonitorProcessing: '1',
        CanIncludeInClipboardHistory: '\0\0\0\0',
        CanUploadToCloudClipboard: '\0\0\0\0',
      },
    ],
  ] as const)(
    'attack: a clipboard history reads it; on %s it is marked in the same write',
    async (platform, marks) => {
      const { written, texts, ...electron } = board();
      await writeSecret('abandon', electron, platform);
      expect(texts).toEqual([]);
      expect(written).toHaveLength(1);
      expect(written[0]).toHaveLength(1);
      const { 'text/plain': text, ...raw } = written[0]?.[0] ?? {};
      expect(text).toBe('abandon');
      const read = await Promise.all(
        Object.entries(raw).map(async ([format, blob]) => [
          format,
          blob instanceof Blob ? await blob.text() : '',
        ]),
      );
      expect(Object.fromEntries(read)).toEqual(
        Object.fromEntries(
          Object.entries(marks).map(([format, value]) => [
            `electron application/osclipboard;format="${format}"`,
            value,
          ]),
        ),
      );
    },
  );

  it('is written alone where the runtime cannot write several formats at once', async () => {
    const { written, texts, clipboard } = board();
    await writeSecret('abandon', { clipboard }, 'linux');
    expect([written, texts]).toEqual([[], ['abandon']]);
  });
});
