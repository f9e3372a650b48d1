import { beforeEach, describe, expect, it } from 'vitest';
import type { ContextResolver, SigningContext } from '#main/context/context-resolver.ts';
import { type KeyInventory, createKeyInventory, sliceAfter } from '#main/context/key-inventory.ts';
import { ServiceRefusal } from '#main/service-client/service-refusal.ts';
import { type FakeClock, fakeClock } from '../../fixtures/fake-clock.ts';

interface Asked {
  readonly paginationOptions?: { readonly limit: string; readonly after?: string };
}

/** Lists as the service gives them: oldest first, in pages behind an id, nothing behind one that it does not know. */
class FakeLists {
  readonly accounts = new Map<string, string[]>();
  readonly asked: string[] = [];
  /** How many queries asked for a list as a whole. */
  unpaged = 0;
  profile = 'local';
  /** Called in the middle of each answer. */
  meanwhile: () => void = () => undefined;
  pages = true;

  add(profile: string, ...addresses: string[]): void {
    this.accounts.set(profile, [...(this.accounts.get(profile) ?? []), ...addresses]);
  }

  readonly query = (async ({ path }: { path: string }, { paginationOptions: page }: Asked) => {
    this.asked.push(path);
    if (page === undefined) this.unpaged += 1;
    const all = this.accounts.get(this.profile) ?? [];
    await Promise.resolve();
    this.meanwhile();
    const from = page?.after === undefined ? 0 : all.indexOf(page.after) + 1;
    const isLost = page?.after !== undefined && from === 0;
    const rows =
      page === undefined || !this.pages ? all : isLost ? [] : all.slice(from, from + Number(page.limit));
    return path === 'list_private_keys'
      ? { privateKeys: rows.map((id) => ({ privateKeyId: id })) }
      : { accounts: rows.map((id) => ({ walletAccountId: id, address: id })) };
  }) as unknown as ContextResolver['query'];

  readonly current = () =>
    Promise.resolve({
      profile: { id: this.profile, organizationId: `org of ${this.profile}` },
      credential: { publicKey: '02aa' },
    } as unknown as SigningContext);
}

const named = (count: number, what = 'a'): string[] =>
  Array.from({ length: count }, (_, index) => `${what}${index}`);

describe('what signs in an organization', () => {
  let service: FakeLists;
  let clock: FakeClock;
  let signers: KeyInventory;
  beforeEach(() => {
    service = new FakeLists();
    clock = fakeClock();
    signers = createKeyInventory(service, clock);
  });
  const addresses = async (): Promise<string[]> =>
    (await signers.listAccounts()).map(({ address }) => address);
  /** How many queries it takes. */
  const queries = async (work: () => Promise<unknown>): Promise<number> => {
    const before = service.asked.length;
    await work();
    return service.asked.length - before;
  };

  it('is read whole once, and asked for with one query from then on, with 1,000 accounts', async () => {
    service.add('local', ...named(1_000));
    expect(await queries(addresses)).toBe(11);
    expect(await queries(addresses)).toBe(1);
    expect(await addresses()).toEqual(named(1_000));
    expect(await queries(signers.listPrivateKeys)).toBe(11);
    expect(await queries(signers.listPrivateKeys)).toBe(1);
    expect(service.unpaged).toBe(0);
  });

  it('has what was made a moment ago, by whomever', async () => {
    service.add('local', ...named(250));
    await addresses();
    service.add('local', 'new');
    expect(await addresses()).toEqual([...named(250), 'new']);
    expect(await queries(addresses)).toBe(1);
    service.add('local', ...named(400, 'b'));
    expect(await addresses()).toEqual([...named(250), 'new', ...named(400, 'b')]);
  });

  it('attack: an address that was taken away is not called ours for longer than five minutes', async () => {
    service.add('local', 'x', 'y', 'z');
    await addresses();
    service.accounts.set('local', ['y', 'z']);
    clock.forward(5 * 60_000);
    expect(await addresses()).toEqual(['y', 'z']);
  });

  it.each([['z'], ['y']])(
    'is read whole again at once where the place to go on from is gone (%s)',
    async (gone) => {
      service.add('local', 'x', 'y', 'z');
      await addresses();
      service.accounts.set(
        'local',
        ['x', 'y', 'z', 'new'].filter((each) => each !== gone),
      );
      expect(await addresses()).toEqual(['x', 'y', 'z', 'new'].filter((each) => each !== gone));
    },
  );

  it('is whole where the service knows no pages, or lists the newest first', async () => {
    service.add('local', ...named(30));
    service.pages = false;
    await addresses();
    service.accounts.set('local', ['new', ...named(30)]);
    expect(await addresses()).toEqual(['new', ...named(30)]);
  });

  it.each([30, 100, 101, 250])(
    'is read once from a service that knows no pages, with %i keys',
    async (count) => {
      service.add('local', ...named(count));
      service.pages = false;
      expect((await signers.listPrivateKeys()).map(({ privateKeyId }) => privateKeyId)).toEqual(named(count));
      expect(service.asked.length).toBeLessThan(3);
    },
  );

  it('is asked for as a whole where the service refuses pages of keys, and not where it refuses the caller', async () => {
    service.add('local', ...named(150));
    const refuse = (httpStatus: number) => {
      const refusalBody = { httpStatus, status: 3, errorCode: 'REFUSED', fieldViolations: [] };
      throw new ServiceRefusal('REFUSED', 'No', 'No', { delivery: 'not-sent', httpStatus, refusalBody });
    };
    service.meanwhile = () => service.unpaged === 0 && refuse(400);
    expect(await signers.listPrivateKeys()).toHaveLength(150);
    expect(service.unpaged).toBe(1);
    signers.forget();
    service.unpaged = 0;
    service.meanwhile = () => refuse(403);
    await expect(signers.listPrivateKeys()).rejects.toMatchObject({ code: 'REFUSED' });
    expect(service.unpaged).toBe(0);
  });

  it('is read whole where the service refuses the place to go on from, and fails where the service is gone', async () => {
    service.add('local', 'x', 'y');
    await addresses();
    const refusalBody = { httpStatus: 404, status: 5, errorCode: 'NOT_FOUND', fieldViolations: [] };
    const refusals = [
      new ServiceRefusal('NOT_FOUND', 'No', 'No', { delivery: 'not-sent', httpStatus: 404, refusalBody }),
      // The whole list is given.
      undefined,
      new ServiceRefusal('SERVICE_UNREACHABLE', 'Gone', 'Start it', { delivery: 'not-sent' }),
    ];
    service.meanwhile = () => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
    };
    expect(await addresses()).toEqual(['x', 'y']);
    await expect(addresses()).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(await addresses()).toEqual(['x', 'y']);
  });

  it('attack: an address of another profile is never called ours', async () => {
    service.add('local', 'x', 'y');
    service.add('other', 'p', 'q');
    await addresses();
    service.profile = 'other';
    expect(await addresses()).toEqual(['p', 'q']);
    service.profile = 'local';
    expect(await addresses()).toEqual(['x', 'y']);
  });

  it('attack: a profile that is changed while a list is read gets nothing of the other one', async () => {
    service.add('local', ...named(150));
    service.add('other', ...named(150, 'o'));
    service.meanwhile = () => {
      service.profile = 'other';
    };
    expect(await addresses()).toEqual(named(150, 'o'));
    // There and back again between two pages: the list is mixed, and must not be kept.
    let answers = 0;
    service.meanwhile = () => {
      answers += 1;
      service.profile = answers === 1 ? 'local' : 'other';
      signers.forget();
    };
    service.profile = 'other';
    signers.forget();
    await addresses();
    service.meanwhile = () => undefined;
    expect(await addresses()).toEqual(named(150, 'o'));
  });

  it('is forgotten on demand', async () => {
    service.add('local', ...named(120));
    await addresses();
    signers.forget();
    expect(await queries(addresses)).toBe(2);
  });
});

describe('a page of a list', () => {
  const page = (count: number, after?: string): string[] => sliceAfter(named(count), after, (row) => row);

  it('has a hundred rows behind an object, the last fewer', () => {
    expect(page(250)).toEqual(named(250).slice(0, 100));
    expect(page(250, 'a199')).toEqual(named(250).slice(200));
    expect(page(200, 'a199')).toEqual([]);
    expect(page(0)).toEqual([]);
  });

  it('is refused behind an object that is not in the list: no part is left out in silence', () => {
    expect(() => page(50, 'a50')).toThrow(expect.objectContaining({ code: 'LIST_CHANGED' }));
  });
});
