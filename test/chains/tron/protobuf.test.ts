import { describe, expect, it } from 'vitest';
import { parseTron } from '#chains/tron/transaction.ts';
import { OWNER, RECEIVER, tronRaw } from './unsigned.ts';

const permissionOf = (type: number, keys: number) => ({
  type,
  permission_name: 'p',
  threshold: 1,
  keys: Array.from({ length: keys }, () => ({ address: RECEIVER.hex, weight: 1 })),
});
const update = (keys: number, actives: number) =>
  tronRaw('AccountPermissionUpdateContract', {
    owner_address: OWNER.hex,
    owner: permissionOf(0, keys),
    actives: Array.from({ length: actives }, () => permissionOf(2, keys)),
  });
const refusal = (message: string) =>
  expect.objectContaining({
    code: 'PROTOBUF_MALFORMED',
    message: expect.stringContaining(message) as string,
  }) as Error;

describe('what is counted of a transaction', () => {
  it('takes as many keys and active permissions as the network does', () => {
    expect(parseTron(update(5, 8)).hasUnknownFields).toBe(false);
  });

  it('attack: thousands of keys, each of which would be an address of a policy’s values', () => {
    expect(() => parseTron(update(6, 1))).toThrow(refusal('the network takes “keys” 5 times at most'));
    expect(() => parseTron(update(1, 9))).toThrow(refusal('the network takes “actives” 8 times at most'));
  });

  it('attack: fields of two or three bytes, a hundred thousand of them', () => {
    const plain = tronRaw('TransferContract', {
      owner_address: OWNER.hex,
      to_address: RECEIVER.hex,
      amount: 1,
    });
    expect(parseTron(plain + '980101'.repeat(1_000)).hasUnknownFields).toBe(true);
    expect(() => parseTron(plain + '980101'.repeat(20_000))).toThrow(refusal('more than 20000 fields'));
    // An auth with an account in it: fields inside messages count as well.
    expect(() => parseTron('4a020a00'.repeat(10_001))).toThrow(refusal('more than 20000 fields'));
  });
});
