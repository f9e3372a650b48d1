import { describe, expect, it } from 'vitest';
import {
  authorizedTransfer,
  permit,
  permitSingle,
  safeTransaction,
  userOperation,
} from '../../chains/ethereum/typed-data/samples.ts';
import { encode, OTHER, ROUTER_V2, SIGNER, STRANGE, USDC, WETH } from '../../chains/ethereum/unsigned.ts';
import { cardOf, dangersOf, factsOf } from './cards.ts';

/** Another address of ours, and one of nobody that we know. */
const COLD = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const STRANGER = OTHER;
const key = (name: string, address: string) => ({
  name,
  addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address }],
});
const ours = [key('Treasury hot', SIGNER), key('Treasury cold', COLD)];

const signing = (data: object) => ({
  operation: 'sign_raw_payload',
  parameters: {
    signWith: SIGNER,
    payload: JSON.stringify(data),
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  },
});
const alone = (data: object) => cardOf({ ...signing(data), ours });
const inBatch = (data: object) => cardOf({ requests: [signing(data), signing(permit())], ours });

const ORDER = {
  types: {
    Leg: [
      { name: 'token', type: 'address' },
      { name: 'recipient', type: 'address' },
    ],
    Order: [
      { name: 'maker', type: 'address' },
      { name: 'sellToken', type: 'address' },
      { name: 'receiver', type: 'address' },
      { name: 'legs', type: 'Leg[]' },
    ],
  },
  primaryType: 'Order',
  domain: { name: 'Exchange', chainId: 1, verifyingContract: STRANGE },
};
const order = (receiver: string, recipient = SIGNER) => ({
  ...ORDER,
  message: { maker: SIGNER, sellToken: USDC, receiver, legs: [{ token: WETH, recipient }] },
});

const NOT_OURS = 'not one of your addresses';

describe('whose addresses typed data names', () => {
  it('says of spender and recipient whether they are ours, and by which name', async () => {
    const toStranger = await alone(permit());
    expect(factsOf(toStranger, 'Spender')).toContain(`${STRANGER} (${NOT_OURS})`);
    expect(factsOf(toStranger, 'Owner')).toContain(`${SIGNER} (Treasury hot)`);
    expect(factsOf(await alone(permit({ spender: COLD })), 'Spender')).toContain(`${COLD} (Treasury cold)`);
    expect(factsOf(await alone(permitSingle()), 'Spender')).toContain(`${STRANGER} (${NOT_OURS})`);
    expect(factsOf(await alone(authorizedTransfer()), 'To')).toContain(`${STRANGER} (${NOT_OURS})`);
    expect(factsOf(await alone(authorizedTransfer({ to: COLD })), 'To')).toContain(`${COLD} (Treasury cold)`);
    expect(factsOf(await inBatch(permit({ spender: COLD })), 'Spender')).toContain(`${COLD} (Treasury cold)`);
    expect(factsOf(await inBatch(authorizedTransfer()), 'To')).toContain(`${STRANGER} (${NOT_OURS})`);
  });

  const swapTo = (to: string): string =>
    encode(
      'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
      1_000_000n,
      1n,
      [USDC, WETH],
      to,
      2_000_000_000n,
    );
  const safeSwap = (to: string) => safeTransaction({ to: ROUTER_V2, value: 0, data: swapTo(to) });

  it('grades what a Safe’s swap pays out as a call’s: ours is no stranger', async () => {
    expect(dangersOf(await alone(safeSwap(COLD)))).not.toContain('SWAP_RECIPIENT');
    expect(dangersOf(await alone(safeSwap(STRANGE)))).not.toContain('SWAP_RECIPIENT');
    for (const card of [await alone(safeSwap(STRANGER)), await inBatch(safeSwap(STRANGER))])
      expect(dangersOf(card)).toContain('SWAP_RECIPIENT');
  });

  const operation = (to: string) =>
    userOperation({
      sender: STRANGE,
      callData: encode('execute(address to, uint256 value, bytes data)', ROUTER_V2, 0n, swapTo(to)),
    });

  it('attack: an operation of an account pays a stranger, whom the sentence leaves out', async () => {
    const card = await alone(operation(STRANGER));
    expect(card.sentence).toContain(STRANGER);
    expect(dangersOf(card)).toContain('SWAP_RECIPIENT');
    expect(dangersOf(await alone(operation(COLD)))).not.toContain('SWAP_RECIPIENT');
  });

  it('attack: an order of a form that is not known pays a stranger', async () => {
    for (const data of [order(STRANGER), order(SIGNER, STRANGER)]) {
      const card = await alone(data);
      expect(card.sentence).toContain(`in favor of ${STRANGER}`);
      expect(dangersOf(card)).toContain('BENEFICIARY_NOT_OURS');
      expect(dangersOf(await inBatch(data))).toContain('BENEFICIARY_NOT_OURS');
    }
    const own = await alone(order(COLD));
    expect(dangersOf(own)).toEqual(['BLIND_SIGNING']);
    expect(factsOf(own, 'receiver').join()).toContain('Treasury cold');
    expect(dangersOf(await alone(order(`0x${'0'.repeat(40)}`)))).toEqual(['BLIND_SIGNING']);
  });
});

describe('amounts in typed data of a batch', () => {
  const CODE = 'BATCH_HIGH_AMOUNT';
  const nonce = (index: number): string => `0x${index.toString(16).padStart(64, '0')}`;

  it('attack: one transfer by signature among ten is of a thousand times the amount', async () => {
    const transfers = Array.from({ length: 10 }, (_, index) =>
      signing(
        authorizedTransfer({
          to: COLD,
          nonce: nonce(index),
          value: index === 6 ? '1500000000' : '1500000',
        }),
      ),
    );
    const card = await cardOf({ requests: transfers, ours: [key('Treasury hot', SIGNER)] });
    expect(dangersOf(card)).toContain(CODE);
    expect(card.sentence).toContain('1,513.50 USDC');
  });

  it('attack: one Safe transaction among ten is of a thousand times the amount', async () => {
    const payments = Array.from({ length: 10 }, (_, index) =>
      signing(
        safeTransaction({
          to: COLD,
          nonce: index,
          value: index === 6 ? '1000000000000000000' : '1000000000000000',
        }),
      ),
    );
    const card = await cardOf({ requests: payments, ours: [key('Treasury hot', SIGNER)] });
    expect(dangersOf(card)).toContain(CODE);
    expect(card.sentence).toContain('1.009 ETH');
  });
});
