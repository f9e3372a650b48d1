import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Secret } from '#protocol/secret.ts';
import { RefusedPin } from '#service/keys/pkcs11/refused-pin.ts';

/** Of letters that no hex has: in a digest and its salt, four digits stand by chance once in 700. */
const PIN = 'sesame';
const pin = (text: string) => new Secret(Buffer.from(text));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyops-refused-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const file = () => join(folder, 'data/refused-pin.json');

it('knows the PIN that was refused, and no other, also in the next process', () => {
  const first = new RefusedPin(join(folder, 'data'));
  expect([first.isKnown, first.is(pin(PIN))]).toEqual([false, false]);
  first.note(pin(PIN));
  for (const each of [first, new RefusedPin(join(folder, 'data'))])
    expect([each.isKnown, each.is(pin(PIN)), each.is(pin(`${PIN}2`)), each.is(pin(PIN))]).toEqual([
      ...[true, true, false, true],
    ]);
  expect(readFileSync(file(), 'utf8')).not.toContain(PIN);
  expect(statSync(file()).mode & 0o077).toBe(0);
  first.clear();
  expect(new RefusedPin(join(folder, 'data')).isKnown).toBe(false);
});

it('forgets it with the process where it has no folder', () => {
  const refused = new RefusedPin();
  refused.note(pin(PIN));
  expect(refused.is(pin(PIN))).toBe(true);
  refused.clear();
  expect(refused.is(pin(PIN))).toBe(false);
});

it.each(['', '{', '[]', '{"salt":"","digest":""}', '{"salt":"zz","digest":"00"}'])(
  'a note that is damaged (%j) keeps no service from starting',
  (content) => {
    new RefusedPin(join(folder, 'data')).note(pin(PIN));
    writeFileSync(file(), content);
    expect(new RefusedPin(join(folder, 'data')).isKnown).toBe(false);
  },
);
