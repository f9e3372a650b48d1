import { expect, test } from 'vitest';
import { SCREEN_IDS } from '#renderer/navigation/navigation.ts';
import { GO_TO, SHORTCUTS } from '#renderer/navigation/shortcuts.ts';

test('no two shortcuts share a key', () => {
  const screens = SCREEN_IDS.map((id) => GO_TO[id]);
  const keys = [
    ...Object.values(SHORTCUTS).map((each) => each.keys),
    ...screens.flatMap(({ keys, digit }) => (digit === undefined ? [keys] : [keys, digit])),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
