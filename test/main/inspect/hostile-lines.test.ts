// Lines that tried to pass as something else: what each of them must say, and whether it wants the tick.
import { Interface, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { inspectLines } from '#main/inspect/inspect-lines.ts';
import { firstOf } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';

const address = (name: string): string => `0x${sha256Hex(toUtf8(name)).slice(0, 40)}`;
const OURS = address('payouts');
const COLD = address('cold');
const ours = [
  ['payouts', 'aa', OURS],
  ['cold', 'bb', COLD],
].map(([name = '', byte = '', own]) => ({
  name,
  publicKey: `02${byte.repeat(32)}`,
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: own }],
}));
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const ATTACKER = address('attacker');
const FOREIGN_KEY = `03${'a0da57b0b81b7081'.repeat(4)}`;
const ID = '01a1ff07-2512-7000-94f8-bc561132a1b2';
const TENTH = 10n ** 17n;

interface Request {
  readonly operation: string;
  readonly parameters: object;
}
const request = (operation: string, parameters: object): Request => ({ operation, parameters });
let nonce = 0;
function transaction(of: object): Request {
  nonce += 1;
  const { unsignedSerialized } = Transaction.from({
    ...{ type: 2, chainId: 1, nonce, gasLimit: 90_000, maxFeePerGas: 30_000_000_000n },
    ...{ maxPriorityFeePerGas: 1_000_000_000n, ...of },
  });
  return request('sign_transaction', {
    signWith: 'payouts',
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction: unsignedSerialized,
  });
}
const pay = (to: string, value = TENTH, more: object = {}): Request => transaction({ to, value, ...more });
const call = (signature: string, to: string, ...values: unknown[]): Request =>
  transaction({
    to,
    data: new Interface([`function ${signature}`]).encodeFunctionData(
      signature.slice(0, signature.indexOf('(')),
      values,
    ),
  });
const payouts = (count: number): Request[] =>
  Array.from({ length: count }, (_, index) => pay(address(`payee ${index % 10}`)));
const login = (more: object = {}): Request => request('stamp_login', { publicKey: FOREIGN_KEY, ...more });
const policy = (condition: string, more: object = {}): Request =>
  request('create_policy', {
    ...{ policyName: 'P', notes: '', effect: 'EFFECT_ALLOW', condition },
    ...{ consensus: 'approvers.count() >= 2', ...more },
  });
const provider = (oidcToken: string): Request =>
  request('oauth_login', { publicKey: FOREIGN_KEY, oidcToken });
const token = (claims: object): string =>
  ['{}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');

interface Card {
  readonly warnings: readonly { readonly code: string; readonly severity: string }[];
  readonly needsConfirmation: boolean;
  readonly refused?: { readonly code: string };
}
async function inspect(input: object): Promise<Card> {
  const source = (async function* () {
    yield await Promise.resolve(JSON.stringify({ ...input, ours }));
  })();
  for await (const line of inspectLines(source, firstOf(), systemClock)) return JSON.parse(line) as Card;
  throw new Error('Each line has an answer.');
}

const approve = 'approve(address,uint256)';
const ALONE: readonly (readonly [string, Request, string])[] = [
  ['one atom of an allowance', call(approve, USDC, ATTACKER, 1n), 'APPROVAL_TO_STRANGER'],
  ['an allowance for Multicall3', call(approve, USDC, MULTICALL3, 5n), 'APPROVAL_TO_STRANGER'],
  [
    'a raised allowance',
    call('increaseAllowance(address,uint256)', USDC, ATTACKER, 5n),
    'APPROVAL_TO_STRANGER',
  ],
  [
    'an allowance in Permit2',
    call('approve(address,address,uint160,uint48)', PERMIT2, USDC, ATTACKER, 1n, 1_800_000_000n),
    'APPROVAL_TO_STRANGER',
  ],
  ['an allowance for a token’s own contract', call(approve, USDC, USDC, 5n), 'APPROVAL_TO_STRANGER'],
  [
    'everything of a collection',
    call('setApprovalForAll(address,bool)', address('nft'), ATTACKER, true),
    'APPROVAL_FOR_ALL',
  ],
  [
    'an old form of an allowance',
    call('increaseApproval(address,uint256)', USDC, ATTACKER, 5n),
    'BLIND_SIGNING',
  ],
  ['a login of ten years', login({ expirationSeconds: '315360000' }), 'SESSION_VERY_LONG'],
  ['a login that ends the others', login({ invalidateExisting: true }), 'SESSIONS_END'],
  ['a token that cannot be read', provider('a.b.c'), 'OIDC_TOKEN_UNREADABLE'],
  ['a token about nobody', provider(token({ iss: '', sub: '', aud: '' })), 'OIDC_TOKEN_UNREADABLE'],
  ['a policy that is always true', policy('!(false)'), 'POLICY_WITHOUT_CONDITION'],
  ['a policy of one chain that is always true', policy('true || eth.tx.value < 5'), 'POLICY_LIMITS_NOTHING'],
  ['a value in a list of itself', policy('eth.tx.to in [eth.tx.to]'), 'POLICY_LIMITS_NOTHING'],
  ['the end of a number', policy(`eth.tx.value <= ${(2n ** 256n - 1n).toString()}`), 'POLICY_LIMITS_NOTHING'],
  ['all of nothing', policy('[].all(x, false)'), 'POLICY_WITHOUT_CONDITION'],
  ['a name that goes on', policy('eth.tx.value < 5', { policyName: 'P”: deny when true' }), 'QUOTES_IN_NAME'],
  [
    'a key that another program sealed',
    request('import_private_key', {
      ...{
        userId: ID,
        privateKeyName: 'T',
        encryptedBundle: 'sealed',
        curve: 'CURVE_P256',
        addressFormats: [],
      },
    }),
    'SEALED_ELSEWHERE',
  ],
];
const BATCHES: readonly (readonly [string, readonly Request[], string])[] = [
  ['an allowance among payments', [...payouts(60), call(approve, USDC, ATTACKER, 5n)], 'BATCH_NOT_PAYMENTS'],
  [
    'nothing but allowances',
    [1, 2, 3].map((each) => call(approve, USDC, address(`s${each}`), 5n)),
    'APPROVAL_TO_STRANGER',
  ],
  ['one stranger among those who come back', [...payouts(60), pay(ATTACKER)], 'BATCH_RARE_RECIPIENT'],
  ['a stranger on two lines', [...payouts(60), pay(ATTACKER), pay(ATTACKER)], 'BATCH_RARE_RECIPIENT'],
  [
    'one stranger among our own',
    [...Array.from({ length: 9 }, () => pay(COLD)), pay(ATTACKER)],
    'BATCH_RARE_RECIPIENT',
  ],
  ['a stranger beside ourselves', [pay(COLD), pay(ATTACKER)], 'BATCH_RARE_RECIPIENT'],
  ['ten times the amount', [...payouts(30), pay(address('payee 1'), 10n * TENTH)], 'BATCH_HIGH_AMOUNT'],
  ['one wei more', [...payouts(30), pay(address('payee 1'), TENTH + 1n)], 'BATCH_OTHER_AMOUNT'],
  [
    'another coin',
    [...payouts(30), call('transfer(address,uint256)', USDC, address('payee 1'), 5n)],
    'BATCH_OTHER_ASSET',
  ],
  [
    'the coin of another chain',
    [...payouts(30), pay(address('payee 1'), TENTH, { chainId: 56 })],
    'BATCH_OTHER_ASSET',
  ],
  [
    'a token that poses',
    [...payouts(9), call('transfer(address,uint256)', address('fake'), ATTACKER, 5n)],
    'BATCH_NOT_PAYMENTS',
  ],
  [
    'a look-alike',
    [
      ...payouts(30),
      pay(`${address('payee 3').slice(0, 8)}${'1'.repeat(28)}${address('payee 3').slice(-6)}`),
    ],
    'BATCH_LOOK_ALIKE',
  ],
  [
    'bytes that go along',
    [...payouts(9), pay(address('payee 1'), TENTH, { data: '0x68656c6c6f' })],
    'BLIND_SIGNING',
  ],
  [
    'a fee of a fortune',
    [...payouts(9), pay(address('payee 1'), TENTH, { maxFeePerGas: 3n * 10n ** 13n })],
    'FEE_HIGH',
  ],
  ['a login alone', [login()], 'FOREIGN_SESSION_KEY'],
  ['a login among payments', [...payouts(30), login()], 'BATCH_NOT_PAYMENTS'],
  ['a policy alone', [policy('true || eth.tx.value < 5')], 'POLICY_LIMITS_NOTHING'],
  ['a token among payments', [...payouts(3), provider('a.b.c')], 'OIDC_TOKEN_UNREADABLE'],
];

describe('hostile lines of inspect', () => {
  it.each(ALONE)('attack: %s wants no tick', async (_, of, code) => {
    const card = await inspect(of);
    expect(card.warnings).toContainEqual(expect.objectContaining({ code, severity: 'danger' }));
    expect(card.needsConfirmation).toBe(true);
  });

  it.each(BATCHES)('attack: a batch with %s wants no tick', async (_, requests, code) => {
    const card = await inspect({ requests });
    expect(card.warnings).toContainEqual(expect.objectContaining({ code, severity: 'danger' }));
    expect(card.needsConfirmation).toBe(true);
  });

  it.each([
    ['a condition that does not parse', policy('eth.tx.value <'), 'POLICY_SYNTAX_INVALID'],
    [
      'a consensus that does not parse',
      request('update_policy', { policyId: ID, policyConsensus: 'x y' }),
      'POLICY_SYNTAX_INVALID',
    ],
    ['a condition of 500 levels', policy(`${'!('.repeat(500)}true${')'.repeat(500)}`), 'POLICY_TOO_LARGE'],
    ['an operation of the prototype', request('__proto__', {}), 'OPERATION_UNKNOWN'],
    ['a batch of nothing', { requests: [] }, 'INPUT_INVALID'],
    [
      'a vote in a batch',
      { requests: [request('approve_activity', { fingerprint: `sha256:${'a'.repeat(64)}` })] },
      'BATCH_INVALID',
    ],
    ['a policy in a batch that does not parse', { requests: [policy('x y')] }, 'BATCH_INVALID'],
  ])('refuses %s', async (_, input, code) => {
    expect((await inspect(input)).refused?.code).toBe(code);
  });

  it('asks for no tick for what is ordinary', async () => {
    for (const input of [
      pay(address('payee 1')),
      { requests: payouts(30) },
      call(approve, USDC, PERMIT2, 5n),
    ])
      expect((await inspect(input)).needsConfirmation).toBe(false);
  });
});
