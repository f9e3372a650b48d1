// A profile names a node: the payment's form is filled in by it, says so, and what is signed is what the preview shows.
import { Transaction } from 'ethers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ETHEREUM_ANSWERS, type PaymentNode, startPaymentNode } from '../fixtures/payment-node.ts';
import { axeFaults } from '../renderer/axe.ts';
import { confirm } from '../tour/decide.ts';
import { readToEnd } from '../tour/read-to-end.ts';
import { createCredential, createPrivateKey } from '../tour/steps.ts';
import { describeIn } from './describe-hosts.ts';
import { keepPicture } from './guide-pictures.ts';
import { type Launched, launchConsole } from './launch.ts';

const ADDRESS = '0x4B7Ea169aBA959124014D317E12e393a65C93d5e';

describeIn('chromium', 'a node that the profile names', (host) => {
  let launched: Launched;
  let node: PaymentNode;
  beforeEach(async () => {
    node = await startPaymentNode();
    launched = await launchConsole({ host });
    const stage = { ...launched, onScene: () => Promise.resolve() };
    await createCredential(stage, 'ops-laptop');
    await createPrivateKey(stage, 'Treasury hot');
  });
  afterEach(async () => {
    await launched.close();
    await node.close();
  });

  const goTo = (name: string): Promise<void> =>
    launched.page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('button', { name, exact: true })
      .click();

  it('fills in nonce and fees, says which node said it, and leaves what was entered', async () => {
    const { page } = launched;
    await goTo('Settings');
    await page.getByRole('button', { name: 'Nodes of Local' }).click();
    await page.getByText('No node yet.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /Choose a network/ }).click();
    await page.getByRole('option', { name: 'Ethereum mainnet' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(node.url);
    await keepPicture(host, page, 'payment-node-name');
    await page.getByRole('button', { name: 'Save node' }).click();
    const naming = await launched.waitForApproval();
    await naming.getByText('It learns which addresses pay').waitFor();
    await confirm(naming);
    await page.getByText('Node of Ethereum mainnet saved').waitFor();
    await page.getByRole('button', { name: 'Nodes of Local' }).click();
    await page.getByText(node.url, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(node.asked).toEqual([]);

    await goTo('Payments');
    await page.getByText(`Filled in by ${node.host} at`).waitFor();
    const nonce = page.getByRole('textbox', { name: 'Nonce' });
    expect(await nonce.inputValue()).toBe('12');
    await page.getByText(`From ${node.host},`).first().waitFor();
    const methods = (): string[] => node.asked.map(({ name }) => name);
    expect(methods().sort()).toEqual(['eth_chainId', 'eth_feeHistory', 'eth_getTransactionCount']);
    await page.getByRole('textbox', { name: /^Recipient address/ }).fill(ADDRESS);
    await page.getByRole('textbox', { name: /^Amount/ }).fill('1.25');
    await page.getByText(/Preview expires/).waitFor();
    // Nothing was asked for a letter.
    expect(methods()).toHaveLength(3);
    expect(await axeFaults(page)).toEqual([]);
    await keepPicture(host, page, 'payment-node');
    await page.getByRole('button', { name: 'Fee', exact: true }).click();
    expect(await page.getByRole('textbox', { name: /^Max fee/ }).inputValue()).toBe('22');
    // What is entered stays, whatever the node says later.
    await page.getByRole('textbox', { name: /^Tip/ }).fill('1');
    node.answers = { ...ETHEREUM_ANSWERS, eth_getTransactionCount: '0xd' };
    await page.getByRole('button', { name: 'Ask the node' }).click();
    await expect.poll(() => nonce.inputValue()).toBe('13');
    expect(await page.getByRole('textbox', { name: /^Tip/ }).inputValue()).toBe('1');
    await page.getByText(/Preview expires/).waitFor();
    await page.getByRole('textbox', { name: /^Amount/ }).press('Enter');

    const surface = await launched.waitForApproval();
    await readToEnd(surface);
    await confirm(surface);
    const signed = page.getByLabel('Signed transaction as hex');
    await signed.waitFor();
    const read = Transaction.from(`0x${(await signed.textContent()) ?? ''}`);
    expect([read.nonce, read.maxFeePerGas, read.maxPriorityFeePerGas, read.chainId]).toEqual([
      13,
      22_000_000_000n,
      1_000_000_000n,
      1n,
    ]);

    // The node hasn't seen the payment yet: what was signed here is ahead of it.
    await page.getByRole('button', { name: 'Send another payment' }).click();
    await page.getByText('The node says nonce 13. Last signed here: 13').waitFor();
    expect(await nonce.inputValue()).toBe('14');
    expect(launched.problems).toEqual([]);
  });

  it('attack: a node of another network fills in nothing, and says why', async () => {
    const { page } = launched;
    node.answers = { ...ETHEREUM_ANSWERS, eth_chainId: '0x2105' };
    await goTo('Settings');
    await page.getByRole('button', { name: 'Nodes of Local' }).click();
    await page.getByRole('button', { name: /Choose a network/ }).click();
    await page.getByRole('option', { name: 'Ethereum mainnet' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(node.url);
    await page.getByRole('button', { name: 'Save node' }).click();
    await confirm(await launched.waitForApproval());
    await goTo('Payments');
    await page.getByText('The node answers for another network (chain ID 8453)').waitFor();
    expect(await page.getByRole('textbox', { name: 'Nonce' }).inputValue()).toBe('');
    expect(node.asked.map(({ name }) => name)).toEqual(['eth_chainId']);
    expect(launched.problems).toEqual([]);
  });
});
