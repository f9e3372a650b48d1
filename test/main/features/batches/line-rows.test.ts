import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLineRows } from '#main/features/batches/line-rows.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import type { StoredRequest } from '#main/storage/request-groups.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { submitBody } from '#protocol/catalogue/operation.ts';
import { addressOf, sentRequest, transferParameters } from '#test/fixtures/batch-files.ts';
import { type FakeClock, fakeClock } from '#test/fixtures/fake-clock.ts';

const SIGNER = '01a1ff07-2512-7000-94f8-bc561132a1b1';
const KEY = {
  privateKeyId: SIGNER,
  privateKeyName: 'payouts',
  publicKey: '02aa',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: `0x${'77'.repeat(20)}` }],
} as unknown as PrivateKey;
const ORGANIZATION = '01a1ff07-2512-7000-94f8-bc561132a1b2';

const transfer = (line: number, to: string): StoredRequest => ({
  ...sentRequest(line),
  operation: signTransaction.path,
  body: submitBody(signTransaction, ORGANIZATION, line, transferParameters({ signWith: SIGNER, to })),
});

describe('rows of a batch', () => {
  let clock: FakeClock;
  let name: string | undefined;
  const listPrivateKeys = vi.fn(() => Promise.resolve([KEY]));
  const reads = {
    listPrivateKeys,
    listAccounts: () => Promise.resolve([]),
    contacts: () => Promise.resolve({ nameOf: () => name, owns: () => false }),
  } as unknown as PreviewReads;
  beforeEach(() => {
    clock = fakeClock();
    name = undefined;
    listPrivateKeys.mockClear();
  });

  it('are worked out once while a window follows the run, with the state of now', async () => {
    const rows = createLineRows(reads, clock);
    const request = transfer(1, addressOf(3));
    const [first] = await rows([request]);
    const read = listPrivateKeys.mock.calls.length;
    expect(read).toBeGreaterThan(0);
    const [second] = await rows([{ ...request, state: 'done', activityId: 'an-activity' }]);
    expect(listPrivateKeys).toHaveBeenCalledTimes(read);
    expect(second).toEqual({ ...first, state: 'done', activityId: 'an-activity' });
    clock.forward(10_001);
    await rows([request]);
    expect(listPrivateKeys.mock.calls.length).toBeGreaterThan(read);
  });

  it('are read from their own bodies, also after another request was read', async () => {
    const rows = createLineRows(reads, clock);
    const [one] = await rows([transfer(1, addressOf(3))]);
    const [other] = await rows([transfer(1, addressOf(4))]);
    expect(one?.sentence).toContain(addressOf(3).slice(-8));
    expect(other?.sentence).toContain(addressOf(4).slice(-8));
    expect(other?.sentence).not.toContain(addressOf(3).slice(-8));
  });

  it('have the names that contacts have now', async () => {
    const rows = createLineRows(reads, clock);
    const request = transfer(1, addressOf(3));
    const [before] = await rows([request]);
    name = 'Vendor';
    const [after] = await rows([request]);
    expect(before?.sentence).not.toContain('Vendor');
    expect(after?.sentence).toContain('(contact “Vendor”)');
  });

  it('attack: many different requests do not stay in memory', async () => {
    const rows = createLineRows(reads, clock);
    const first = transfer(1, addressOf(1));
    await rows([first]);
    const read = listPrivateKeys.mock.calls.length;
    for (let line = 2; line <= 420; line += 1)
      await rows([{ ...first, body: first.body.replace('"timestampMs":"1"', `"timestampMs":"${line}"`) }]);
    listPrivateKeys.mockClear();
    // The first one was let go of for the later ones.
    await rows([first]);
    expect(listPrivateKeys).toHaveBeenCalledTimes(read);
  });
});
