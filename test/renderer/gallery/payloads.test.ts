import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signRawPayload } from '#protocol/catalogue/signing.ts';
import { sentenceText } from '#chains/model/decoded.ts';
import { toHex, toUtf8 } from '#protocol/encoding.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { readPayload, type Payload } from '#chains/payload/read-payload.ts';
import { fill } from '../../e2e/run-operation.ts';
import {
  DEADLINE,
  MAIL,
  MAX,
  permit,
  permitBatch,
  safeTransaction,
} from '../../chains/ethereum/typed-data/samples.ts';
import { encode, OTHER, SIGNER, unsigned, USDC } from '../../chains/ethereum/unsigned.ts';
import { picturesAreAsked } from '../../fixtures/pictures-asked.ts';
import { axeFaults } from '../axe.ts';
import { FakeConsole } from '../fake-console.ts';
import { preview } from '../fake-data.ts';
import { browserPath, WindowBench } from '../open-window.ts';

const folder = resolve(import.meta.dirname, '../../../artifacts/gallery');
const THEMES = ['light', 'dark'] as const;

const typed = (data: object): Payload => ({
  payload: JSON.stringify(data),
  encoding: 'PAYLOAD_ENCODING_EIP712',
  hashFunction: 'HASH_FUNCTION_NO_OP',
});
const hex = (
  payload: string,
  hashFunction: Payload['hashFunction'] = 'HASH_FUNCTION_KECCAK256',
): Payload => ({
  payload,
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction,
});
const message = (text: string): Payload =>
  hex(toHex(toUtf8(`\x19Ethereum Signed Message:\n${toUtf8(text).length}${text}`)));
const signIn = `app.example wants you to sign in with your Ethereum account:\n${SIGNER}\n\nGood morning.\n\nURI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: 32891756`;
const approval = encode('approve(address,uint256)', OTHER, 2n ** 256n - 1n);

/** Every kind of payload, with the title of the warning that must lead it. */
const PAYLOADS: Readonly<Record<string, readonly [Payload, string | null]>> = {
  permit: [typed(permit()), 'Lets a stranger take tokens'],
  'permit-unlimited': [typed(permit({ value: MAX, deadline: MAX })), 'Unlimited approval'],
  'permit2-batch': [typed(permitBatch()), 'Lets a stranger take tokens'],
  safe: [typed(safeTransaction({ to: USDC, value: 0, data: approval })), 'Unlimited approval'],
  unknown: [typed(MAIL), 'Blind signing'],
  message: [message('Deadline of the audit: ' + DEADLINE), null],
  'sign-in': [message(signIn), 'Signs in'],
  disguised: [message('Log in to p\u0430ypal\u202E moc.live'), 'Characters that cannot be seen'],
  hash: [hex('11'.repeat(32), 'HASH_FUNCTION_NO_OP'), 'Blind signing'],
  'hidden-transaction': [hex(unsigned({ to: OTHER, value: 10n ** 18n }).slice(2)), 'This is a transaction'],
};

function consoleThatReads(theme: (typeof THEMES)[number]): FakeConsole {
  const fake = new FakeConsole({ theme });
  fake.overrides.set('requests.prepare', (input) => {
    const { parameters } = input as { parameters: Payload };
    const addresses = [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: SIGNER }];
    const read = readPayload(parameters, { curve: 'CURVE_SECP256K1', addresses, name: 'Treasury hot' });
    return Promise.resolve({
      ...preview,
      ...read,
      operation: 'sign_raw_payload',
      expiresAtMs: Date.now() + 300_000,
    });
  });
  return fake;
}

const reason = browserPath === undefined ? ' (skipped: no Chrome or Chromium on this machine)' : '';

describe.skipIf(browserPath === undefined)(`the gallery of payloads${reason}`, () => {
  let bench: WindowBench;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    bench = await WindowBench.start();
  });
  afterAll(() => bench.stop());

  test.each(THEMES)('in %s: says what each is, warnings first, and fits', async (theme) => {
    const { page, faults } = await bench.open(consoleThatReads(theme), { width: 1280, height: 1400 });
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('button', { name: 'Operations', exact: true }).click();
    await page.locator('[role=option][data-key="sign_raw_payload"]').click();
    const card = page.getByRole('region', { name: signRawPayload.summary, exact: true });
    for (const [name, [payload, leads]] of Object.entries(PAYLOADS)) {
      await fill(card, formFields(signRawPayload.parameters), { signWith: SIGNER, ...payload });
      await card.getByRole('button', { name: /^Preview/ }).click();
      await card.getByRole('button', { name: /^Review and approve/ }).waitFor();
      const addresses = [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: SIGNER }];
      const read = readPayload(payload, { curve: 'CURVE_SECP256K1', addresses });
      const sentence = await card.locator('p').first().textContent();
      expect(sentence?.replace(/\s/g, ''), name).toBe(sentenceText(read.sentence).replace(/\s/g, ''));
      const warnings = card.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
      expect(await warnings.count(), name).toBe(read.warnings.length);
      if (leads !== null) expect(await warnings.first().textContent(), name).toContain(leads);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, name).toBe(0);
      expect(await axeFaults(page, theme), name).toEqual([]);
      if (picturesAreAsked) await page.screenshot({ path: join(folder, `payload-${name}-${theme}.png`) });
      await card.getByRole('button', { name: 'Back' }).click();
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('says of a permit that its signature expires, in the window and on the approval surface', async () => {
    const deadline = Math.floor(Date.now() / 1000) + 600;
    const payload = typed(permit({ deadline }));
    const { page } = await bench.open(consoleThatReads('light'));
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.getByRole('button', { name: 'Operations', exact: true }).click();
    await page.locator('[role=option][data-key="sign_raw_payload"]').click();
    const card = page.getByRole('region', { name: signRawPayload.summary, exact: true });
    await fill(card, formFields(signRawPayload.parameters), { signWith: SIGNER, ...payload });
    await card.getByRole('button', { name: /^Preview/ }).click();
    await card.getByText(/^Signature expires in/).waitFor();
    expect(await card.getByText(/Transaction expires in/).count()).toBe(0);
    await page.context().close();

    const surface = await bench.openApproval();
    const read = readPayload(payload, { curve: 'CURVE_SECP256K1', addresses: [] });
    const shown = { ...preview, ...read, operation: 'sign_raw_payload' };
    const nowMs = deadline * 1000 - 60_000;
    await surface.show({ preview: shown, deniesAtMs: nowMs + 120_000, nowMs, theme: 'light' });
    await surface.page.getByText(/^Signature expires in (?:1:00|0:5\d)\./).waitFor();
    await surface.page.context().close();
  });
});
