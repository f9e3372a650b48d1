import { existsSync, readFileSync } from 'node:fs';
import { createDecipheriv } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { RefusedPin } from '#service/keys/pkcs11/refused-pin.ts';
import type { TokenPlace } from '#service/keys/pkcs11/token-client.ts';
import { tokenKeyHolder } from '#service/keys/pkcs11/token-key.ts';
import { newAesKey, noFaults, noToken, SoftToken } from '#test/fixtures/soft-token.ts';

const dataKey = (fill = 7) => new Secret(new Uint8Array(32).fill(fill));
const bytesOf = (secret: Secret | undefined) => secret?.use((bytes) => Buffer.from(bytes));
const INVALID = { code: 'SEALED_DATA_INVALID' };
const UNAVAILABLE = { code: 'KEY_SERVICE_UNAVAILABLE' };
const because = (why: string) => ({ ...UNAVAILABLE, message: expect.stringContaining(why) as string });
const known = newAesKey();

let token: SoftToken;
let holders: ReturnType<typeof tokenKeyHolder>[] = [];
const holderOf = (place: TokenPlace) => {
  const holder = tokenKeyHolder(place);
  holders.push(holder);
  return holder;
};
/** A clock that stands still but where it's moved. */
function fakeClock() {
  const clock = { ms: 0, steadyMs: () => clock.ms };
  return clock;
}
afterEach(() => {
  for (const holder of holders) holder.wipe();
  holders = [];
});

describe.skipIf(noToken !== undefined)(`a key in a token ${noToken ?? ''}`, () => {
  beforeAll(() => {
    token = new SoftToken();
    token.makeKey('01', known);
  });
  afterAll(() => token.remove());

  it('wraps in the token what Node opens with the same key, bound to the key’s ID', async () => {
    const key = await holderOf(token.place()).newest();
    expect(key.id).toBe('pkcs11:token=KeyOps%20%E2%80%9Ctest%E2%80%9D;object=keyops;id=%01');
    const [wrapped = new Uint8Array()] = await key.wrap([dataKey()]);
    const decipher = createDecipheriv('aes-256-gcm', known, wrapped.subarray(0, 12));
    decipher.setAAD(Buffer.from(`data-key/1/${key.id}`)).setAuthTag(wrapped.subarray(-16));
    const opened = Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
    expect(opened).toEqual(Buffer.alloc(32, 7));
  });

  it('wraps many at once and unwraps them in order, each with a nonce of its own', async () => {
    const key = await holderOf(token.place()).newest();
    const wrapped = await key.wrap(Array.from({ length: 150 }, (_, at) => dataKey(at)));
    expect(new Set(wrapped.map((item) => Buffer.from(item.subarray(0, 12)).toString('hex'))).size).toBe(150);
    const opened = await key.unwrap(wrapped);
    expect(opened.map(bytesOf)).toEqual(Array.from({ length: 150 }, (_, at) => Buffer.alloc(32, at)));
  });

  it('answers what is asked at once in order', async () => {
    const key = await holderOf(token.place()).newest();
    const turns = Array.from({ length: 20 }, async (_, at) => {
      const opened = await key.unwrap(await key.wrap([dataKey(at)]));
      return bytesOf(opened[0])?.[0];
    });
    expect(await Promise.all(turns)).toEqual(Array.from({ length: 20 }, (_, at) => at));
  });

  it('takes the version of the highest number, and goes on wrapping under the one that it is', async () => {
    const own = new SoftToken();
    onTestFinished(() => own.remove());
    for (const id of ['02', '0100', '09']) own.makeKey(id);
    const holder = holderOf(own.place());
    const newest = await holder.newest();
    expect(newest.id).toMatch(/;id=%01%00$/u);
    own.makeKey('0101');
    const [wrapped = new Uint8Array()] = await newest.wrap([dataKey()]);
    expect((await holder.newest()).id).toMatch(/;id=%01%01$/u);
    expect(bytesOf((await newest.unwrap([wrapped]))[0])).toEqual(Buffer.alloc(32, 7));
    expect(holder.of(newest.id)?.id).toBe(newest.id);
    const prefix = newest.id.slice(0, newest.id.indexOf('id=') + 3);
    for (const id of [
      prefix,
      `${prefix}01`,
      `${prefix}%0g`,
      `${prefix}%01%02%03%04%05`,
      'local:00',
      `${newest.id};x`,
    ])
      expect(holder.of(id)).toBeUndefined();
  });

  it('says which version is gone', async () => {
    const holder = holderOf(token.place());
    const key = await holder.newest();
    const gone = holder.of(key.id.replace(/%01$/u, '%07'));
    const [wrapped = new Uint8Array()] = await key.wrap([dataKey()]);
    await expect(gone?.unwrap([wrapped])).rejects.toMatchObject({ code: 'STORAGE_KEY_GONE' });
    await expect(gone?.wrap([dataKey()])).rejects.toMatchObject({ code: 'STORAGE_KEY_GONE' });
  });

  it.each([
    ['no such token', { token: 'Other' }, 'no token is called “Other”'],
    ['no such key', { key: 'other' }, 'no AES key “other”'],
  ])('%s: says so', async (_what, more, why) => {
    await expect(holderOf(token.place(more)).newest()).rejects.toMatchObject(because(why));
  });

  it('refuses two tokens of one label, and two keys of one version', async () => {
    const own = new SoftToken();
    onTestFinished(() => own.remove());
    own.makeKey('01');
    own.makeKey('0001');
    const twice = 'its newest version of the key “keyops” is there twice';
    await expect(holderOf(own.place()).newest()).rejects.toMatchObject(because(twice));
    own.addToken();
    await expect(holderOf(own.place()).newest()).rejects.toMatchObject(because('two tokens are called'));
  });

  it('gives the process that loads the module nothing but what the module needs', async () => {
    const holder = holderOf(token.place());
    await holder.newest();
    const folder = `/proc/${holder.client.pid}`;
    if (!existsSync(folder) || process.getuid?.() !== 0) return;
    const [environment, line] = ['environ', 'cmdline'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    const names = environment
      ?.split('\0')
      .filter(Boolean)
      .map((each) => each.split('=')[0]);
    expect(names?.sort()).toEqual([
      ...['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'SOFTHSM2_CONF', 'UV_THREADPOOL_SIZE'],
    ]);
    for (const text of [environment, line]) expect(text).not.toContain(token.pin);
  });

  describe('attack:', () => {
    it('a wrapped data key that was changed, cut, or is another version’s is refused', async () => {
      const own = new SoftToken();
      onTestFinished(() => own.remove());
      own.makeKey('01');
      own.makeKey('02');
      const holder = holderOf(own.place());
      const second = await holder.newest();
      const first = holder.of(second.id.replace(/%02$/u, '%01'));
      const [wrapped = new Uint8Array()] = await second.wrap([dataKey()]);
      await expect(first?.unwrap([wrapped])).rejects.toMatchObject(INVALID);
      for (const at of [0, 12, 30, 59]) {
        const changed = Uint8Array.from(wrapped);
        changed[at] = (changed[at] ?? 0) ^ 1;
        await expect(second.unwrap([wrapped, changed])).rejects.toMatchObject(INVALID);
      }
      for (const length of [0, 12, 28, 59])
        await expect(second.unwrap([wrapped.slice(0, length)])).rejects.toMatchObject(INVALID);
      // The token is as it was.
      expect(await second.unwrap([wrapped])).toHaveLength(1);
    });

    it('another token of the same label, with a key of the same label and ID, opens nothing', async () => {
      const other = new SoftToken(token.label);
      onTestFinished(() => other.remove());
      other.makeKey('01');
      const [wrapped = new Uint8Array()] = await (await holderOf(token.place()).newest()).wrap([dataKey()]);
      const key = await holderOf(other.place()).newest();
      await expect(key.unwrap([wrapped])).rejects.toMatchObject(INVALID);
    });

    it('the process with the module is killed again and again while requests run: each is answered', async () => {
      const clock = fakeClock();
      const holder = holderOf(token.place({ steadyMs: clock.steadyMs }));
      const key = await holder.newest();
      const asked = Array.from({ length: 12 }, async (_, at) => {
        const opened = await key.unwrap(await key.wrap([dataKey(at)]));
        return bytesOf(opened[0])?.[0];
      });
      let kills = 0;
      for (const each of asked) {
        const { pid } = holder.client;
        if (pid !== undefined && kills < 3) {
          kills += 1;
          process.kill(pid, 'SIGKILL');
        }
        await each.catch(() => undefined);
      }
      const settled = await Promise.allSettled(asked);
      for (const [at, outcome] of settled.entries()) {
        if (outcome.status === 'fulfilled') expect(outcome.value).toBe(at);
        else expect(outcome.reason).toMatchObject(UNAVAILABLE);
      }
      expect(kills).toBeGreaterThan(0);
      clock.ms += 10_000;
      expect(await key.wrap([dataKey()])).toHaveLength(1);
    });

    it.each([
      ['a text file', () => import.meta.filename, 'file too short|invalid ELF header'],
      ['a library without C_GetFunctionList', () => '/lib/x86_64-linux-gnu/libm.so.6', 'C_GetFunctionList'],
      ['not there', () => '/nowhere/module.so', 'cannot open shared object|No such file'],
    ])('a module that is %s is refused, and nothing else happens', async (_what, module, why) => {
      if (module().startsWith('/lib') && !existsSync(module())) return;
      const refused: unknown = await holderOf(token.place({ module: module() }))
        .newest()
        .catch((error: unknown) => error);
      expect(refused).toMatchObject(UNAVAILABLE);
      expect(String(refused)).toMatch(new RegExp(why, 'u'));
    });
  });
});

describe.skipIf(noToken !== undefined)(`a token and its PIN ${noToken ?? ''}`, () => {
  it('refuses a wrong PIN once; the right one in the file is taken', async () => {
    const own = new SoftToken();
    onTestFinished(() => own.remove());
    own.makeKey('01');
    own.writePin('wrong-pin');
    const clock = fakeClock();
    const refused = new RefusedPin(join(own.folder, 'data'));
    const holder = holderOf(own.place({ refused, steadyMs: clock.steadyMs }));
    const wrong: unknown = await holder.newest().catch((error: unknown) => error);
    expect(wrong).toMatchObject({ code: 'TOKEN_PIN_REFUSED' });
    expect(JSON.stringify(wrong) + String(wrong)).not.toContain('wrong-pin');
    const noted = readFileSync(join(own.folder, 'data/refused-pin.json'), 'utf8');
    expect(noted).not.toContain('wrong-pin');
    own.writePin();
    clock.ms += 60_000;
    expect((await holder.newest()).id).toMatch(/%01$/u);
    expect(existsSync(join(own.folder, 'data/refused-pin.json'))).toBe(false);
  });

  it('isn’t tried by a service that doesn’t know who entered the wrong one', async () => {
    const own = new SoftToken();
    onTestFinished(() => own.remove());
    own.makeKey('01');
    own.writePin('wrong-pin');
    await expect(holderOf(own.place()).newest()).rejects.toMatchObject({ code: 'TOKEN_PIN_REFUSED' });
    own.writePin();
    // Another machine, say: it has no note.
    await expect(holderOf(own.place()).newest()).rejects.toMatchObject({
      code: 'TOKEN_PIN_REFUSED',
      message: expect.stringContaining('was not tried') as string,
    });
  });
});

describe.skipIf(noFaults !== undefined)(`a token with faults ${noFaults ?? ''}`, () => {
  let own: SoftToken;
  beforeAll(() => {
    own = new SoftToken();
    own.makeKey('01');
  });
  afterEach(() => own.plan());
  afterAll(() => own.remove());

  it('attack: a loop of restarts with a wrong PIN tries it once, even if the token tells no count', async () => {
    const stubborn = new SoftToken();
    onTestFinished(() => stubborn.remove());
    stubborn.makeKey('01');
    stubborn.writePin('wrong-pin');
    stubborn.plan('silent');
    const data = join(stubborn.folder, 'data');
    for (let start = 1; start <= 5; start += 1) {
      const holder = holderOf(stubborn.faultyPlace({ refused: new RefusedPin(data) }));
      for (let time = 1; time <= 3; time += 1)
        await expect(holder.newest()).rejects.toMatchObject({ code: 'TOKEN_PIN_REFUSED' });
    }
    expect(stubborn.logins).toBe(1);
    stubborn.writePin();
    await holderOf(stubborn.faultyPlace({ refused: new RefusedPin(data) })).newest();
    expect(stubborn.logins).toBe(2);
  });

  it.each([
    ['is locked', 'is-locked', 'is locked'],
    ['has one try left', 'final-try', 'was not tried'],
  ])('doesn’t log in where the PIN %s', async (_what, plan, told) => {
    own.plan(plan);
    const before = own.logins;
    await expect(holderOf(own.faultyPlace()).newest()).rejects.toMatchObject({
      code: 'TOKEN_PIN_REFUSED',
      message: expect.stringContaining(told) as string,
    });
    expect(own.logins).toBe(before);
  });

  it('says so where the login finds the PIN locked', async () => {
    own.plan('locks');
    await expect(holderOf(own.faultyPlace()).newest()).rejects.toMatchObject({
      code: 'TOKEN_PIN_REFUSED',
      message: expect.stringContaining('is locked') as string,
    });
  });

  it.each([
    ['that was lost', 'once'],
    ['with a device that was taken out and put back', 'once removed'],
    ['with a general fault', 'once general'],
    ['with a fault of the vendor’s own', 'once vendor'],
  ])('logs in once more for a session %s', async (_what, plan) => {
    const key = await holderOf(own.faultyPlace()).newest();
    const before = own.logins;
    own.plan(plan);
    expect(await key.wrap([dataKey()])).toHaveLength(1);
    expect(own.logins).toBe(before + 1);
  });

  it('tries once for a device that is gone, waits longer each time, and goes on when it’s back', async () => {
    const clock = fakeClock();
    const holder = holderOf(own.faultyPlace({ steadyMs: clock.steadyMs }));
    const key = await holder.newest();
    own.plan('removed');
    const before = own.logins;
    await expect(key.wrap([dataKey()])).rejects.toMatchObject(because('CKR_DEVICE_REMOVED'));
    for (let time = 0; time < 5; time += 1)
      await expect(key.wrap([dataKey()])).rejects.toMatchObject(because('CKR_DEVICE_REMOVED'));
    expect(own.logins).toBe(before + 1);
    own.plan();
    clock.ms += 10_000;
    expect(await key.wrap([dataKey()])).toHaveLength(1);
  });

  it('begins anew for a general fault once, and doesn’t for what another session would say too', async () => {
    const clock = fakeClock();
    const holder = holderOf(own.faultyPlace({ steadyMs: clock.steadyMs }));
    const key = await holder.newest();
    const before = own.logins;
    own.plan('general');
    for (let time = 0; time < 3; time += 1)
      await expect(key.wrap([dataKey()])).rejects.toMatchObject(because('CKR_GENERAL_ERROR'));
    expect(own.logins).toBe(before + 1);
    clock.ms += 10_000;
    own.plan('unable');
    await expect(key.wrap([dataKey()])).rejects.toMatchObject(because('CKR_MECHANISM_INVALID'));
    expect(own.logins).toBe(before + 1);
    clock.ms += 10_000;
    own.plan();
    expect(await key.wrap([dataKey()])).toHaveLength(1);
    expect(own.logins).toBe(before + 1);
  });

  it('searches again in the same session after a search that failed', async () => {
    const clock = fakeClock();
    const holder = holderOf(own.faultyPlace({ steadyMs: clock.steadyMs }));
    await holder.newest();
    const { pid } = holder.client;
    own.plan('search');
    await expect(holder.newest()).rejects.toMatchObject(because('CKR_ARGUMENTS_BAD'));
    own.plan();
    clock.ms += 10_000;
    expect((await holder.newest()).id).toMatch(/%01$/u);
    expect(holder.client.pid).toBe(pid);
  });

  it.each([
    ['ends the process when it wraps', 'crash', 'SIGSEGV'],
    ['gives too little', 'short', 'gave 7 bytes'],
    ['claims to give more than there is', 'endless', 'Outside of the memory'],
  ])('a module that %s harms nothing else', async (_what, plan, why) => {
    const clock = fakeClock();
    const key = await holderOf(own.faultyPlace({ steadyMs: clock.steadyMs })).newest();
    own.plan(plan);
    await expect(key.wrap([dataKey()])).rejects.toMatchObject(because(why));
    own.plan();
    clock.ms += 10_000;
    expect(await key.wrap([dataKey()])).toHaveLength(1);
  });

  it('a module that ends the process when it’s loaded harms nothing else', async () => {
    own.plan('start-crash');
    await expect(holderOf(own.faultyPlace()).newest()).rejects.toMatchObject(because('SIGSEGV'));
  });

  it('a module that doesn’t answer is ended after five seconds, with what waits behind it', async () => {
    const key = await holderOf(own.faultyPlace()).newest();
    own.plan('hang');
    const [first, second] = await Promise.allSettled([key.wrap([dataKey()]), key.wrap([dataKey()])]);
    for (const outcome of [first, second])
      expect(outcome).toMatchObject({ reason: because('no answer within 5 seconds') });
  });

  it('a token that opens nothing any more isn’t taken for changed data', async () => {
    const key = await holderOf(own.faultyPlace()).newest();
    const wrapped = await key.wrap([dataKey()]);
    own.plan('broken');
    await expect(key.unwrap(wrapped)).rejects.toMatchObject(because('CKR_GENERAL_ERROR'));
  });

  it.each([
    ['can be taken out of the token', 'extractable', 'CKA_EXTRACTABLE'],
    ['can be read', 'readable', 'CKA_SENSITIVE'],
  ])('attack: nothing is wrapped under a key that %s', async (_what, plan, why) => {
    const clock = fakeClock();
    const holder = holderOf(own.faultyPlace({ steadyMs: clock.steadyMs }));
    own.plan(plan);
    const key = await holder.newest();
    await expect(key.wrap([dataKey()])).rejects.toMatchObject(because(why));
  });
});

it.skipIf(noToken !== undefined)(`the process ends with the service ${noToken ?? ''}`, async () => {
  const own = new SoftToken();
  onTestFinished(() => own.remove());
  own.makeKey('01');
  const holder = tokenKeyHolder(own.place());
  await holder.newest();
  const { pid = 0 } = holder.client;
  expect(() => process.kill(pid, 0)).not.toThrow();
  holder.wipe();
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
