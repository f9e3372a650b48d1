import { describe, expect, it } from 'vitest';
import { ELECTRON_SURFACES, refuseSender, senderFault } from '#main/bridge/surfaces.ts';

const page = {};
const frame = { url: 'approval://surface/approval.html', parent: null };
const fault = (sender: Parameters<typeof senderFault>[0], contents: unknown): string | undefined =>
  senderFault(sender, contents, ELECTRON_SURFACES.approval);

describe('the sender of a call', () => {
  it("is taken when it is the surface's own page, at the top, at its address", () => {
    expect(fault({ contents: page, frame }, page)).toBeUndefined();
  });

  it('is taken when its process died and its page was loaded into the same frame again', () => {
    const again = { ...frame, detached: true };
    expect(fault({ contents: page, frame: again, mainFrame: again }, page)).toBeUndefined();
  });

  it.each<[string, Parameters<typeof senderFault>[0], unknown]>([
    ["an approval from the window's main frame", { contents: {}, frame }, page],
    ['an approval while no approval is shown', { contents: page, frame }, undefined],
    ['an approval from an iframe', { contents: page, frame: { ...frame, parent: {} } }, page],
    ['a call of a frame that is gone', { contents: page, frame: null }, page],
    ['a call of a detached frame', { contents: page, frame: { ...frame, detached: true } }, page],
    [
      'a call of a frame whose place another one took',
      { contents: page, frame: { ...frame, detached: true }, mainFrame: { ...frame } },
      page,
    ],
    ['a call of a destroyed frame', { contents: page, frame: { ...frame, isDestroyed: () => true } }, page],
    ['a page led to another address', { contents: page, frame: { ...frame, url: 'https://surface/' } }, page],
    ['an empty page', { contents: page, frame: { ...frame, url: 'about:blank' } }, page],
    [
      'a host that begins alike',
      { contents: page, frame: { ...frame, url: 'approval://surface.evil/' } },
      page,
    ],
    [
      'a scheme that begins alike',
      { contents: page, frame: { ...frame, url: 'approvals://surface/' } },
      page,
    ],
    [
      'a user name in the address',
      { contents: page, frame: { ...frame, url: 'approval://x@surface/' } },
      page,
    ],
    ['a page without an address', { contents: page, frame: { ...frame, url: '' } }, page],
  ])('is refused: %s', (_attack, sender, contents) => {
    expect(fault(sender, contents)).toEqual(expect.any(String));
  });

  it('gets a code, never silence', () => {
    expect(refuseSender('another page')).toMatchObject({ ok: false, code: 'SENDER_REFUSED' });
  });
});
