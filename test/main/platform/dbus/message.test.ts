import { describe, expect, it } from 'vitest';
import { sessionBusSocket } from '#main/platform/dbus/connection.ts';
import { booleanIn, readDbusMessage, writeCall } from '#main/platform/dbus/message.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');
const CALL = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  interface: 'org.freedesktop.DBus.Properties',
  member: 'Get',
  args: ['org.freedesktop.Secret.Collection', 'Locked'],
  mayStart: false,
};
/** An answer to call 5: a variant with a truth value. */
const answer = (value: string, type = '6200', signature = '017600'): Buffer =>
  hex(`6c020101 08000000 09000000 0f000000 05017500 05000000 08016700${signature} 00 01${type}00 ${value}`);

describe('messages of D-Bus', () => {
  it('are read as they are written', () => {
    const bytes = Buffer.from(writeCall(CALL, 7));
    expect(bytes.length % 8).toBe((4 + 34 + 2 + 4 + 7) % 8);
    const read = readDbusMessage(bytes);
    expect(read).toMatchObject({
      length: bytes.length,
      message: { type: 'call', member: 'Get', signature: 'ss', isLittleEndian: true },
    });
    expect(Buffer.from(read?.message.body ?? []).toString('latin1')).toContain('Locked');
  });

  it('are not read before they are whole', () => {
    const bytes = Buffer.from(writeCall(CALL, 1));
    for (let end = 0; end < bytes.length; end += 1)
      expect(readDbusMessage(bytes.subarray(0, end))).toBeNull();
  });

  it.each([
    ['01000000', true],
    ['00000000', false],
    ['02000000', undefined],
  ])('hold %s: %s', (value, expected) => {
    const { message } = readDbusMessage(answer(value)) ?? {};
    expect(message).toMatchObject({ type: 'return', replySerial: 5, signature: 'v' });
    expect(message && booleanIn(message)).toBe(expected);
  });

  it('hold no truth value where they hold something else', () => {
    const { message } = readDbusMessage(answer('01000000', '7500')) ?? {};
    expect(message && booleanIn(message)).toBeUndefined();
  });

  it.each([
    ['no message at all', '47455420 2f204854 54502f31 2e310d0a'],
    ['a message of four gigabytes', '6c020101 ffffffff 01000000 00000000'],
    ['fields that point behind its end', '6c020101 00000000 01000000 08000000 08016730 00000000'],
  ])('are refused: %s', (_what, text) => {
    expect(() => readDbusMessage(hex(text))).toThrow(RangeError);
  });
});

describe('the address of the session bus', () => {
  it.each([
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=ab' }, '/run/user/1000/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-1' }, '\0/tmp/dbus-1'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=example.com;unix:path=/tmp/a%20b' }, '/tmp/a b'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=example.com,port=1' }, null],
    [{ XDG_RUNTIME_DIR: '/run/user/1000' }, '/run/user/1000/bus'],
    [{}, null],
  ])('%j', (env, expected) => {
    expect(sessionBusSocket(env)).toBe(expected);
  });
});
