// Attacks on backups of credentials: who has the files, who edits them, who brings another’s.
import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decrypter, Encrypter, armor, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackup, sealBackup } from '#main/features/key-backup/module.ts';
import { openStorage } from '#main/storage/open-storage.ts';
import { createVault } from '#main/vault/vault.ts';
import { fromHex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import { API_KEY_CURVES, apiPublicKeyOf } from '#protocol/stamp.ts';
import { LocalService } from '../../fixtures/local-service.ts';
import { type OfflinePair, type Ran, offlinePair } from '../../fixtures/offline-pair.ts';

const PASSPHRASE = 'correct horse battery';
const passphrase = new Secret(toUtf8(PASSPHRASE));
let service: LocalService;
let pair: OfflinePair;
let files: string;
beforeAll(async () => {
  service = await LocalService.start();
  pair = await offlinePair(service);
  files = mkdtempSync(join(tmpdir(), 'keyops-backup-'));
});
afterAll(async () => {
  rmSync(files, { recursive: true, force: true });
  pair.remove();
  await service.stop();
});

const path = (name: string): string => join(files, name);
const codeOf = ({ json, err }: Ran): unknown => json['code'] ?? err;
type Options = NonNullable<Parameters<OfflinePair['offline']['run']>[1]>;
/** Runs keyops with secrets handed over by descriptors: `{fd}` in the command line is the next one. */
async function run(
  argv: readonly string[],
  secrets: readonly string[] = [],
  options: Options = {},
): Promise<Ran> {
  const open = secrets.map((text, n) => {
    writeFileSync(path(`secret-${n}`), text);
    return openSync(path(`secret-${n}`), 'r');
  });
  const rest = [...open];
  const given = argv.map((each) => (each === '{fd}' ? String(rest.shift()) : each));
  try {
    return await pair.offline.run([...given, '--json'], options);
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}
const item = (publicKey = pair.publicKey): string | undefined =>
  pair.offline.keychain.items.get(`credential:${publicKey}`);
/** The keychain without the key, for as long as the work takes: as on a new computer. */
async function withoutKey<T>(work: () => Promise<T>): Promise<T> {
  const { items } = pair.offline.keychain;
  const before = new Map(items);
  items.delete(`credential:${pair.publicKey}`);
  try {
    return await work();
  } finally {
    items.clear();
    for (const [name, text] of before) items.set(name, text);
  }
}
const toFile = (name: string): Promise<Ran> =>
  run(['backup', '--key', pair.publicKey, '--passphrase-fd', '{fd}', '--out', path(name)], [PASSPHRASE]);
/** Shares as they were shown, written down and typed back. */
async function onPaper(shape: string, publicKey = pair.publicKey): Promise<{ ran: Ran; papers: string[] }> {
  const papers: string[] = [];
  const ran = await run(['backup', '--key', publicKey, '--shares', shape], [], {
    types: (_question, shown) => {
      papers.push(shown.join(' '));
      return shown.map((word) => word.slice(0, 4)).join(' ');
    },
  });
  return { ran, papers };
}
/** The words that say of which set a share is. */
const setOf = (paper = ''): string => paper.split(' ').slice(0, 2).join(' ');
const restoreTyped = (papers: readonly string[]): Promise<Ran> => {
  const rest = [...papers];
  return run(['restore', '--key', pair.publicKey, '--shares'], [], { types: () => rest.shift() ?? '' });
};

describe('a backup in a file', () => {
  it('comes back as the same key, as one that was imported, and makes a credential where there is none', async () => {
    const key = item();
    expect((await toFile('one.age')).exit).toBe(0);
    expect(lstatSync(path('one.age')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path('one.age'), 'utf8')).not.toContain(key);
    await withoutKey(async () => {
      const storage = await openStorage(pair.offline.dataFolder);
      await storage.credentials.remove(pair.publicKey);
      await storage.close();
      const argv = ['restore', path('one.age'), '--key', pair.publicKey, '--passphrase-fd', '{fd}'];
      const ran = await run([...argv, '--label', 'Vault'], [`${PASSPHRASE}\n`]);
      expect(ran.json).toMatchObject({ ok: true, publicKey: pair.publicKey, curve: 'API_KEY_CURVE_P256' });
      expect(item()).toBe(key);
      expect(await createVault(pair.offline.keychain).originOf(pair.publicKey)).toBe('imported');
      const again = await openStorage(pair.offline.dataFolder);
      expect(await again.credentials.find(pair.publicKey)).toMatchObject({ label: 'Vault', kind: 'key' });
      await again.close();
      // Stands there now: another run changes nothing.
      expect(codeOf(await run(argv, [PASSPHRASE]))).toBe('BACKUP_KEY_PRESENT');
    });
  });

  it('opens with any age: inside is the line that the vendor’s command line writes', async () => {
    await toFile('plain.age');
    const decrypter = new Decrypter();
    decrypter.addPassphrase(PASSPHRASE);
    const text = await decrypter.decrypt(armor.decode(readFileSync(path('plain.age'), 'utf8')), 'text');
    expect(text).toBe(`${item() ?? ''}:p256\n`);
  });

  it('comes back for each curve', async () => {
    for (const curve of API_KEY_CURVES) {
      const hex = '11'.repeat(32);
      const sealed = await sealBackup(new Secret(fromHex(hex)), curve, { passphrase }, 10);
      const opened = await openBackup(toUtf8(sealed), { passphrase });
      expect(opened.use(toHex)).toBe(hex);
    }
  });

  it('sealed to recipients, opens for each of them and for nobody else', async () => {
    const [ours, theirs, stranger] = await Promise.all([1, 2, 3].map(() => generateX25519Identity()));
    const recipients = await Promise.all([ours, theirs].map((each) => identityToRecipient(each ?? '')));
    const to = recipients.flatMap((each) => ['--recipient', each]);
    const made = await run(['backup', '--key', pair.publicKey, ...to, '--out', path('sealed.age')]);
    expect(made.exit, made.err).toBe(0);
    const argv = ['restore', path('sealed.age'), '--key', pair.publicKey, '--identity-fd', '{fd}'];
    const key = item();
    for (const [identity, code] of [
      [ours, undefined],
      [`# mine\n${theirs ?? ''}\n`, undefined],
      [stranger, 'BACKUP_UNREADABLE'],
    ] as const)
      await withoutKey(async () => {
        expect((await run(argv, [identity ?? ''])).json['code']).toBe(code);
        expect(item()).toBe(code === undefined ? key : undefined);
      });
  });

  it('an edited backup: any byte changed is refused, and nothing is restored', async () => {
    const sealed = await sealBackup(
      new Secret(fromHex(item() ?? '')),
      'API_KEY_CURVE_P256',
      { passphrase },
      8,
    );
    const bytes = armor.decode(sealed);
    for (let at = 0; at < bytes.length; at += 7) {
      const edited = bytes.slice();
      edited[at] = (edited[at] ?? 0) ^ 1;
      await expect(openBackup(toUtf8(armor.encode(edited)), { passphrase })).rejects.toMatchObject({
        code: 'BACKUP_UNREADABLE',
      });
    }
  });

  it('a backup of another’s key in the place of ours: it opens, and isn’t restored', async () => {
    const foreign = Uint8Array.from(Buffer.alloc(32, 7));
    const sealed = await sealBackup(new Secret(foreign), 'API_KEY_CURVE_P256', { passphrase }, 8);
    writeFileSync(path('foreign.age'), sealed);
    await withoutKey(async () => {
      const argv = ['restore', path('foreign.age'), '--key', pair.publicKey, '--passphrase-fd', '{fd}'];
      expect(codeOf(await run(argv, [PASSPHRASE]))).toBe('BACKUP_FOREIGN');
      expect(item()).toBeUndefined();
      expect(item(apiPublicKeyOf('API_KEY_CURVE_P256', foreign))).toBeUndefined();
    });
  });

  it('what opens and is no backup is refused', async () => {
    for (const text of [
      '',
      'x'.repeat(69),
      `${'zz'.repeat(32)}:p256\n`,
      `${'11'.repeat(32)}:p257\n`,
      `${'11'.repeat(32)}:p256`,
    ]) {
      const encrypter = new Encrypter();
      encrypter.setPassphrase(PASSPHRASE);
      encrypter.setScryptWorkFactor(8);
      const file = armor.encode(await encrypter.encrypt(text));
      await expect(openBackup(toUtf8(file), { passphrase })).rejects.toMatchObject({
        code: 'BACKUP_UNREADABLE',
        message: expect.stringContaining('holds no backup') as string,
      });
    }
  });

  it('a link in the place of the file: it isn’t followed, and what it leads to stays', async () => {
    writeFileSync(path('target'), 'mine');
    symlinkSync(path('target'), path('link.age'));
    expect(codeOf(await toFile('link.age'))).toBe('FILE_UNWRITABLE');
    expect(readFileSync(path('target'), 'utf8')).toBe('mine');
    // Nor is an older backup overwritten.
    writeFileSync(path('older.age'), 'older');
    expect(codeOf(await toFile('older.age'))).toBe('FILE_UNWRITABLE');
    expect(readFileSync(path('older.age'), 'utf8')).toBe('older');
  });

  it.each([
    ['an option', ['--passphrase', PASSPHRASE]],
    ['an option with its value', [`--passphrase=${PASSPHRASE}`]],
    ['the descriptor’s place', ['--passphrase-fd', PASSPHRASE]],
    ['an argument', [PASSPHRASE]],
  ])('a passphrase in argv, as %s, is refused and not repeated', async (_name, argv) => {
    const ran = await run(['backup', '--key', pair.publicKey, '--out', path('argv.age'), ...argv]);
    expect(ran.exit).toBe(2);
    expect(`${ran.out}${ran.err}`).not.toContain(PASSPHRASE);
    expect(readdirSync(files)).not.toContain('argv.age');
  });

  it('an identity typed for a recipient is refused and not repeated', async () => {
    const identity = await generateX25519Identity();
    const ran = await run([
      'backup',
      '--key',
      pair.publicKey,
      '--recipient',
      identity,
      '--out',
      path('typo.age'),
    ]);
    expect(codeOf(ran)).toBe('BACKUP_RECIPIENT_INVALID');
    expect(`${ran.out}${ran.err}`).not.toContain(identity);
    expect(readdirSync(files)).not.toContain('typo.age');
  });

  it('a short passphrase is refused, and so is a no', async () => {
    const argv = ['backup', '--key', pair.publicKey, '--passphrase-fd', '{fd}', '--out', path('no.age')];
    expect(codeOf(await run(argv, ['short']))).toBe('BACKUP_PASSPHRASE_SHORT');
    expect((await run(argv, [PASSPHRASE], { approves: false })).exit).toBe(1);
    expect(readdirSync(files)).not.toContain('no.age');
  });

  it('a key that this console doesn’t have, or that is none, isn’t backed up', async () => {
    for (const [key, code] of [
      [`02${'ab'.repeat(32)}`, 'BACKUP_KEY_ABSENT'],
      ['service-storage-key', 'BACKUP_KEY_UNFIT'],
    ] as const)
      expect(codeOf(await run(['backup', '--key', key, '--shares', '2/3']))).toBe(code);
  });

  it('a console whose owner has to prove that they are here lends no key, and takes none', async () => {
    const { items } = pair.offline.keychain;
    await toFile('locked.age');
    await withoutKey(async () => {
      items.set('user-verification', JSON.stringify({ method: 'polkit' }));
      const argv = ['restore', path('locked.age'), '--key', pair.publicKey, '--passphrase-fd', '{fd}'];
      expect(codeOf(await run(argv, [PASSPHRASE]))).toBe('CONSOLE_LOCKED');
    });
    items.set('user-verification', JSON.stringify({ method: 'polkit' }));
    try {
      expect(codeOf(await toFile('past.age'))).toBe('CONSOLE_LOCKED');
      expect(readdirSync(files)).not.toContain('past.age');
    } finally {
      items.delete('user-verification');
    }
  });

  it('a keychain item that was exchanged isn’t backed up as the credential’s', async () => {
    const { items } = pair.offline.keychain;
    await withoutKey(async () => {
      items.set(`credential:${pair.publicKey}`, '07'.repeat(32));
      expect(codeOf(await toFile('exchanged.age'))).toBe('CREDENTIAL_KEY_MISMATCH');
    });
  });
});

/** What the journal says of a credential’s key, oldest first. */
async function linesOf(publicKey: string): Promise<string[]> {
  const { json } = await pair.offline.run(['journal', '--lines', '500', '--json']);
  const entries = json['entries'] as { operation: string; outcome: string; publicKey: string }[];
  return entries
    .filter((line) => line.publicKey === publicKey && line.operation.endsWith('_credential'))
    .map((line) => `${line.operation}: ${line.outcome}`)
    .reverse();
}

describe('the journal', () => {
  it('a key that goes out unseen: a backup’s line stands there before the key is read', async () => {
    const before = await linesOf(pair.publicKey);
    expect((await toFile('journal.age')).exit).toBe(0);
    await run(['backup', '--key', pair.publicKey, '--shares', '2/2'], [], { types: () => 'no' });
    await run(['backup', '--key', pair.publicKey, '--shares', '2/2'], [], { approves: false });
    expect((await linesOf(pair.publicKey)).slice(before.length)).toEqual([
      'back_up_credential: private key read for a backup',
      'back_up_credential: backed up',
      'back_up_credential: private key read for a backup',
      'back_up_credential: backup not finished',
    ]);
  });

  it('a wrong passphrase leaves nothing half: no line, no item, no credential', async () => {
    expect((await toFile('half.age')).exit).toBe(0);
    await withoutKey(async () => {
      const items = new Map(pair.offline.keychain.items);
      const before = await linesOf(pair.publicKey);
      const argv = ['restore', path('half.age'), '--key', pair.publicKey, '--passphrase-fd', '{fd}'];
      expect(codeOf(await run(argv, [`${PASSPHRASE}r`]))).toBe('BACKUP_UNREADABLE');
      expect(pair.offline.keychain.items).toEqual(items);
      expect(await linesOf(pair.publicKey)).toEqual(before);
    });
  });

  it('a restore that is killed between keychain and database is finished by the next one', async () => {
    expect((await toFile('killed.age')).exit).toBe(0);
    const key = item();
    await withoutKey(async () => {
      const storage = await openStorage(pair.offline.dataFolder);
      await storage.credentials.remove(pair.publicKey);
      await storage.close();
      // As it stands right behind the keychain’s answer.
      pair.offline.keychain.items.set(`imported:${pair.publicKey}`, 'yes');
      pair.offline.keychain.items.set(`credential:${pair.publicKey}`, key ?? '');
      const argv = ['restore', path('killed.age'), '--key', pair.publicKey, '--passphrase-fd', '{fd}'];
      const ran = await run([...argv, '--label', 'Vault'], [PASSPHRASE]);
      expect(ran.exit, ran.err).toBe(0);
      expect(item()).toBe(key);
      const again = await openStorage(pair.offline.dataFolder);
      expect(await again.credentials.find(pair.publicKey)).toMatchObject({ label: 'Vault' });
      await again.close();
      expect((await linesOf(pair.publicKey)).slice(-2)).toEqual([
        'restore_credential: private key comes from a backup',
        'restore_credential: restored',
      ]);
    });
  });
});

describe('a backup on paper', () => {
  it('comes back from any k of its shares', async () => {
    const { ran, papers } = await onPaper('2/3');
    expect(ran.json).toMatchObject({ ok: true, shares: '2/3' });
    expect(papers).toHaveLength(3);
    const key = item();
    for (const [one, other] of [
      [0, 1],
      [2, 0],
    ] as const)
      await withoutKey(async () => {
        expect((await restoreTyped([papers[one] ?? '', papers[other] ?? ''])).exit).toBe(0);
        expect(item()).toBe(key);
      });
    // Words go to the terminal alone.
    for (const word of (papers[0] ?? '').split(' ').slice(4, 12))
      expect(`${ran.out}${ran.err}`).not.toContain(` ${word} `);
  });

  it('fewer than k, a share of another set, one twice: refused, nothing restored', async () => {
    const { papers } = await onPaper('2/3');
    let other = await onPaper('2/3');
    // Two sets of the same number, one in 32,768, would be taken for one that was changed.
    while (setOf(other.papers[1]) === setOf(papers[0])) other = await onPaper('2/3');
    await withoutKey(async () => {
      expect((await restoreTyped([papers[0] ?? ''])).exit).toBe(1);
      expect(codeOf(await restoreTyped([papers[0] ?? '', other.papers[1] ?? '']))).toBe('SHARES_DIFFER');
      expect(codeOf(await restoreTyped([papers[0] ?? '', papers[0] ?? '']))).toBe('SHARE_TWICE');
      expect(item()).toBeUndefined();
    });
  });

  it('a wrong word is said at once, and the share asked for again', async () => {
    const { papers } = await onPaper('2/2');
    const key = item();
    await withoutKey(async () => {
      const [one = '', two = ''] = papers;
      // Another word than the one that stands there.
      const wrong = two.replace(/^\S+/, (word) => (word === 'zero' ? 'yoga' : 'zero'));
      const ran = await restoreTyped([one, wrong, two]);
      expect(ran.exit, ran.err).toBe(0);
      expect(ran.err).toContain('The words don’t fit together');
      expect(item()).toBe(key);
    });
  });

  it('another key’s shares, whole and of one set, aren’t restored as ours', async () => {
    const vault = createVault(pair.offline.keychain);
    const other = await vault.generate('API_KEY_CURVE_P256');
    const storage = await openStorage(pair.offline.dataFolder);
    await storage.credentials.add({
      ...{ kind: 'key', publicKey: other, profileId: 'world', curve: 'API_KEY_CURVE_P256', label: 'Other' },
      createdAtMs: 1,
      expiresAtMs: null,
    });
    await storage.close();
    const { papers } = await onPaper('2/2', other);
    await withoutKey(async () => {
      expect(codeOf(await restoreTyped(papers))).toBe('BACKUP_FOREIGN');
      expect(item()).toBeUndefined();
    });
  });

  it('a share that isn’t typed back as it stands is no backup', async () => {
    const { papers } = await onPaper('2/2');
    const ran = await run(['backup', '--key', pair.publicKey, '--shares', '2/3'], [], {
      types: () => papers[0] ?? '',
    });
    expect(ran.exit).toBe(1);
    expect(ran.json).toMatchObject({ ok: false });
  });
});
