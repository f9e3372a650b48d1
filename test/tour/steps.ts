import type { Page } from 'playwright-core';
import { confirm, confirmButton } from './decide.ts';
import { readToEnd } from './read-to-end.ts';

/** What a tour needs of a running console. */
export interface Stage {
  readonly page: Page;
  readonly waitForApproval: () => Promise<Page>;
  /** Called when something worth a picture is on the screen. */
  readonly onScene: (name: string, page: Page) => Promise<void>;
}

export interface Signed {
  readonly address: string;
  readonly hash: string;
  readonly transaction: string;
}

/**
 * Send 1,000 USDC on Ethereum, as an unsigned EIP-1559 transaction: nonce 12, 100,000 gas at 30 gwei, tip 1.5 gwei.
 */
export const UNSIGNED =
  '02f86e010c8459682f008506fc23ac00830186a094a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4880b844a9059cbb' +
  '0000000000000000000000005e2f9b0c41d7b9a9c2f4d3e1b8a6f7c0d9e8b7a6000000000000000000000000000000000000000000000000000000003b9aca00c0';

/** The first choice of a first start: to go without an unlock method. */
export async function goWithoutUnlockMethod(stage: Stage): Promise<void> {
  await stage.page.getByRole('button', { name: 'Go without', exact: true }).click();
  await approve(stage, '0-go-without');
}

/** First run: makes the credential that stamps. */
export async function createCredential({ page, onScene }: Stage, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Create an API key/ }).waitFor();
  await onScene('1-first-run', page);
  await page.getByRole('button', { name: /^Create an API key/ }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill(label);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Open the console/ }).waitFor();
  await onScene('2-credential', page);
  await page.getByRole('button', { name: /Open the console/ }).click();
}

/** Has the service make a key, approved on the surface apart. */
export async function createPrivateKey(
  stage: Stage,
  name: string,
  { curve, switched = [] }: { curve?: string; switched?: readonly string[] } = {},
): Promise<void> {
  const { page, onScene } = stage;
  await page.getByRole('button', { name: /^Private keys/ }).click();
  await page
    .getByRole('button', { name: /Create a (private )?key|Create a key/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  if (curve !== undefined) {
    await page.getByRole('button', { name: /Curve$/ }).click();
    await page.getByRole('option', { name: curve }).click();
  }
  for (const format of switched)
    await page
      .locator('label')
      .filter({ hasText: new RegExp(`^${format}$`) })
      .click();
  await page.getByRole('button', { name: /^Preview/ }).click();
  await page.getByRole('button', { name: /^Review and approve/ }).click();
  await approve(stage, '3-approve-key');
  // The review shows the name too: the key is there when the dialog has gone.
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name }).or(page.getByText(name)).first().waitFor();
  await onScene('4-keys', page);
}

/** Signs the transaction with the only key there is and reads the result off the screen. */
export async function signTransaction(stage: Stage): Promise<Signed> {
  const { page } = stage;
  await page
    .getByRole('button', { name: /^Sign( |$)/ })
    .first()
    .click();
  const transaction = await signBytes(stage, UNSIGNED);
  const hash = await page
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent();
  const address = await page
    .getByText(/^0x[0-9a-fA-F]{40}$/)
    .first()
    .textContent();
  return { hash: hash ?? '', address: address ?? '', transaction };
}

/** On the signing screen: gives a transaction in, approves it, and reads the signed one off the screen, as hex. */
export async function signBytes(stage: Stage, unsigned: string): Promise<string> {
  const { page, onScene } = stage;
  await page.getByRole('textbox', { name: /^Unsigned transaction/ }).fill(unsigned);
  const review = page.getByRole('button', { name: /^Review and approve/ });
  await review.and(page.locator(':enabled')).waitFor();
  await page.getByText(/Preview expires/).waitFor();
  await onScene('5-sign', page);
  await review.click();
  await approve(stage, '6-approve');
  const signed = page.getByLabel('Signed transaction as hex');
  await signed.waitFor();
  await onScene('7-signed', page);
  return (await signed.textContent()) ?? '';
}

/** Waits for the approval surface, looks at it, and approves with the pointer. */
export async function approve({ waitForApproval, onScene }: Stage, scene: string): Promise<void> {
  const surface = await waitForApproval();
  const button = confirmButton(surface);
  await button.waitFor();
  await viewPages(surface);
  await readToEnd(surface);
  // Where the surface asks for it, whoever approves has read the warning.
  for (const tick of await surface.locator('#checked').all()) await tick.check();
  await button.and(surface.locator(':enabled')).waitFor();
  await surface.locator('.content').evaluate((facts) => facts.scrollTo({ top: 0 }));
  await onScene(scene, surface);
  await confirm(surface);
}

/** Looks at every page of a batch; of anything else there are none. */
async function viewPages(surface: Page): Promise<void> {
  for (const list of await surface.locator('.pager').all()) {
    const counted = (await list.locator('.seen-pages').textContent()) ?? '';
    const pages = Number(/of (\d+)/.exec(counted)?.[1]);
    for (let seen = 2; seen <= pages; seen += 1) {
      await list.getByRole('button', { name: 'Next' }).click();
      await list.getByText(`${seen} of ${pages} pages seen`).waitFor();
    }
  }
}

const SCREENS = ['Activities', 'Credentials', 'Journal', 'Settings'] as const;

/** Goes through the screens that show what the tour left behind. */
export async function visitScreens({ page, onScene }: Stage): Promise<void> {
  for (const [index, name] of SCREENS.entries()) {
    await page
      .getByRole('navigation')
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await onScene(`${index + 8}-${name.toLowerCase()}`, page);
  }
}
