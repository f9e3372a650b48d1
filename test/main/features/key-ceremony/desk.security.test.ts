// A key ceremony in the window, and attacks on it: a page that asks for what it was not shown, a lock in between, edited files.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeyCeremoniesState, KeyCeremony } from '#preload/contract/key-ceremonies.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { SHARE_WORDS } from '#protocol/keys/shares/share-words.ts';
import { checkTranscript, credentialsOf } from '#protocol/offline/check-transcript.ts';
import { type Transcript, headOf, readTranscript, writeTranscript } from '#protocol/offline/transcript.ts';
import { Secret } from '#protocol/secret.ts';
import { apiPublicKeyOf } from '#protocol/stamp.ts';
import { decideNext } from '#test/fixtures/approvals.ts';
import { runOnWorld } from '#test/fixtures/console-on-world.ts';
import { jumpingClock } from '#test/fixtures/jumping-clock.ts';
import { LocalService } from '#test/fixtures/local-service.ts';
import { memoryKeychain } from '#test/fixtures/memory-keychain.ts';
import { addMember } from '#test/fixtures/team.ts';

type World = Awaited<ReturnType<typeof runOnWorld>>;

const ADA = 'Ada Lovelace';
const BOB = 'Bob Noyce';
const CURVE = 'API_KEY_CURVE_P256';
let service: LocalService;
let vault: World;
let files: string;
let folder: string;
const keychain = memoryKeychain();
const { clock, jump } = jumpingClock();

/** Has a console save into the folder, as its dialog would. */
const savesThere = ({ running }: World): void => {
  running.host.save = (name, content) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'function' ? content() : content);
    return Promise.resolve(path);
  };
};
beforeAll(async () => {
  service = await LocalService.start();
  vault = await runOnWorld(service, { clock, keychain });
  files = mkdtempSync(join(tmpdir(), 'keyops-ceremony-desk-'));
  savesThere(vault);
});
beforeEach(() => {
  folder = mkdtempSync(join(files, 'stick-'));
});
afterAll(async () => {
  await vault.stop();
  await service.stop();
  rmSync(files, { recursive: true, force: true });
});

/** A call as the window makes it, with its button's press; or its refusal's code. */
const call = <T>(name: string, input?: unknown, world = vault): Promise<T> =>
  world.running.call<T>(`keyCeremonies.${name}`, input);
const codeOf = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  );
/** A call as a script in the window makes it, with nothing pressed. */
const script = (name: string, input?: unknown) =>
  vault.running.console.dispatch('console', `keyCeremonies.${name}`, input);
const approved = async <T>(made: Promise<T>, world = vault): Promise<T> => {
  await Promise.race([decideNext(world.running, 'approve'), made]);
  return made;
};
const state = (): Promise<KeyCeremoniesState> => call('state');
const view = async (id: string): Promise<KeyCeremony> => {
  const found = (await state()).ceremonies.find((each) => each.id === id);
  if (found === undefined) throw new Error('It is not open.');
  return found;
};
const begun = async (): Promise<string> => {
  const { id } = await call<{ id: string }>('begin', { title: 'Vault keys', people: [ADA, BOB], by: BOB });
  return id;
};
const created = async (): Promise<string> => {
  const id = await begun();
  await call('create', { id, name: ADA, curve: CURVE });
  return id;
};
const writeShares = (id: string, name = ADA): Promise<unknown> =>
  approved(call('writeShares', { id, name, needed: 2, count: 2 }));
const reveal = async (): Promise<string> => (await call<{ words: string[] }>('revealShare')).words.join(' ');
/** Writes all shares down, and types each back. */
const backedUp = async (id: string, name = ADA): Promise<string[]> => {
  await writeShares(id, name);
  const papers: string[] = [];
  while ((await state()).writing !== null) {
    papers.push(await reveal());
    await call('checkShare', { typed: papers.at(-1) });
  }
  return papers;
};
const transcriptOf = async (id: string): Promise<Transcript> => {
  const { path } = await call<{ path: string }>('save', { id, form: 'transcript' });
  return readTranscript(readFileSync(path));
};
const steps = async (id: string): Promise<string[]> =>
  (await transcriptOf(id)).entries.map(({ act }) => act.step);
const lockAndUnlock = async (): Promise<void> => {
  await vault.running.call('app.lock');
  await vault.running.call('app.unlock');
};
const open = (transcript: Transcript, world = vault): Promise<{ id: string }> => {
  const path = join(folder, 'brought.keyops-transcript');
  writeFileSync(path, writeTranscript(transcript));
  return call('open', { path }, world);
};

describe('a key ceremony in the window', () => {
  it('goes from the first name to a transcript that holds, as the command line’s does', async () => {
    const id = await begun();
    for (const name of [ADA, BOB]) await call('create', { id, name, curve: CURVE });
    expect((await view(id)).next).toEqual({ step: 'backup', of: ADA });
    const papers = await backedUp(id, ADA);
    const sealed = await approved(
      call<{ path: string }>('saveBackup', { id, name: BOB, seal: { passphrase: 'correct horse battery' } }),
    );
    expect(readFileSync(sealed.path, 'utf8')).toContain('BEGIN AGE ENCRYPTED FILE');
    expect(await view(id)).toMatchObject({ next: { step: 'trial', of: ADA }, backup: 'paper' });
    for (const typed of papers) await call('tryShare', { id, name: ADA, typed });
    expect(await view(id)).toMatchObject({ next: { step: 'trial', of: BOB }, backup: 'passphrase' });
    const wrong = { id, name: BOB, path: sealed.path, opener: { passphrase: 'another passphrase' } };
    expect(await codeOf(call('tryFile', wrong))).toBe('BACKUP_UNREADABLE');
    await call('tryFile', { ...wrong, opener: { passphrase: 'correct horse battery' } });
    await call('exportKeys', { id, by: BOB });

    // Registered on a console with a network, by its own credential.
    const desk = await runOnWorld(service);
    savesThere(desk);
    try {
      const stick = folder;
      const keys = join(stick, 'Vault-keys.keyops-keys');
      for (const name of [ADA, BOB]) {
        const { userId } = await addMember(service, `${name} ${id.slice(0, 4)}`);
        service.now = Date.now();
        const made = await call<{ id: string }>(
          'request',
          { path: keys, name, userId, publicKey: null, curve: null },
          desk,
        );
        await approved(desk.running.call('offline.review', made), desk);
        service.now = Date.now();
        await desk.running.call('offline.send', made);
        for (const kind of ['request', 'stamp', 'answer'])
          await desk.running.call('offline.save', { ...made, kind });
      }
      expect(await call('enrolled', { id, by: BOB, path: stick })).toEqual({ recorded: 2, refused: [] });
      // Once more: nothing is recorded twice.
      expect(await call('enrolled', { id, by: BOB, path: stick })).toMatchObject({ recorded: 0 });
    } finally {
      await desk.stop();
    }
    for (const name of [ADA, BOB]) await approved(call('approve', { id, name }));
    const transcript = await transcriptOf(id);
    expect(checkTranscript(transcript).filter(({ passed }) => !passed)).toEqual([]);
    expect(await view(id)).toMatchObject({ next: null, open: [] });
    const text = await call<{ path: string }>('save', { id, form: 'text' });
    expect(readFileSync(text.path, 'utf8')).toContain(`Digest: ${(await view(id)).digest}`);
    // No share in any file, any news or the database.
    const news = JSON.stringify(vault.running.host.news);
    for (const share of papers) expect(news).not.toContain(share.slice(0, 40));
  });

  it('records nothing that was denied', async () => {
    const id = await created();
    const made = call('writeShares', { id, name: ADA, needed: 2, count: 2 });
    await decideNext(vault.running, 'deny');
    expect(await codeOf(made)).toBe('ACTION_DENIED');
    expect(await codeOf(call('revealShare'))).toBe('CEREMONY_SHARES');
    expect(await steps(id)).toEqual(['begin', 'create']);
  });

  it('ends a backup whose share is typed wrong three times, and the journal says so', async () => {
    const id = await created();
    await writeShares(id);
    const share = (await reveal()).split(' ');
    expect(await codeOf(call('checkShare', { typed: 'nothing of it' }))).toBe('SHARE_MALFORMED');
    // Its first two words may be the same one: those exchanged differ.
    const at = share.findIndex((word, n) => n > 0 && word !== share[n - 1]);
    const swapped = share
      .with(at - 1, share[at] ?? '')
      .with(at, share[at - 1] ?? '')
      .join(' ');
    expect(await codeOf(call('checkShare', { typed: swapped }))).toBe('SHARE_MALFORMED');
    expect(await codeOf(call('checkShare', { typed: swapped }))).toBe('CEREMONY_SHARES');
    expect((await state()).writing).toBeNull();
    const lines = await vault.running.call<{ entries: { outcome: string }[] }>('journal.list', {
      before: null,
      scope: 'all',
      limit: 10,
    });
    expect(JSON.stringify(lines)).toContain('backup not finished');
    expect(await steps(id)).toEqual(['begin', 'create']);
  });
});

describe('attack: a page that reads share words it wasn’t shown', () => {
  it('a script that asks without a press gets none', async () => {
    const id = await created();
    await writeShares(id);
    expect(await script('revealShare')).toMatchObject({ ok: false, code: 'CEREMONY_SHARES' });
    await call('stopShares');
  });

  it('one press shows one share once, and a script that asks again gets none', async () => {
    const id = await created();
    await writeShares(id);
    await reveal();
    expect(await script('revealShare')).toMatchObject({ ok: false, code: 'CEREMONY_SHARES' });
    await call('stopShares');
  });

  it('a press counts as long as a slow machine needs to tell of it, and no longer', async () => {
    const id = await created();
    await writeShares(id);
    vault.running.host.press();
    jump(4_000);
    expect(await script('revealShare')).toMatchObject({ ok: true });
    vault.running.host.press();
    jump(6_000);
    expect(await script('revealShare')).toMatchObject({ ok: false, code: 'CEREMONY_SHARES' });
    await call('stopShares');
  });

  it('no call names a share: only the one whose turn it is, never one before or after it', async () => {
    const id = await created();
    await writeShares(id);
    const first = await reveal();
    expect(await script('revealShare', { share: 1 })).toMatchObject({ ok: false, code: 'INPUT_INVALID' });
    expect(await reveal()).toBe(first);
    await call('checkShare', { typed: first });
    const second = await reveal();
    expect(second).not.toBe(first);
    await call('checkShare', { typed: second });
    expect(await codeOf(call('revealShare'))).toBe('CEREMONY_SHARES');
  });

  it('a backup that a script asks for without a press is refused before the key is read', async () => {
    const id = await created();
    // Whatever was pressed before counts no more.
    jump(30_000);
    const input = { id, name: ADA, needed: 2, count: 2 };
    expect(await script('writeShares', input)).toMatchObject({ ok: false, code: 'REVIEW_UNASKED' });
    const seal = { passphrase: 'correct horse battery' };
    expect(await script('saveBackup', { id, name: ADA, seal })).toMatchObject({ code: 'REVIEW_UNASKED' });
    expect((await state()).writing).toBeNull();
  });

  it('what the window is told never holds a word of a share', async () => {
    const id = await created();
    vault.running.host.news.length = 0;
    const papers = await backedUp(id);
    const told = JSON.stringify([vault.running.host.news, await state()]).replace(/[^a-z]+/g, ' ');
    for (const paper of papers) {
      const words = paper.split(' ');
      expect(words.every((word) => SHARE_WORDS.includes(word))).toBe(true);
      // Three in a row, because two of the words can stand side by side in the window by chance.
      for (let at = 0; at + 2 < words.length; at += 1)
        expect(told).not.toContain(` ${words.slice(at, at + 3).join(' ')} `);
    }
  });
});

describe('shares are wiped', () => {
  it('attack: a lock while a share is on the screen', async () => {
    const id = await created();
    await writeShares(id);
    const share = await reveal();
    await lockAndUnlock();
    expect((await state()).writing).toBeNull();
    expect(await codeOf(call('revealShare'))).toBe('CEREMONY_SHARES');
    expect(await codeOf(call('checkShare', { typed: share }))).toBe('CEREMONY_SHARES');
    expect(await steps(id)).toEqual(['begin', 'create']);
  });

  it('attack: every call of a locked console is refused', async () => {
    const id = await created();
    await vault.running.call('app.lock');
    for (const [name, input] of [
      ['state', undefined],
      ['revealShare', undefined],
      ['checkShare', { typed: 'watch' }],
      ['tryShare', { id, name: ADA, typed: 'watch' }],
      ['create', { id, name: BOB, curve: CURVE }],
    ] as const)
      expect(await script(name, input), name).toMatchObject({ ok: false, code: 'CONSOLE_LOCKED' });
    await vault.running.call('app.unlock');
  });

  it('when another profile is shown', async () => {
    const id = await created();
    await writeShares(id);
    await reveal();
    await vault.running.call('profiles.select', { id: 'local' });
    expect(await state()).toMatchObject({ ceremonies: [], writing: null });
    expect(await codeOf(call('create', { id, name: BOB, curve: CURVE }))).toBe('CEREMONY_UNKNOWN');
    await vault.running.call('profiles.select', { id: 'world' });
    expect(await steps(id)).toEqual(['begin', 'create']);
  });

  it('when their time is over, those that are typed too', async () => {
    const id = await created();
    const papers = await backedUp(id);
    await call('tryShare', { id, name: ADA, typed: papers[0] });
    await call('create', { id, name: BOB, curve: CURVE });
    await writeShares(id, BOB);
    expect((await state()).trying).toMatchObject({ done: 1, count: 2 });
    jump(31 * 60_000);
    expect(await state()).toMatchObject({ writing: null, trying: null });
    expect(await codeOf(call('revealShare'))).toBe('CEREMONY_SHARES');
    await lockAndUnlock();
  });

  it('another person’s shares begin a trial of their own', async () => {
    const id = await created();
    await call('create', { id, name: BOB, curve: CURVE });
    const [ofAda = ''] = await backedUp(id, ADA);
    const [ofBob = '', second = ''] = await backedUp(id, BOB);
    await call('tryShare', { id, name: ADA, typed: ofAda });
    await call('tryShare', { id, name: BOB, typed: ofBob });
    expect((await state()).trying).toMatchObject({ name: BOB, done: 1 });
    await call('tryShare', { id, name: BOB, typed: second });
    expect((await steps(id)).at(-1)).toBe('trial');
  });

  it('attack: shares of another key are no trial', async () => {
    const id = await created();
    await call('create', { id, name: BOB, curve: CURVE });
    await backedUp(id, ADA);
    const [first, second] = await backedUp(id, BOB);
    await call('tryShare', { id, name: ADA, typed: first });
    expect(await codeOf(call('tryShare', { id, name: ADA, typed: second }))).toBe('CEREMONY_BACKUP_FOREIGN');
    expect(await steps(id)).not.toContain('trial');
  });
});

/** A transcript with an entry changed and its chain mended behind it. */
function rechained(transcript: Transcript, change: (transcript: Transcript) => Transcript): Transcript {
  const changed = change(structuredClone(transcript));
  let now: Transcript = { ...changed, entries: [] };
  for (const entry of changed.entries)
    now = { ...now, entries: [...now.entries, { ...entry, previous: headOf(now) }] };
  return now;
}

describe('attack: a transcript edited', () => {
  it('in one entry: it isn’t taken, and the kept one stays', async () => {
    const id = await created();
    const before = await transcriptOf(id);
    const edited = structuredClone(before);
    const act = edited.entries[1]?.act;
    if (act?.step === 'create') act.publicKey[5] = (act.publicKey[5] ?? 0) ^ 1;
    expect(await codeOf(open({ ...edited, title: 'Vault kays' }))).toBe('CEREMONY_BROKEN');
    expect(await codeOf(open(rechained(edited, (all) => all)))).toBe('CEREMONY_CHANGED');
    expect(await transcriptOf(id)).toEqual(before);
  });

  it('in the console’s own database: no step goes on with it', async () => {
    const id = await created();
    const edited = structuredClone(await transcriptOf(id));
    const act = edited.entries[1]?.act;
    if (act?.step === 'create') act.publicKey[5] = (act.publicKey[5] ?? 0) ^ 1;
    await writeKept(
      id,
      rechained(edited, (all) => all),
    );
    expect(await codeOf(call('create', { id, name: BOB, curve: CURVE }))).toBe('CEREMONY_CHANGED');
    expect((await view(id)).standing).toMatchObject({ state: 'refused' });
  });

  it('an older copy in the place of the newest is refused', async () => {
    const id = await begun();
    const older = await transcriptOf(id);
    await call('create', { id, name: ADA, curve: CURVE });
    expect(await codeOf(open(older))).toBe('CEREMONY_OLDER');
    await call('create', { id, name: BOB, curve: CURVE });
    expect(await codeOf(open(older))).toBe('CEREMONY_OLDER');
    expect(await steps(id)).toEqual(['begin', 'create', 'create']);
  });

  it('one of another organization isn’t taken', async () => {
    const id = await begun();
    const foreign = {
      ...(await transcriptOf(id)),
      organization: 'somebody-else',
      ceremony: new Uint8Array(16),
    };
    expect(await codeOf(open(rechained(foreign, (all) => all)))).toBe('CEREMONY_ORGANIZATION');
  });

  it('between what was read and what is stamped: nothing is approved', async () => {
    const id = await begun();
    await call('bring', { id, name: ADA, publicKey: vault.publicKey, curve: CURVE });
    await call('bring', { id, name: BOB, publicKey: `02${'ab'.repeat(32)}`, curve: CURVE });
    const approving = codeOf(call('approve', { id, name: ADA }));
    await vault.running.host.until(() => vault.running.host.approvalShown);
    const now = await transcriptOf(id);
    await writeKept(id, { ...now, entries: now.entries.slice(0, 2) });
    await decideNext(vault.running, 'approve');
    expect(await approving).toBe('CEREMONY_DIGEST');
    await writeKept(id, now);
    expect((await transcriptOf(id)).approvals).toEqual([]);
  });
});

/** Writes into the console's database, as a program of the same user could. */
async function writeKept(id: string, transcript: Transcript): Promise<void> {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const database = new DatabaseSync(join(vault.dataFolder, 'console.db'));
  try {
    database
      .prepare('UPDATE key_ceremony SET transcript = ? WHERE ceremony = ?')
      .run(writeTranscript(transcript), id);
  } finally {
    database.close();
  }
}

describe('steps', () => {
  it('attack: two steps at once take one entry each', async () => {
    const id = await begun();
    await Promise.all([ADA, BOB].map((name) => call('create', { id, name, curve: CURVE })));
    expect(await steps(id)).toEqual(['begin', 'create', 'create']);
    expect((await view(id)).standing).toEqual({ state: 'newest' });
  });

  it('the card of an approval shows every entry, and whose credential stamps', async () => {
    const id = await begun();
    await call('bring', { id, name: ADA, publicKey: vault.publicKey, curve: CURVE });
    await call('bring', { id, name: BOB, publicKey: `02${'ab'.repeat(32)}`, curve: CURVE });
    const approving = call('approve', { id, name: ADA });
    const { preview } = await decideNext(vault.running, 'approve');
    await approving;
    const shown = JSON.stringify(preview.facts);
    for (const { done, facts } of (await view(id)).entries)
      for (const each of [done, ...facts]) expect(shown).toContain(each);
    expect(preview.facts.find(({ label }) => label === 'Digest')?.value).toBe((await view(id)).digest);
    expect((await view(id)).approvals).toMatchObject([{ person: ADA, publicKey: vault.publicKey }]);
    // Bob’s credential is elsewhere.
    expect(await codeOf(call('approve', { id, name: BOB }))).toBe('CEREMONY_CREDENTIAL_GONE');
  });

  it('approvals of a copy that was approved elsewhere are added to the kept one', async () => {
    const other = await runOnWorld(service);
    savesThere(other);
    try {
      const id = await begun();
      await call('bring', { id, name: ADA, publicKey: vault.publicKey, curve: CURVE });
      await call('bring', { id, name: BOB, publicKey: other.publicKey, curve: CURVE });
      const copy = await transcriptOf(id);
      await approved(call('approve', { id, name: ADA }));
      await open(copy, other);
      const asked = call('approve', { id, name: BOB }, other);
      const { preview } = await decideNext(other.running, 'approve');
      await asked;
      expect(preview.warnings.map(({ code }) => code)).toEqual(['CEREMONY_BEGUN_ELSEWHERE']);
      const { path } = await call<{ path: string }>('save', { id, form: 'transcript' }, other);
      await open(readTranscript(readFileSync(path)));
      const whole = await transcriptOf(id);
      expect(whole.approvals.map(({ person }) => person)).toEqual([ADA, BOB]);
      expect(checkTranscript(whole).filter(({ passed }) => !passed)).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('an interrupted step is done again with the same key', async () => {
    const id = await begun();
    const before = await transcriptOf(id);
    await call('create', { id, name: ADA, curve: CURVE });
    const made = credentialsOf(await transcriptOf(id)).get(ADA)?.publicKey ?? new Uint8Array();
    await writeKept(id, before);
    expect((await view(id)).standing).toEqual({ state: 'interrupted' });
    await call('create', { id, name: ADA, curve: CURVE });
    const again = credentialsOf(await transcriptOf(id)).get(ADA)?.publicKey ?? new Uint8Array();
    expect(toHex(again)).toBe(toHex(made));
  });

  it('removing a ceremony takes an approval, and its file brings it back', async () => {
    const id = await created();
    const copy = await transcriptOf(id);
    expect(await script('remove', { id })).toMatchObject({ ok: false, code: 'REVIEW_UNASKED' });
    await approved(call('remove', { id }));
    expect((await state()).ceremonies.map((each) => each.id)).not.toContain(id);
    await open(copy);
    expect(await steps(id)).toEqual(['begin', 'create']);
  });

  it('attack: memory is read while a dialog stands open past a lock; the key and the passphrase are gone', async () => {
    const id = await created();
    const made = credentialsOf(await transcriptOf(id)).get(ADA)?.publicKey ?? new Uint8Array();
    const passphrase = 'correct horse battery';
    const gone: string[] = [];
    const wipe = vi.spyOn(Secret.prototype, 'wipe').mockImplementation(function (this: Secret) {
      if (this.wiped) return;
      this.use((bytes) => {
        if (toHex(bytes) === toHex(toUtf8(passphrase))) gone.push('passphrase');
        const isKey = bytes.length === 32 && bytes.some((byte) => byte !== 0);
        if (isKey && apiPublicKeyOf(CURVE, bytes) === toHex(made)) gone.push('key');
        bytes.fill(0);
      });
    });
    let before: string[] = [];
    let after: string[] = [];
    vault.running.host.save = async () => {
      before = [...gone];
      await vault.running.call('app.lock');
      after = [...gone];
      return null;
    };
    try {
      await codeOf(approved(call('saveBackup', { id, name: ADA, seal: { passphrase } })));
      // The copy that the keychain's item was checked with, and the one that was lent.
      expect(before).toEqual(['key', 'key']);
      expect(after).toEqual(['key', 'key', 'passphrase']);
    } finally {
      wipe.mockRestore();
      savesThere(vault);
      await vault.running.call('app.unlock');
    }
  });

  it('a dialog that stands open past a lock writes no backup', async () => {
    const id = await created();
    let written = false;
    vault.running.host.save = async (_name, content) => {
      await vault.running.call('app.lock');
      if (typeof content === 'function') content();
      written = true;
      return join(folder, basename('late.age'));
    };
    try {
      const seal = { passphrase: 'correct horse battery' };
      expect(await codeOf(approved(call('saveBackup', { id, name: ADA, seal })))).toBe('CONSOLE_LOCKED');
      expect(written).toBe(false);
    } finally {
      savesThere(vault);
      await vault.running.call('app.unlock');
    }
    expect(await steps(id)).toEqual(['begin', 'create']);
  });
});
