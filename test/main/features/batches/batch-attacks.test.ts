import { getAddress, Interface, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { describeBatch } from '#main/features/batches/describe-batch.ts';
import type { PreviewReads } from '#main/features/previews/preview-maker.ts';
import { buildPage } from '#preload/approval-card/card-model.ts';
import type { BatchPage, BatchRecipient, SpelledLine } from '#preload/contract/requests.ts';
import { createApiKeys } from '#protocol/catalogue/api-keys.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import { signRawPayload, signTransaction } from '#protocol/catalogue/signing.ts';
import { stampLogin } from '#protocol/catalogue/sessions.ts';
import { sentenceText, type Warning } from '#chains/model/decoded.ts';
import { OFFLINE } from '../previews/preview-context.ts';
import { addressOf, transferParameters } from '#test/fixtures/batch-files.ts';
import { fakeClock } from '#test/fixtures/fake-clock.ts';

const OURS = `0x${'77'.repeat(20)}`;
const KEY = {
  privateKeyId: '01a1ff07-2512-7000-94f8-bc561132a1b1',
  privateKeyName: 'payouts',
  publicKey: `02${'aa'.repeat(32)}`,
  curve: 'CURVE_SECP256K1',
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: OURS }],
} as unknown as PrivateKey;
const USER = '01a1ff07-2512-7000-94f8-bc561132a1b2';
const reads = {
  listPrivateKeys: () => Promise.resolve([KEY]),
  listAccounts: () => Promise.resolve([]),
  ask: OFFLINE.ask,
  self: OFFLINE.self,
} as unknown as PreviewReads;
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ATTACKER = '0x1bD939EcF56eD246C5F5c0191E690D59A2806122';
const FOREIGN_KEY = `03${'a0da57b0b81b7081'.repeat(4)}`;

type Line = readonly [operation: SubmitOperation, parameters: unknown];

const pay = (to: string, nonce: number, wei = 10n ** 17n): Line => [
  signTransaction,
  transferParameters({ signWith: KEY.privateKeyId, to, nonce, wei }),
];
const call = (signature: string, to: string, ...values: unknown[]): Line => {
  const contract = new Interface([`function ${signature}`]);
  const { unsignedSerialized } = Transaction.from({
    type: 2,
    to,
    nonce: 900,
    chainId: 1,
    gasLimit: 90_000,
    maxFeePerGas: 30_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    data: contract.encodeFunctionData(signature.slice(0, signature.indexOf('(')), values),
  });
  return [
    signTransaction,
    {
      signWith: KEY.privateKeyId,
      unsignedTransaction: unsignedSerialized,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    },
  ];
};
const payouts = (count: number): Line[] =>
  Array.from({ length: count }, (_, nonce) => pay(addressOf(nonce % 50), nonce));

const paidBefore = (known: readonly string[]): PreviewReads => ({
  ...reads,
  earlierRecipients: () => Promise.resolve(known),
});

async function described(lines: readonly Line[], from: PreviewReads = reads) {
  const description = describeBatch(from, fakeClock());
  for (const [position, [operation, parameters]] of lines.entries())
    await description.add(operation, operation.parameters.parse(parameters), {
      position,
      line: position + 1,
    });
  const words = await description.end();
  const pages = words.batch.all();
  return { ...words, sentence: sentenceText(words.sentence), pages, ...listed(pages) };
}
const listed = (pages: readonly BatchPage[]): { lines: SpelledLine[]; recipients: BatchRecipient[] } => ({
  lines: pages.flatMap((page) => (page.list === 'lines' ? page.lines : [])),
  recipients: pages.flatMap((page) => (page.list === 'recipients' ? page.recipients : [])),
});
const textOf = (line: SpelledLine | undefined): string => JSON.stringify(line ?? null);

describe('who is new in a batch', () => {
  it('attack: one recipient in a batch was never paid before, and stands among those who were', async () => {
    const lines = payouts(50);
    lines.push(pay(ATTACKER, 900));
    const { recipients } = await described(
      lines,
      paidBefore(Array.from({ length: 50 }, (_, index) => getAddress(addressOf(index)))),
    );
    expect(recipients[0]).toMatchObject({ address: ATTACKER, name: null });
    expect(recipients.filter(({ wasPaid }) => wasPaid !== true).map(({ address }) => address)).toEqual([
      ATTACKER,
    ]);
    const like = `${addressOf(3).slice(0, 10)}${'1'.repeat(24)}${addressOf(3).slice(-8)}`.toLowerCase();
    const poisoned = await described([pay(like, 1)], paidBefore([getAddress(addressOf(3))]));
    expect(
      poisoned.warnings.filter(({ severity }) => severity === 'danger').map(({ code }) => code),
    ).toContain('LOOK_ALIKE_ADDRESS');
  });
});

describe('contacts in a batch', () => {
  const contacts = {
    ...{ addresses: [getAddress(addressOf(3))], contactsOnly: false, fault: null },
    nameOf: (address: string) => (address.toLowerCase() === addressOf(3).toLowerCase() ? 'Ada' : undefined),
  };

  it('have their names among the recipients, and nobody else has one', async () => {
    const { recipients } = await described(payouts(5), {
      ...reads,
      contacts: () => Promise.resolve(contacts),
    });
    expect(recipients.filter(({ name }) => name !== null)).toMatchObject([
      { address: getAddress(addressOf(3)), name: 'contact “Ada”' },
    ]);
  });

  it('attack: a contact moved after the batch was made: its old address has no name any more', async () => {
    const moved = { ...contacts, addresses: [], nameOf: () => undefined };
    const { recipients } = await described(payouts(5), { ...reads, contacts: () => Promise.resolve(moved) });
    expect(recipients.every(({ name }) => name === null)).toBe(true);
  });

  const withContacts = { ...reads, contacts: () => Promise.resolve(contacts) };
  const poisoned = getAddress(
    `${addressOf(3).slice(0, 10)}${'1'.repeat(24)}${addressOf(3).slice(-8)}`.toLowerCase(),
  );

  it.each<[string, PreviewReads, string]>([
    ['a contact', withContacts, ', contact “Ada”'],
    ['somebody who was paid before', paidBefore([getAddress(addressOf(3))]), ', paid before'],
  ])('attack: a recipient with the ends of %s who isn’t in the batch is marked', async (_, from, whose) => {
    const real = getAddress(addressOf(3));
    const lines = [pay(addressOf(1), 0), pay(poisoned, 1), pay(addressOf(2), 2)];
    const { recipients, warnings } = await described(lines, from);
    expect(recipients[0]).toMatchObject({ address: poisoned, note: `Looks like ${real}${whose}` });
    const alike = warnings.filter(({ code }) => code === 'BATCH_LOOK_ALIKE');
    expect(alike).toMatchObject([{ severity: 'danger' }]);
    for (const each of [real, poisoned, 'line 2']) expect(alike[0]?.text).toContain(each);
  });

  it('attack: a recipient with the ends of a contact who is in the batch is told with the contact’s name', async () => {
    for (const order of [
      [addressOf(3), poisoned],
      [poisoned, addressOf(3)],
    ]) {
      const { recipients, warnings } = await described(
        order.map((to, nonce) => pay(to, nonce)),
        withContacts,
      );
      const alike = warnings.filter(({ code }) => code === 'BATCH_LOOK_ALIKE');
      expect(alike).toHaveLength(1);
      expect(alike[0]?.text).toContain('of your contact “Ada”');
      expect(recipients.filter(({ note }) => note?.startsWith('Looks like') === true)).toHaveLength(2);
    }
  });

  it('says nothing of a contact that looks like somebody who was paid: it was approved so', async () => {
    const from = { ...withContacts, ...paidBefore([poisoned]), contacts: withContacts.contacts };
    const { warnings } = await described([pay(addressOf(3), 0), pay(addressOf(1), 1)], from);
    expect(warnings.filter(({ code }) => code === 'BATCH_LOOK_ALIKE')).toEqual([]);
  });

  it('a contact that was never paid is no stranger among known recipients', async () => {
    const own = Array.from({ length: 20 }, (_, nonce) => pay(OURS, nonce));
    const rare = async (to: string): Promise<number> => {
      const { warnings } = await described([...own, pay(to, 900)], withContacts);
      return warnings.filter(({ code }) => code === 'BATCH_RARE_RECIPIENT').length;
    };
    expect([await rare(addressOf(3)), await rare(addressOf(4))]).toEqual([0, 1]);
  });
});

describe('what a batch could hide', () => {
  it('attack: an allowance and a foreign key’s login among 60 payouts are spelled out, and want the tick', async () => {
    const approve = call('approve(address,uint256)', USDC, ATTACKER, 999_999_000_000n);
    const login: Line = [
      stampLogin,
      { publicKey: FOREIGN_KEY, expirationSeconds: '315360000', sessionProfileId: null },
    ];
    const lines = payouts(60);
    lines.splice(16, 0, approve);
    lines.splice(40, 0, login);
    const words = await described(lines);
    expect(words.sentence).toMatch(
      /^Sign and send 62 requests: 60 payments of 6(\.00)? ETH to 50 addresses, and 2 requests that are not payments\.$/,
    );
    expect(words.warnings[0]).toMatchObject({
      code: 'BATCH_NOT_PAYMENTS',
      severity: 'danger',
      title: 'Not a payment: 2 requests',
    });
    expect(words.warnings[0]?.text).toContain('Lines 17 and 41');
    expect(words.lines.map(({ line }) => line)).toEqual([17, 41]);
    expect(textOf(words.lines[0])).toContain(ATTACKER);
    expect(textOf(words.lines[0])).toContain('999,999');
    expect(textOf(words.lines[1])).toContain(FOREIGN_KEY);
    expect(textOf(words.lines[1])).toMatch(/3,650 days/);
    const own = words.lines.flatMap(({ warnings }) => warnings);
    for (const { code, severity, title } of own)
      expect(words.warnings).toContainEqual(expect.objectContaining({ code, severity, title }));
  });

  it('attack: a key for another root user is named with its user, its curve and its key', async () => {
    const key = { apiKeyName: 'ci', publicKey: FOREIGN_KEY, curveType: 'API_KEY_CURVE_P256' };
    const words = await described([[createApiKeys, { apiKeys: [key], userId: USER }]]);
    expect(words.sentence).toBe('Send 1 request that is not a payment.');
    for (const each of ['ci', FOREIGN_KEY, USER, 'P-256']) expect(textOf(words.lines[0])).toContain(each);
  });

  it('attack: the text of each of 300 messages is there, by pages, none left out', async () => {
    const texts = Array.from(
      { length: 300 },
      (_, index) => `Message ${index + 1}: I agree to clause ${index}`,
    );
    const words = await described(
      texts.map((payload): Line => [
        signRawPayload,
        {
          signWith: KEY.privateKeyId,
          payload,
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_KECCAK256',
        },
      ]),
    );
    const { lines } = words.batch.outline;
    expect(lines).toEqual({ total: 300, pages: 20 });
    const pages = Array.from({ length: lines.pages }, (_, page) => words.batch.page('lines', page));
    const shown = pages.flatMap((page) => (page?.list === 'lines' ? page.lines.map(textOf) : []));
    for (const [index, text] of texts.entries()) expect(shown[index]).toContain(text);
    expect(words.batch.page('lines', lines.pages)).toBeUndefined();
    // What goes over at once is the first page alone.
    expect(words.batch.outline.pages).toHaveLength(1);
  });

  it('attack: 1,000 approvals of a known token below its supply, and nothing else, ask for no tick', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) =>
      call('approve(address,uint256)', USDC, addressOf(index), 5_000_000n + BigInt(index)),
    );
    const words = await described(lines);
    expect(words.warnings.filter(({ severity }) => severity === 'danger').length).toBeGreaterThan(0);
    expect(
      words.lines.every(({ warnings }) => warnings.some(({ code }) => code === 'APPROVAL_TO_STRANGER')),
    ).toBe(true);
    expect(words.warnings).toContainEqual(
      expect.objectContaining({ code: 'BATCH_NOT_PAYMENTS', severity: 'caution' }),
    );
  });

  it('attack: a batch of nothing but requests that are not payments passes without a word', async () => {
    const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45';
    const words = await described(
      [1n, 2n].map((units) => call('approve(address,uint256)', USDC, router, units)),
    );
    expect(words.warnings.filter(({ code }) => code === 'BATCH_NOT_PAYMENTS')).toMatchObject([
      { severity: 'caution', title: 'Not a payment: 2 requests' },
    ]);
  });

  it('attack: each different text of a warning is told, with its lines', async () => {
    const spenders = [ATTACKER, addressOf(900), addressOf(901)];
    const lines = spenders.map((spender) => call('approve(address,uint256)', USDC, spender, 2n ** 256n - 1n));
    const words = await described([...payouts(4), ...lines]);
    const own = words.lines.flatMap(({ line, warnings }) =>
      warnings.map((warning) => ({ line, ...warning })),
    );
    expect(own.length).toBeGreaterThan(2);
    for (const { line, code, text } of own) {
      const told = words.warnings.filter((each) => each.code === code && each.text.endsWith(text));
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain(line.toString());
    }
  });

  it('attack: severities and lines are kept where there are more texts than are told', async () => {
    const lines = Array.from({ length: 140 }, (_, index) =>
      call('approve(address,uint256)', addressOf(3000 + index), addressOf(index), 2n ** 256n - 1n),
    );
    const words = await described(lines);
    expect(words.lines).toHaveLength(140);
    const dangers = (of: readonly Warning[]) => of.filter(({ severity }) => severity === 'danger');
    expect(words.lines.every(({ warnings }) => dangers(warnings).length > 0)).toBe(true);
    expect(dangers(words.warnings).length).toBeLessThan(160);
    expect(dangers(words.warnings).at(-1)?.text).toMatch(/\d+ of 140\).*with the line/);
  });

  it('attack: one recipient of 100 replaced by one with the same ends is danger, both named in full', async () => {
    const real = `0xabcd${'1'.repeat(32)}9f3e`;
    const fake = `0xabcd${'2'.repeat(32)}9f3e`;
    const lines = Array.from({ length: 100 }, (_, nonce) =>
      pay(nonce === 63 ? fake : nonce % 2 === 0 ? real : addressOf(nonce), nonce),
    );
    const words = await described(lines);
    const alike = words.warnings.filter(({ code }) => code === 'BATCH_LOOK_ALIKE');
    expect(alike).toHaveLength(1);
    expect(alike[0]).toMatchObject({ severity: 'danger' });
    for (const each of [real, fake]) expect(alike[0]?.text.toLowerCase()).toContain(each.toLowerCase());
    expect(alike[0]?.text).toContain('line 64');
    const marked = words.recipients.filter(({ note }) => note?.includes('Looks like') === true);
    expect(marked).toHaveLength(2);
    expect(words.recipients.slice(0, 2)).toEqual(marked);
  });

  it('attack: an address with the ends of our own is danger, and named with our key', async () => {
    const fake = `0x7777${'1'.repeat(32)}7777`;
    const words = await described([pay(addressOf(1), 0), pay(fake, 1)]);
    const alike = words.warnings.find(({ code }) => code === 'BATCH_LOOK_ALIKE');
    expect(alike?.text.toLowerCase()).toContain(OURS);
    expect(alike?.text).toContain('payouts');
  });

  const dangerOf = ({ warnings }: { readonly warnings: readonly Warning[] }, code: string) =>
    warnings.find((each) => each.code === code && each.severity === 'danger');

  it('attack: of two payments, the one that is far higher wants the tick', async () => {
    for (const wei of [10n ** 18n, 10n ** 19n]) {
      const words = await described([pay(addressOf(1), 0), pay(addressOf(2), 1, wei)]);
      expect(dangerOf(words, 'BATCH_HIGH_AMOUNT')?.text).toContain('Line 2:');
    }
    const less = await described([pay(addressOf(1), 0), pay(addressOf(2), 1, 10n ** 18n - 1n)]);
    expect(dangerOf(less, 'BATCH_HIGH_AMOUNT')).toBeUndefined();
  });

  it('attack: the only payment of another amount wants the tick', async () => {
    for (const wei of [2n * 10n ** 17n, 10n ** 17n + 1n, 10n ** 17n - 1n]) {
      const words = await described([...payouts(30), pay(addressOf(7), 77, wei)]);
      expect(dangerOf(words, 'BATCH_OTHER_AMOUNT')?.text).toContain('Line 31:');
    }
    const three = await described([...payouts(2), pay(addressOf(7), 77, 10n ** 17n + 1n)]);
    expect(dangerOf(three, 'BATCH_OTHER_AMOUNT')?.text).toContain('Line 3:');
  });

  it('attack: the only payment of another asset wants the tick', async () => {
    const token = call('transfer(address,uint256)', USDC, addressOf(4), 5_000_000n);
    const words = await described([...payouts(30), token]);
    expect(dangerOf(words, 'BATCH_OTHER_ASSET')?.text).toMatch(/^Line 31 sends 5(\.00)? USDC to 0x/);
    const two = await described([...payouts(30), token, token]);
    expect(dangerOf(two, 'BATCH_OTHER_ASSET')?.text).toMatch(/^Lines 31 and 32 send 10(\.00)? USDC to 0x/);
    const mixed = await described([
      ...payouts(2),
      token,
      call('transfer(address,uint256)', USDC, addressOf(5), 1n),
    ]);
    expect(dangerOf(mixed, 'BATCH_OTHER_ASSET')).toBeUndefined();
  });

  it('attack: of three payments, the one that does not go where the others go wants the tick', async () => {
    const words = await described([pay(addressOf(1), 0), pay(addressOf(1), 1), pay(addressOf(2), 2)]);
    expect(dangerOf(words, 'BATCH_RARE_RECIPIENT')?.text).toContain('line 3');
    expect(words.recipients[0]?.note).toBe('Paid unlike the others');
  });

  it('attack: one stranger among 99 payments to our own addresses', async () => {
    const lines = Array.from({ length: 100 }, (_, nonce) => pay(nonce === 41 ? ATTACKER : OURS, nonce));
    const words = await described(lines);
    expect(dangerOf(words, 'BATCH_RARE_RECIPIENT')?.text).toContain(`${ATTACKER} on line 42`);
  });

  it('attack: one recipient of 100 replaced, where each was paid before and comes once', async () => {
    const lines = Array.from({ length: 100 }, (_, nonce) =>
      pay(nonce === 41 ? ATTACKER : addressOf(nonce), nonce),
    );
    const earlier = Array.from({ length: 100 }, (_, index) => addressOf(index));
    const words = await described(lines, { ...reads, earlierRecipients: () => Promise.resolve(earlier) });
    expect(dangerOf(words, 'BATCH_RARE_RECIPIENT')).toMatchObject({ title: '1 recipient unlike the others' });
    expect(dangerOf(words, 'BATCH_RARE_RECIPIENT')?.text).toContain(`${ATTACKER} on line 42`);
    expect(words.recipients[0]).toMatchObject({ address: ATTACKER, note: 'Paid unlike the others' });
  });

  it('attack: of one payment to ourselves and one more, the other goes to a stranger', async () => {
    const words = await described([pay(OURS, 0), pay(ATTACKER, 1)]);
    expect(dangerOf(words, 'BATCH_RARE_RECIPIENT')?.text).toContain(`${ATTACKER} on line 2`);
  });

  it('attack: a stranger who is paid twice where all others are paid three times', async () => {
    const lines = Array.from({ length: 62 }, (_, nonce) =>
      pay(nonce < 60 ? addressOf(nonce % 20) : ATTACKER, nonce),
    );
    expect(dangerOf(await described(lines), 'BATCH_RARE_RECIPIENT')?.text).toContain('on lines 61 and 62');
  });

  it('attack: a stranger who is paid twice among recipients that are paid ten times', async () => {
    const lines = Array.from({ length: 102 }, (_, nonce) =>
      pay(nonce === 41 || nonce === 42 ? ATTACKER : addressOf(nonce % 10), nonce),
    );
    expect(dangerOf(await described(lines), 'BATCH_RARE_RECIPIENT')?.text).toContain('on lines 42 and 43');
  });

  it('says nothing of a payroll whose recipients come once each, or twice each', async () => {
    const once = Array.from({ length: 100 }, (_, nonce) => pay(addressOf(nonce), nonce));
    const twice = Array.from({ length: 100 }, (_, nonce) => pay(addressOf(nonce % 50), nonce));
    for (const lines of [once, twice]) expect((await described(lines)).warnings).toEqual([]);
  });

  it('attack: coins that go along with what is no payment are in the sentence', async () => {
    const [operation, parameters] = call('deposit()', addressOf(55));
    const raw = Transaction.from((parameters as { unsignedTransaction: string }).unsignedTransaction);
    raw.value = 100n * 10n ** 18n;
    const line: Line = [
      operation,
      { ...(parameters as object), unsignedTransaction: raw.unsignedSerialized },
    ];
    const words = await described([...payouts(2), line]);
    expect(words.sentence).toMatch(
      /: 2 payments of 0\.20? ETH to 2 addresses, and 1 request that is not a payment, which sends 100(\.00)? ETH\.$/,
    );
  });
});

describe('who is paid by a batch', () => {
  it('is listed whole, with number and sum, strangers first and ours by name', async () => {
    const words = await described([pay(OURS, 99), ...payouts(60)]);
    expect(words.recipients).toHaveLength(51);
    expect(words.recipients.at(-1)).toMatchObject({ name: 'payouts', payments: 1 });
    expect(words.recipients[0]).toMatchObject({ name: null, payments: 2, network: 'Ethereum mainnet' });
    expect(words.recipients[0]?.address.toLowerCase()).toBe(addressOf(0));
    expect(words.batch.outline.recipients).toEqual({ total: 51, pages: 5 });
  });

  it('is on pages that grow, not more, for a long list', async () => {
    const lines = Array.from({ length: 1000 }, (_, nonce) => pay(addressOf(9000 + nonce), nonce));
    const words = await described(lines);
    expect(words.batch.outline.recipients).toEqual({ total: 1000, pages: 20 });
    const last = words.batch.page('recipients', 19);
    expect(last === undefined ? undefined : buildPage(last)).toMatchObject({ from: 951, to: 1000 });
  });

  it('leaves plain payments out of the lines that are spelled out', async () => {
    const token = call('transfer(address,uint256)', USDC, addressOf(4), 5_000_000n);
    const words = await described([...payouts(3), token]);
    expect(words.lines).toEqual([]);
    expect(words.sentence).toMatch(/4 payments of 0\.30? ETH and 5(\.00)? USDC to/);
  });

  it('spells out a token that no list knows, and a transfer that carries more', async () => {
    const unknown = call('transfer(address,uint256)', addressOf(77), addressOf(4), 5n);
    const both = call('transfer(address,uint256)', USDC, addressOf(4), 5_000_000n);
    const raw = Transaction.from((both[1] as { unsignedTransaction: string }).unsignedTransaction);
    raw.value = 1n;
    const line: Line = [both[0], { ...(both[1] as object), unsignedTransaction: raw.unsignedSerialized }];
    const words = await described([unknown, line]);
    expect(words.lines.map(({ line: number }) => number)).toEqual([1, 2]);
  });
});

it('reads the values of a permit: spender, amount and deadline', async () => {
  const message = JSON.stringify({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
    message: { owner: OURS, spender: ATTACKER, value: '777000000', nonce: 0, deadline: 1_893_456_000 },
  });
  const words = await described([
    [
      signRawPayload,
      {
        signWith: KEY.privateKeyId,
        payload: message,
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
    ],
  ]);
  for (const each of [ATTACKER, '777', '2030']) expect(textOf(words.lines[0])).toContain(each);
});
