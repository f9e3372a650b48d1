import { beforeEach, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { DataKeys } from '#service/keys/data-keys.ts';
import { KeysWanted, withKeys } from '#service/keys/keys-wanted.ts';
import type { WrappingKey } from '#service/keys/wrapping-key.ts';

/** A device that wraps by turning the bits over, and counts what it is asked. */
class Device implements WrappingKey {
  readonly id: string;
  wrapped = 0;
  unwrapped = 0;
  isAway = false;
  constructor(id: string) {
    this.id = id;
  }
  wrap = (dataKeys: readonly Secret[]): Promise<Uint8Array[]> => {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.wrapped += 1;
    return Promise.resolve(dataKeys.map((key) => key.use((bytes) => bytes.map((byte) => byte ^ 255))));
  };
  unwrap = (wrapped: readonly Uint8Array[]): Promise<Secret[]> => {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.unwrapped += 1;
    return Promise.resolve(wrapped.map((bytes) => new Secret(bytes.map((byte) => byte ^ 255))));
  };
  wipe = (): void => undefined;
}

let device: Device;
let keys: DataKeys;
let nowMs = 0;
beforeEach(() => {
  device = new Device('one');
  nowMs = 0;
  keys = new DataKeys(() => nowMs);
});
const hex = (secret: Secret) => secret.use((bytes) => Buffer.from(bytes).toString('hex'));
const open = (wrapped: Uint8Array) =>
  withKeys(() => Promise.resolve().then(() => keys.opened(device, wrapped)));
const take = (count: number) =>
  withKeys(() => Promise.resolve().then(() => Array.from({ length: count }, () => keys.take(device))));

it('gives each fresh key once, and makes many with few questions', async () => {
  const taken = [...(await take(1)), ...(await take(500)), ...(await take(3))];
  expect(new Set(taken.map(({ secret }) => hex(secret))).size).toBe(504);
  expect(device.wrapped).toBeLessThan(12);
});

it('gives none that was wrapped under another key', async () => {
  await take(1);
  const before = device.wrapped;
  const other = new Device('two');
  expect(() => keys.take(other)).toThrow(KeysWanted);
  await withKeys(() => Promise.resolve().then(() => keys.take(other)));
  expect([device.wrapped, other.wrapped]).toEqual([before, 1]);
});

it('holds what was opened for five minutes, each asker’s copy by itself', async () => {
  const wrapped = new Uint8Array(32).fill(3);
  const first = await open(wrapped);
  first.wipe();
  nowMs += 4 * 60_000;
  expect(hex(await open(wrapped))).toBe('fc'.repeat(32));
  expect(device.unwrapped).toBe(1);
  nowMs += 2 * 60_000;
  await open(wrapped);
  expect(device.unwrapped).toBe(2);
});

it('tells nothing while the device is away but what it holds', async () => {
  const wrapped = new Uint8Array(32).fill(3);
  await open(wrapped);
  device.isAway = true;
  expect((await open(wrapped)).length).toBe(32);
  await expect(open(new Uint8Array(32).fill(4))).rejects.toThrow('away');
  await expect(take(1)).rejects.toThrow('away');
  keys.wipe();
  await expect(open(wrapped)).rejects.toThrow('away');
});

it('gives up on work that never has what it wants', async () => {
  let attempts = 0;
  const work = () => {
    attempts += 1;
    return Promise.reject(new KeysWanted(() => Promise.resolve()));
  };
  await expect(withKeys(work)).rejects.toThrow(KeysWanted);
  expect(attempts).toBeGreaterThan(100);
});
