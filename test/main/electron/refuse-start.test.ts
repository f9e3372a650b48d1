import { describe, expect, it } from 'vitest';
import { isStartRefused, keyopsArguments, refusedOf } from '#main/electron/refuse-start.ts';

const start = {
  args: [] as readonly string[],
  variables: ['PATH', 'HOME'] as readonly string[],
  platform: 'linux' as NodeJS.Platform,
  asRoot: false,
  forTests: false,
};
const refused = (args: readonly string[], more: Partial<typeof start> = {}): string[] =>
  refusedOf({ ...start, args, ...more });

describe('an installed program', () => {
  it('refuses a debugging port, through which a program presses the approval’s button', () => {
    expect(refused(['--remote-debugging-port=9222'])).toEqual(['--remote-debugging-port']);
    expect(refused(['--remote-debugging-pipe'])).toEqual(['--remote-debugging-pipe']);
  });

  it('refuses a debugging port in the other forms that Chromium reads', () => {
    for (const form of [
      '-remote-debugging-port=0',
      ' --remote-debugging-port',
      '\t--remote-debugging-port=0',
    ]) {
      expect(refused([form])).toEqual(['--remote-debugging-port']);
    }
    for (const form of ['/remote-debugging-port=0', '--REMOTE-DEBUGGING-PORT=0']) {
      expect(refused([form], { platform: 'win32' })).toHaveLength(1);
    }
    expect(refused(['--user-data-dir=/a', '--', '--remote-debugging-port=0'])).toContain(
      '--remote-debugging-port',
    );
  });

  it.each([
    '--inspect',
    '--inspect-brk=0',
    '--js-flags=--allow-natives-syntax',
    '--load-extension=/tmp/a',
    '--renderer-cmd-prefix=/tmp/a',
    '--browser-subprocess-path=/tmp/a',
    '--disable-web-security',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--disable-setuid-sandbox',
    '--no-zygote',
  ])('refuses %s, which runs code, opens a port or turns a protection off', (arg) => {
    expect(refused([arg])).toHaveLength(1);
  });

  it('refuses to run without the sandbox for other users than root', () => {
    expect(refused(['--no-sandbox'])).toEqual(['--no-sandbox']);
    expect(refused(['--no-sandbox'], { asRoot: true })).toEqual([]);
  });

  it('refuses settings of developers in the environment', () => {
    expect(refused([], { variables: ['PATH', 'KEYOPS_DATA', 'KEYOPS_ANYTHING'] })).toEqual([
      'KEYOPS_DATA',
      'KEYOPS_ANYTHING',
    ]);
    expect(refused([], { variables: ['Keyops_Data'], platform: 'win32' })).toHaveLength(1);
  });

  it('refuses a variable that turns the check of certificates off', () => {
    expect(refused([], { variables: ['NODE_TLS_REJECT_UNAUTHORIZED'] })).toHaveLength(1);
  });

  it.each(['NODE_DEBUG', 'NODE_DEBUG_NATIVE', 'NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE'])(
    'attack: %s has the program write its requests, or run code of another folder',
    (name) => {
      expect(refused([], { variables: [name] })).toEqual([name]);
      expect(refused([], { variables: [name.toLowerCase()], platform: 'win32' })).toHaveLength(1);
      // What developers have in their shells turns nothing off.
      expect(refused([], { variables: ['NODE_ENV', 'NODE_PATH', `MY_${name}`] })).toEqual([]);
    },
  );

  it('takes its own switches, and files', () => {
    expect(
      refused([
        '--accept-older-database',
        '--accept-lost-keychain',
        '--ozone-platform=wayland',
        '/home/a/b.keyops-request',
      ]),
    ).toEqual([]);
  });

  it('opens a debugging port only in a build for tests', () => {
    expect(refused(['--remote-debugging-port=0'], { forTests: true })).toEqual([]);
    expect(refused(['--inspect'], { forTests: true })).toEqual(['--inspect']);
  });

  const keyops = ['--ozone-platform=headless', '--log-level=3', '--keyops', '--'];

  it('takes the command line of keyops behind bare dashes, where Chromium reads no switch', () => {
    const line = ['stamp', 'a.keyops-request', '--preview-digest', 'ab'];
    expect(refused([...keyops, ...line])).toEqual([]);
    expect(keyopsArguments([...keyops, ...line], false)).toEqual(line);
    expect(refused(['--no-sandbox', ...keyops, ...line], { asRoot: true })).toEqual([]);
    expect(refused(keyops, { variables: ['KEYOPS_DATA'] })).toEqual(['KEYOPS_DATA']);
  });

  it.each([
    ['a switch before them', ['--remote-debugging-port=0', ...keyops]],
    ['a switch among them', [...keyops.slice(0, 3), '--remote-debugging-port=0', '--']],
    ['no dashes', [...keyops.slice(0, 3), '--js-flags=--expose-gc']],
    ['another order', ['--keyops', '--', '--remote-debugging-port=0']],
    ['no sandbox, of an ordinary user', ['--no-sandbox', ...keyops]],
  ])('refuses what only looks like the start of keyops: %s', (_name, args) => {
    expect(refused(args)).not.toEqual([]);
    expect(keyopsArguments(args, false)).toBeUndefined();
  });

  it('leaves a program alone that runs from its source', () => {
    expect(isStartRefused({ isPackaged: false, getAppPath: () => '/' })).toBe(false);
  });
});
