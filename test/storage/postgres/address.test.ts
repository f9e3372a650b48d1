import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { AddressFault, readPostgresAddress } from '#storage/postgres/address.ts';

const faultOf = (text: string): string => {
  try {
    readPostgresAddress(text);
  } catch (error) {
    if (error instanceof AddressFault) return error.message;
    throw error;
  }
  return 'none';
};

describe('the address of a PostgreSQL', () => {
  it('is read in its parts', () => {
    expect(
      readPostgresAddress(
        'postgresql://a%40b@db.example:6432/my%20db?sslmode=verify-full&sslrootcert=/ca.pem',
      ),
    ).toEqual({
      ...{ host: 'db.example', port: 6432, user: 'a@b', password: undefined, database: 'my db' },
      tls: { rootFile: '/ca.pem' },
    });
    expect(readPostgresAddress('postgres://u:p%2F@[::1]/d')).toMatchObject({
      host: '::1',
      port: 5432,
      password: 'p/',
    });
  });

  test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.8.7', '[::1]'])('%s needs no TLS', (host) => {
    expect(readPostgresAddress(`postgres://u@${host}/d`).tls).toBeUndefined();
    expect(readPostgresAddress(`postgres://u@${host}/d?sslmode=disable`).tls).toBeUndefined();
    expect(readPostgresAddress(`postgres://u@${host}/d?sslmode=verify-full`).tls).toEqual({
      rootFile: undefined,
    });
  });

  test.each([
    ...[
      '10.0.0.1',
      '127.evil.example',
      'localhost.evil.example',
      '[fe80::1]',
      '[::ffff:10.0.0.1]',
      'db.example',
    ],
    ...['0.0.0.0', '2130706433', '127.1'],
  ])('attack: %s is not spoken to without TLS', (host) => {
    for (const options of ['', '?sslmode=disable'])
      expect(faultOf(`postgres://u@${host}/d${options}`)).toContain('needs sslmode=verify-full');
    expect(faultOf(`postgres://u@${host}/d?sslmode=verify-full`)).toBe('none');
  });

  test.each(['prefer', 'allow', 'require', 'verify-ca', 'no-verify', 'VERIFY-FULL', ''])(
    'attack: sslmode=%s, which checks less, is refused, on this machine too',
    (mode) => {
      for (const host of ['db.example', '127.0.0.1'])
        expect(faultOf(`postgres://u@${host}/d?sslmode=${mode}`)).toBe('its sslmode is not verify-full');
    },
  );

  test.each([
    ['no host', 'postgres:///d'],
    ['a path of a socket', 'postgres://u@%2Fvar%2Frun/d'],
    ['several hosts', 'postgres://u@a,b/d'],
    ['no user', 'postgres://127.0.0.1/d'],
    ['no database', 'postgres://u@127.0.0.1/'],
    ['a path', 'postgres://u@127.0.0.1/d/e'],
    ['another scheme', 'http://u@127.0.0.1/d'],
    ['another host by an option', 'postgres://u@127.0.0.1/d?host=evil.example'],
    ['an option of the connection', 'postgres://u@127.0.0.1/d?options=-c%20a=b'],
    ['an option twice', 'postgres://u@127.0.0.1/d?sslmode=verify-full&sslmode=disable'],
    ['authorities that are not asked', 'postgres://u@127.0.0.1/d?sslrootcert=/ca.pem'],
    ['a fragment', 'postgres://u@127.0.0.1/d#e'],
    ['a half escape', 'postgres://u%2@127.0.0.1/d'],
    ['a NUL', 'postgres://u%00@127.0.0.1/d'],
    ['a port that is none', 'postgres://u@127.0.0.1:99999/d'],
    ['nothing', ''],
  ])('with %s is refused', (_, text) => {
    expect(faultOf(text)).not.toBe('none');
  });

  it('attack: whatever is wrong with it, its password is not told', () => {
    const part = fc.string({ minLength: 0, maxLength: 12 });
    fc.assert(
      fc.property(part, part, part, part, (host, database, options, user) => {
        const text = `postgres://${user}:SECRET-OF-OURS@${host}/${database}?${options}`;
        expect(faultOf(text)).not.toContain('SECRET');
        expect(faultOf(`${host}SECRET-OF-OURS${options}`)).not.toContain('SECRET');
      }),
    );
  });
});
