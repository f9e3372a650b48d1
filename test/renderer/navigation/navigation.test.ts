import { beforeEach, expect, test } from 'vitest';
import { go, useNavigation } from '#renderer/navigation/navigation.ts';

beforeEach(() =>
  useNavigation.setState({ screen: 'sign', subtitle: 'Ethereum mainnet', focus: null, visit: 0 }, true),
);

test('going to another screen is an arrival and drops the subtitle', () => {
  go('settings', 'add-profile');
  expect(useNavigation.getState()).toEqual({
    screen: 'settings',
    subtitle: '',
    focus: 'add-profile',
    visit: 1,
  });
});

test('choosing the screen one is on keeps what is typed there', () => {
  const before = useNavigation.getState();
  go('sign');
  expect(useNavigation.getState()).toBe(before);
});

test('being sent to a form on the same screen is an arrival', () => {
  go('credentials', 'create');
  go('credentials', 'create');
  expect(useNavigation.getState().visit).toBe(2);
});
