import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handedDescriptors } from '#scripts/service-descriptor.mjs';

// As `node scripts/service.mjs` is started, which has its descriptors itself.
beforeEach(() => vi.stubEnv('npm_lifecycle_event', undefined));
afterEach(() => vi.unstubAllEnvs());

const numbers = (...argv: string[]): number[] => handedDescriptors(argv).map(({ number }) => number);

it('hands on the descriptors of both storage keys, each once', () => {
  expect(numbers('--storage-key-fd', '3', '--new-storage-key-fd', '4', '--rewrap')).toEqual([3, 4]);
  expect(numbers('--new-storage-key-fd=5', '--storage-key-fd=4')).toEqual([5, 4]);
  expect(numbers('--storage-key-fd', '3', '--new-storage-key-fd', '3')).toEqual([3]);
  expect(handedDescriptors(['--storage-key-fd', '7'])).toEqual([{ number: 7, held: 7 }]);
});

it('leaves alone what is inherited anyway, and what is no descriptor of a key', () => {
  expect(numbers('--storage-key-fd', '0', '--data', '3', '--drain-seconds', '5')).toEqual([]);
  expect(numbers('--storage-key-fd', 'x', '--new-storage-key-fd')).toEqual([]);
});
