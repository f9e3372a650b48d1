import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequestSeal, type SealedRequest } from '#main/vault/row-seals.ts';
import { memoryKeychain } from '../../fixtures/memory-keychain.ts';

const request: SealedRequest = {
  operation: 'sign_transaction',
  body: '{"a":1}',
  profileId: 'local',
  moves: 0,
  publicKey: '02aa',
  expectation: '{"kind":"none"}',
};

describe('the seal of sent requests', () => {
  it('holds over a restart, and after a lock', async () => {
    const keychain = memoryKeychain();
    const seal = createRequestSeal(keychain);
    const mac = await seal.make(request);
    seal.lock();
    expect(await seal.holds(request, mac)).toBe(true);
    expect(await createRequestSeal(keychain).holds(request, mac)).toBe(true);
  });

  it('holds for nothing else, and under no other key', async () => {
    const seal = createRequestSeal(memoryKeychain());
    const mac = await seal.make(request);
    for (const name of Object.keys(request) as (keyof SealedRequest)[]) {
      if (name === 'moves') continue;
      expect(await seal.holds({ ...request, [name]: `${request[name]} ` }, mac)).toBe(false);
    }
    // What moves from one member to the next is another request.
    expect(await seal.holds({ ...request, profileId: 'local02', publicKey: 'aa' }, mac)).toBe(false);
    expect(await createRequestSeal(memoryKeychain()).holds(request, mac)).toBe(false);
  });

  it('attack: a request that was sealed for the place before its profile moved', async () => {
    const seal = createRequestSeal(memoryKeychain());
    const mac = await seal.make({ ...request, moves: 1 });
    for (const moves of [0, 2, 11]) expect(await seal.holds({ ...request, moves }, mac)).toBe(false);
    // The number is part of no name.
    expect(await seal.holds({ ...request, profileId: 'local#1', moves: 0 }, await seal.make(request))).toBe(
      false,
    );
    expect(await seal.holds({ ...request, moves: 1 }, mac)).toBe(true);
  });

  it('takes nothing that is no MAC', async () => {
    const seal = createRequestSeal(memoryKeychain());
    await fc.assert(
      fc.asyncProperty(fc.option(fc.string(), { nil: null }), async (mac) => {
        expect(await seal.holds(request, mac)).toBe(false);
      }),
    );
  });
});
