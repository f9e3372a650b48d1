import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { readArguments } from '#service/boot/arguments.ts';
import { readDatabase, readPasswordFile } from '#service/boot/database-arguments.ts';
import { freshSigner } from '../../fixtures/local-service.ts';

const database = 'postgres://u@127.0.0.1/d';
const good = [
  ...['--data', 'd', '--port', '0', '--auth-proxy-port', '0', '--root-public-key', freshSigner().publicKey],
  ...['--storage-key-fd', '3'],
];
const refusalOf = (argv: readonly string[]): string => {
  try {
    readArguments(argv);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ARGUMENTS_INVALID' });
    return `${String(error)} ${(error as { remedy: string }).remedy}`;
  }
  return 'none';
};

describe('--database', () => {
  it('names a PostgreSQL and the file of its password', () => {
    expect(readDatabase({})).toEqual({});
    expect(readArguments([...good, '--database', database, '--database-password-file', 'f'])).toMatchObject({
      ...{ database, databasePasswordFile: 'f' },
    });
  });

  test.each([
    ['a password in it', [...good, '--database', 'postgres://u:SECRET@127.0.0.1/d'], 'list of processes'],
    ['another machine without TLS', [...good, '--database', 'postgres://u@db.example/d'], 'verify-full'],
    ['what is no address', [...good, '--database', 'u:SECRET@127.0.0.1/d'], 'its address is none'],
    ['a password in a broken one', [...good, '--database', 'postgres://u:SECRET@a,b/d'], 'no host'],
    ['a password in a wrong place', [...good, 'postgres://u:SECRET@127.0.0.1/d'], 'cannot be read'],
    ['no storage key', [...good.slice(0, -2), '--database', database], '--storage-key-fd'],
    ['a generation', [...good, '--database', database, '--known-generation', '3'], '--known-generation'],
    ['an older one', [...good, '--database', database, '--accept-older-database'], '--accept-older-database'],
    ['a password file alone', [...good, '--database-password-file', 'f'], 'needs --database'],
  ])('attack: with %s is refused, and no password is told', (_, argv, told) => {
    expect(refusalOf(argv)).toContain(told);
    expect(refusalOf(argv)).not.toContain('SECRET');
  });
});

describe('the file of a password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyops-password-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const written = (name: string, text: string, mode = 0o600): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };

  it('has it as its first line, with every space in it', () => {
    expect(readPasswordFile(written('one', ' p w \r\nrest\n'))).toBe(' p w ');
  });

  test.each([
    ['it is missing', () => join(folder, 'missing')],
    ['it is empty', () => written('empty', '')],
    ['its first line is empty', () => written('blank', '\nSECRET\n')],
    ['it is too large', () => written('large', 'SECRET'.repeat(1000))],
    ['it is a folder', () => folder],
  ])('is refused where %s', (_, file) => {
    expect(() => readPasswordFile(file())).toThrow(/can’t be read/u);
  });

  test.skipIf(process.platform === 'win32').each([0o644, 0o640, 0o660, 0o604])(
    'attack: one that others can read is refused (%o)',
    (mode) => {
      const file = written('open', 'SECRET', mode);
      expect(() => readPasswordFile(file)).toThrow(/Others on this computer can read/u);
      expect(() => readPasswordFile(file)).not.toThrow(/SECRET/u);
    },
  );
});
