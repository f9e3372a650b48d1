// Payments by form on every chain beside Ethereum: counted in clicks and keys, and read again by the chain's own library.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transaction as SolanaTransaction } from '@solana/web3.js';
import { AccountRole, address as kitAddress } from '@solana/kit';
import { findAssociatedTokenPda, parseTransferCheckedInstruction } from '@solana-program/token';
import { address as bitcoinAddress } from 'bitcoinjs-lib';
import { keccak256, recoverAddress, sha256 } from 'ethers';
import { Signature } from 'ox';
import { TxEnvelopeTempo } from 'ox/tempo';
import type { Page } from 'playwright-core';
import { TronWeb, utils as tronUtils } from 'tronweb';
import { decodeFunctionData, erc20Abi, getAddress } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TransactionType } from '#protocol/catalogue/signing.ts';
import { OTHER, fundingOf } from '../chains/bitcoin/unsigned.ts';
import { PATH_USD } from '../chains/tempo/unsigned.ts';
import { type NodeAnswers, type PaymentNode, startPaymentNode } from '../fixtures/payment-node.ts';
import { confirm, confirmButton } from '../tour/decide.ts';
import { readToEnd } from '../tour/read-to-end.ts';
import { callBridge, pressSomething } from './bridge-calls.ts';
import { countPresses } from './count-presses.ts';
import { readSpends } from './bitcoin-signed.ts';
import { describeIn } from './describe-hosts.ts';
import { type OnWorld, launchOnWorld } from './launch-on-world.ts';

/** A payment takes so many clicks and keys from the screen that the console opens on, the approval's among them. */
const MOST = 5;

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const BLOCKHASH = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const BLOCK = `0000000004c4b40a1122334455667788${'99'.repeat(16)}`;

/** A healthy node of Solana. */
const ANSWERS: NodeAnswers = {
  getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  getLatestBlockhash: { context: { slot: 1 }, value: { blockhash: BLOCKHASH, lastValidBlockHeight: 1 } },
};

interface Payment {
  readonly chain: TransactionType;
  readonly contact: string;
  readonly to: string;
  readonly amount: string;
  /** What the approval shows of the amount. */
  readonly shown: string;
  /** @param signed as hex @param from the address that pays */
  check(signed: string, from: string): void | Promise<void>;
}

const SOLANA: Payment = {
  chain: 'TRANSACTION_TYPE_SOLANA',
  contact: 'Ada Okafor',
  to: '3pMtAw9a5ukU6Eyk5UjRkZsbRfRwREFkeFwXRc1zhny4',
  amount: '12.5 USDC',
  shown: '12.50 USDC',
  check: async (signed, from) => {
    const sent = SolanaTransaction.from(Buffer.from(signed, 'hex'));
    expect(sent.verifySignatures()).toBe(true);
    expect([sent.feePayer?.toBase58(), sent.recentBlockhash]).toEqual([from, BLOCKHASH]);
    const transfer = sent.instructions.at(-1);
    const { data, accounts } = parseTransferCheckedInstruction({
      programAddress: kitAddress(transfer?.programId.toBase58() ?? ''),
      accounts: (transfer?.keys ?? []).map(({ pubkey }) => ({
        address: kitAddress(pubkey.toBase58()),
        role: AccountRole.WRITABLE,
      })),
      data: Uint8Array.from(transfer?.data ?? []),
    });
    expect(data).toMatchObject({ amount: 12_500_000n, decimals: 6 });
    const [theirs] = await findAssociatedTokenPda({
      owner: kitAddress(SOLANA.to),
      mint: kitAddress(USDC),
      tokenProgram: kitAddress(TOKEN_PROGRAM),
    });
    expect([accounts.mint.address, accounts.destination.address]).toEqual([USDC, theirs]);
  },
};

const TRON: Payment = {
  chain: 'TRANSACTION_TYPE_TRON',
  contact: 'Bruno Tavares',
  to: TronWeb.address.fromHex('4170997970c51812dc3a010c7d01b50e0d17dc79c8'),
  amount: '1250.5 USDT',
  shown: '1,250.50 USDT',
  check: (signed, from) => {
    // `Transaction {1: raw_data, 2: signature}`: 65 bytes of signature behind its tag and length.
    const raw = rawOf(signed);
    const read = tronUtils.deserializeTx.deserializeTransaction('TriggerSmartContract', raw) as {
      ref_block_hash: string;
      contract: { parameter: { value: Record<string, string> } }[];
    };
    expect(read.ref_block_hash.toLowerCase()).toBe(BLOCK.slice(16, 32));
    const value = read.contract[0]?.parameter.value;
    expect(value?.['contract_address']?.toLowerCase()).toBe(TronWeb.address.toHex(USDT).toLowerCase());
    expect(value?.['owner_address']?.toLowerCase()).toBe(TronWeb.address.toHex(from).toLowerCase());
    expect(value?.['call_value'] ?? 0).toBe(0);
    const { functionName, args } = decodeFunctionData({
      abi: erc20Abi,
      data: `0x${(value?.['data'] ?? '').toLowerCase()}`,
    });
    expect([functionName, args]).toEqual([
      'transfer',
      [getAddress(`0x${TronWeb.address.toHex(TRON.to).slice(2)}`), 1_250_500_000n],
    ]);
    const signer = recoverAddress(sha256(`0x${raw}`), `0x${signed.slice(-130)}`);
    expect(TronWeb.address.fromHex(`41${signer.slice(2)}`)).toBe(from);
  },
};

/** The raw data of a signed transaction of Tron, whose length takes two bytes. */
function rawOf(signed: string): string {
  const bytes = Buffer.from(signed, 'hex');
  const [tag = 0, low = 0, high = 0] = bytes;
  expect(tag).toBe(0x0a);
  const length = (low & 0x7f) | (high << 7);
  return bytes.subarray(3, 3 + length).toString('hex');
}

const TEMPO: Payment = {
  chain: 'TRANSACTION_TYPE_TEMPO',
  contact: 'Chidi Stores',
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '84.25 pathUSD',
  shown: '84.25 pathUSD',
  check: (signed, from) => {
    const sent = TxEnvelopeTempo.deserialize(`0x76${signed.slice(2)}`);
    expect([sent.chainId, Number(sent.nonce ?? 0n), sent.calls.length]).toEqual([4217, 7, 1]);
    const [call] = sent.calls;
    expect(getAddress(String(call?.to))).toBe(PATH_USD);
    expect(decodeFunctionData({ abi: erc20Abi, data: call?.data ?? '0x' }).args).toEqual([
      TEMPO.to,
      84_250_000n,
    ]);
    if (sent.signature?.type !== 'secp256k1') throw new Error('another kind of signature');
    const hash = keccak256(TxEnvelopeTempo.serialize({ ...sent, signature: undefined, from: undefined }));
    expect(recoverAddress(hash, Signature.toHex(sent.signature.signature))).toBe(from);
  },
};

const BITCOIN: Payment = {
  chain: 'TRANSACTION_TYPE_BITCOIN',
  contact: 'Dara Mills',
  to: OTHER.p2wpkh.address ?? '',
  amount: '0.005',
  shown: '0.005 BTC',
  check: (signed, from) => {
    const { sent, isValid } = readSpends(signed, from, COINS);
    expect(sent.ins.map(({ hash }) => Buffer.from(hash).reverse().toString('hex'))).toEqual(
      coinsOf(from).map(({ id }) => id),
    );
    expect(isValid).toEqual([true, true]);
    expect(sent.outs.map((out) => bitcoinAddress.fromOutputScript(out.script))).toEqual([BITCOIN.to, from]);
    expect(sent.outs[0]?.value).toBe(500_000n);
  },
};

/** Two coins of 0.01 and 0.02 BTC, each in a transaction of its own. */
const COINS = [1_000_000n, 2_000_000n];
const coinsOf = (from: string): { id: string; hex: string; amount: string }[] =>
  COINS.map((value, at) => {
    const funding = fundingOf(bitcoinAddress.toOutputScript(from), value, at);
    return { id: funding.getId(), hex: funding.toHex(), amount: `0.0${at + 1}` };
  });

const KEYS = [
  ['EVM ops', 'CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_TRON']],
  ['Solana ops', 'CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA']],
  ['Bitcoin ops', 'CURVE_SECP256K1', ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH']],
] as const;

describeIn('chromium', 'payments by form on other chains', (host) => {
  let desk: OnWorld;
  let node: PaymentNode;
  let folder: string;
  let page: Page;
  let presses: { readonly count: number };
  /** What pays on each chain. */
  const payers = new Map<TransactionType, string>();

  /** A call that is shown for approval, and approved. */
  const approved = async (path: string, input: object): Promise<void> => {
    await pressSomething(page);
    const [answer] = await Promise.all([
      callBridge(page, path, input),
      desk.launched.waitForApproval().then(confirm),
    ]);
    if (!answer.ok) throw new Error(`${path}: ${answer.code}: ${answer.message}`);
  };

  beforeAll(async () => {
    node = await startPaymentNode(ANSWERS);
    folder = await mkdtemp(join(tmpdir(), 'keyops-coins-'));
    desk = await launchOnWorld(host);
    page = desk.launched.page;
    const made = await desk.world.done('create_private_keys', {
      privateKeys: KEYS.map(([privateKeyName, curve, addressFormats]) => ({
        ...{ privateKeyName, curve, addressFormats },
        privateKeyTags: [],
      })),
    });
    const [evm, solana, bitcoin] = (
      made as { privateKeys: { addresses: { format: string; address: string }[] }[] }
    ).privateKeys.map(({ addresses }) => addresses.map(({ address }) => address));
    payers.set('TRANSACTION_TYPE_TEMPO', evm?.[0] ?? '');
    payers.set('TRANSACTION_TYPE_TRON', evm?.[1] ?? '');
    payers.set('TRANSACTION_TYPE_SOLANA', solana?.[0] ?? '');
    payers.set('TRANSACTION_TYPE_BITCOIN', bitcoin?.[0] ?? '');
    const named = { profileId: 'world', type: SOLANA.chain, network: 'mainnet' };
    await approved('nodes.name', { ...named, address: node.url });
    for (const { chain, contact: name, to: address } of [SOLANA, TRON, TEMPO, BITCOIN])
      await approved('contacts.save', { id: null, name, note: '', addresses: [{ chain, address }] });
    presses = await countPresses(page);
  });
  afterAll(async () => {
    await desk.close();
    await node.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Searches for the contact and types the amount, as an operator does. */
  const fill = async ({ contact, amount }: Payment): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type(`pay ${contact.toLowerCase()}`);
    const row = page.getByRole('option', { name: `Send to ${contact}` });
    await expect.poll(() => row.getAttribute('data-focused')).toBe('true');
    await page.keyboard.press('Enter');
    await page
      .getByRole('textbox', { name: /^Amount/ })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type(amount);
  };

  /** Reviews and approves; gives the signed transaction, and how much was pressed in the approval. */
  const approve = async ({ contact, shown }: Payment): Promise<{ signed: string; pressed: number }> => {
    const surface = await desk.launched.waitForApproval();
    await confirmButton(surface).waitFor();
    const inApproval = await countPresses(surface);
    await surface.getByText(`contact “${contact}”`).first().waitFor();
    await surface.getByText(shown).first().waitFor();
    await readToEnd(surface);
    await confirm(surface);
    const signed = page.getByLabel('Signed transaction as hex');
    await signed.waitFor();
    return { signed: (await signed.textContent()) ?? '', pressed: inApproval.count };
  };

  /** Approves, counts and checks what was filled in. */
  const sign = async (payment: Payment, before: number, most: number): Promise<void> => {
    const { signed, pressed } = await approve(payment);
    expect(presses.count - before + pressed).toBe(most);
    await payment.check(signed, payers.get(payment.chain) ?? '');
    expect(desk.launched.problems).toEqual([]);
  };

  it(`pay USDC on Solana in ${MOST - 1} clicks and keys, with the blockhash of the profile’s node`, async () => {
    desk.world.service.now = Date.now();
    const before = presses.count;
    await fill(SOLANA);
    await page.getByText(`Filled in by ${node.host}`).waitFor();
    await page.getByText(/Preview expires/).waitFor();
    await page.keyboard.press('Enter');
    await sign(SOLANA, before, MOST - 1);
  });

  it.each([
    ['USDT on Tron', 'a block', TRON, 'Recent block ID', BLOCK],
    ['pathUSD on Tempo', 'a nonce', TEMPO, 'Nonce', '7'],
  ])(`pay %s in ${MOST} clicks and keys, with %s that is entered`, async (_, __, payment, name, value) => {
    desk.world.service.now = Date.now();
    const before = presses.count;
    await fill(payment);
    await page.getByRole('textbox', { name }).click();
    await page.keyboard.insertText(value);
    await page.getByText(/Preview expires/).waitFor();
    await page.keyboard.press('Enter');
    await sign(payment, before, MOST);
  });

  it(`pay Bitcoin from the coins of a file in ${MOST} clicks and keys`, async () => {
    desk.world.service.now = Date.now();
    const coins = coinsOf(payers.get(BITCOIN.chain) ?? '');
    const file = join(folder, 'coins.json');
    const known = {
      coins: coins.map(({ id, amount }) => `${id}:0 ${amount}`),
      rate: 10,
      previous: coins.map(({ hex }) => hex),
    };
    await writeFile(file, JSON.stringify(known));
    const before = presses.count;
    await fill(BITCOIN);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Fill in from a file…' }).click(),
    ]);
    await chooser.setFiles(file);
    await page.getByText('Filled in from the file: Coins to spend, Fee rate, Their transactions').waitFor();
    await page.getByText(/Preview expires/).waitFor();
    await page.getByRole('button', { name: /^Review and approve/ }).click();
    await sign(BITCOIN, before, MOST);
  });
});
