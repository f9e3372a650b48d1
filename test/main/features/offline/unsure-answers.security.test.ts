// Attacks on what an answer by file ends: a refusal that says nothing of an earlier try must not close a request at home.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { type OfflineAnswer, readOfflineFile } from '#protocol/offline/offline-files.ts';
import { itemOf, opened, review, savedBytes, stateOf, take, TwoDesks } from '#test/fixtures/two-desks.ts';

let desks: TwoDesks;
beforeAll(async () => {
  desks = await TwoDesks.start();
});
afterAll(() => desks.stop());

const refusalOf = (serviceErrorCode: string): Uint8Array =>
  toUtf8(JSON.stringify({ code: 16, message: 'No', details: [], serviceErrorCode }));

/** A request that was stamped and carried out; its answer, and where it lies open at home. */
async function carriedOut() {
  const { vault, desk } = desks;
  const { id, file, request } = await desks.made();
  const there = await opened(vault, file);
  await (
    await review(vault, there)
  ).decided;
  await opened(desk, desks.put(await savedBytes(vault, there, 'stamp'), 'stamp'));
  await desk.running.call('offline.send', { id });
  const answer: OfflineAnswer = readOfflineFile('keyops-answer', await savedBytes(desk, id, 'answer'));
  return { file, there, answer, digest: sha256Hex(request.body) };
}
const outcomesOf = async (digest: string): Promise<string[]> => {
  const lines = await desks.vault.running.call<{ digest: string; outcome: string }[]>('journal.list', {
    ...{ before: null, limit: 50, filter: 'changes' },
  });
  return lines.filter((line) => line.digest === digest).map(({ outcome }) => outcome);
};

describe('a refusal that a carrier brought as an answer', () => {
  it.each([
    ['SIGNATURE_INVALID', 401],
    ['PUBLIC_KEY_NOT_FOUND', 401],
    ['FORBIDDEN', 403],
    ['INVALID_TIME', 400],
    ['RATE_LIMIT_EXCEEDED', 429],
    ['UNSPECIFIED', 503],
  ])('attack: what was done is told as failed for %s, so that it is done twice', async (code, status) => {
    const { vault } = desks;
    const { file, there, answer, digest } = await carriedOut();
    const refused = desks.write({ ...answer, status, answer: refusalOf(code) }, 'answer');
    expect(await take(vault, refused)).toMatchObject({ opened: [], refused: [{ code }] });
    expect((await itemOf(vault, there)).stamp).not.toBeNull();
    expect(await outcomesOf(digest)).toEqual(['stamped for a file']);
    // It is as open as before: it can be stamped again, and its real answer opens.
    expect(await opened(vault, file)).toBe(there);
    await (
      await review(vault, there)
    ).decided;
    const done = await opened(vault, desks.write(answer, 'answer'));
    const { answers } = await stateOf(vault);
    expect(answers.find(({ id }) => id === done)?.outcome).toMatchObject({ state: 'completed' });
    // Nor does such a refusal open what has ended.
    expect(await take(vault, refused)).toMatchObject({ opened: [], refused: [{ code }] });
    expect(await take(vault, file)).toMatchObject({ refused: [{ code: 'OFFLINE_ANSWERED' }] });
  });

  it.each([
    ['REQUEST_INVALID', 400],
    ['REQUEST_NOT_AUTHORIZED', 403],
    ['NOT_FOUND', 404],
  ])('ends the request for %s: the service would have answered with what it did', async (code, status) => {
    const { vault } = desks;
    const { file, answer, digest } = await carriedOut();
    const done = await opened(vault, desks.write({ ...answer, status, answer: refusalOf(code) }, 'answer'));
    const { answers } = await stateOf(vault);
    expect(answers.find(({ id }) => id === done)?.outcome).toMatchObject({ state: 'failed', code });
    expect(await outcomesOf(digest)).toEqual([`failed: ${code}`, 'stamped for a file']);
    expect(await take(vault, file)).toMatchObject({ refused: [{ code: 'OFFLINE_ANSWERED' }] });
  });
});
