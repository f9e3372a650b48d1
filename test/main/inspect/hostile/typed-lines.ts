import { solidityPacked } from 'ethers';
import {
  authorizedTransfer,
  MAX,
  permit,
  permitBatchTransfer,
  permitSingle,
  safeTransaction,
  userOperation,
} from '#test/chains/ethereum/typed-data/samples.ts';
import { encode, ROUTER_V2, SIGNER, STRANGE, USDC, WETH, unsigned } from '#test/chains/ethereum/unsigned.ts';
import { COLD, type Hostile, THIEF, payload, typed } from './line.ts';

const MULTI_SEND = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526';
const steal = encode('transfer(address,uint256)', THIEF, 300_000_000_000n);
const execute = (to: string, data: string) => encode('execute(address,uint256,bytes)', to, 0n, data);
const part = (to: string, data: string, operation = 0) =>
  solidityPacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to, 0n, (data.length - 2) / 2, data],
  ).slice(2);
const line = (
  name: string,
  request: Hostile['request'],
  stops: readonly string[],
  names: Hostile['names'] = [THIEF],
): Hostile => ({ name, request, stops, names });

const members = (text: string) =>
  text.split(', ').map((each) => {
    const [type = '', name = ''] = each.split(' ');
    return { name, type };
  });
const unknown = (fields: string, message: object, name = 'Login') => ({
  types: { [name]: members(fields) },
  primaryType: name,
  domain: { name: 'Console', chainId: 1, verifyingContract: STRANGE },
  message,
});

export const TYPED_LINES: readonly Hostile[] = [
  line('a permit without limit', typed(permit({ spender: THIEF, value: MAX })), ['UNLIMITED_APPROVAL']),
  line(
    'a permit of a token that only calls itself USD Coin',
    typed(permit({ spender: THIEF }, { verifyingContract: STRANGE })),
    [],
    [THIEF, STRANGE],
  ),
  line('a transfer that anybody may hand in', typed(authorizedTransfer({ to: THIEF })), []),
  line(
    'an allowance through Permit2 until the end of time',
    typed(permitSingle({ amount: (2n ** 160n - 1n).toString(), expiration: (2n ** 48n - 1n).toString() })),
    ['UNLIMITED_APPROVAL'],
    [],
  ),
  line('several tokens taken at once', typed(permitBatchTransfer()), [], []),
  line(
    'a Safe that runs a stranger’s code',
    typed(safeTransaction({ to: THIEF, data: '0xdeadbeef', operation: 1 })),
    ['DELEGATE_CALL'],
  ),
  line(
    'an owner that a Safe gets in a batch',
    typed(
      safeTransaction({
        to: MULTI_SEND,
        value: 0,
        operation: 1,
        data: encode(
          'multiSend(bytes)',
          `0x${part(USDC, encode('transfer(address,uint256)', COLD, 1n))}${part(STRANGE, encode('addOwnerWithThreshold(address,uint256)', THIEF, 1n))}`,
        ),
      }),
    ),
    ['SAFE_CONTROL'],
  ),
  line(
    'a Safe’s refund without limit',
    typed(
      safeTransaction({
        to: COLD,
        safeTxGas: '1000000',
        gasPrice: '1000000000000000',
        refundReceiver: THIEF,
      }),
    ),
    ['SAFE_REFUND'],
  ),
  line(
    'an operation that pays a stranger in a batch of an account',
    typed(
      userOperation({
        callData: encode(
          'executeBatch(address[],bytes[])',
          [USDC, USDC],
          [encode('transfer(address,uint256)', COLD, 1n), steal],
        ),
      }),
    ),
    [],
    [THIEF, '300,000'],
  ),
  line(
    'an operation whose fee is all that the account has',
    typed(
      userOperation({
        callData: execute(USDC, encode('transfer(address,uint256)', COLD, 1n)),
        accountGasLimits: `0x${(10n ** 9n).toString(16).padStart(32, '0')}${'0'.repeat(32)}`,
        preVerificationGas: 0,
        gasFees: `0x${(10n ** 11n).toString(16).padStart(32, '0')}${(10n ** 12n).toString(16).padStart(32, '0')}`,
      }),
    ),
    ['FEE_EXCESSIVE'],
    ['1,000 ETH'],
  ),
  line(
    'an operation made by a stranger’s paymaster and factory',
    typed(userOperation({ initCode: `${THIEF}12345678`, paymasterAndData: `${STRANGE}${'00'.repeat(32)}` })),
    [],
    [],
  ),
  line(
    'an order whose receiver is a stranger',
    typed(
      unknown(
        'address maker, address receiver, uint256 amount',
        { maker: SIGNER, receiver: THIEF, amount: '5' },
        'Order',
      ),
    ),
    ['BENEFICIARY_NOT_OURS'],
  ),
  line(
    'a stranger as the “wallet” of a login',
    typed(unknown('address wallet, string statement', { wallet: THIEF, statement: 'Log in' })),
    ['BLIND_SIGNING'],
    [],
  ),
  line(
    'one receiver of a list',
    typed(
      unknown(
        'address[] recipients, uint256[] amounts',
        { recipients: [SIGNER, THIEF], amounts: ['1', '2'] },
        'Payout',
      ),
    ),
    ['BENEFICIARY_NOT_OURS'],
  ),
  line(
    'a receiver as the bytes of a word',
    typed(
      unknown(
        'bytes32 recipient, uint256 amount',
        { recipient: `0x${THIEF.slice(2).toLowerCase().padStart(64, '0')}`, amount: '2' },
        'Bridge',
      ),
    ),
    ['BENEFICIARY_NOT_OURS'],
  ),
  line(
    'a call inside data of a form that is not known',
    typed(unknown('address target, bytes data', { target: USDC, data: steal }, 'ForwardRequest')),
    ['BLIND_SIGNING'],
    [],
  ),
  line(
    'a text that hides the true words behind a turn of writing',
    typed(unknown('string statement', { statement: 'Log in\u202E' })),
    ['BLIND_SIGNING'],
    [],
  ),
  line(
    'a swap of a Safe that a stranger gets',
    typed(
      safeTransaction({
        to: ROUTER_V2,
        value: 0,
        data: encode(
          'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
          1n,
          1n,
          [USDC, WETH],
          THIEF,
          2n ** 40n,
        ),
      }),
    ),
    ['SWAP_RECIPIENT'],
  ),
  line(
    'a transaction as the bytes of a message',
    payload(unsigned({ to: THIEF, value: 10n ** 18n }).slice(2), 'HEXADECIMAL', 'KECCAK256'),
    ['TRANSACTION_AS_PAYLOAD'],
  ),
  line('a hash alone', payload('ab'.repeat(32), 'HEXADECIMAL', 'NO_OP'), ['BLIND_SIGNING'], []),
  line(
    'a permit for a look-alike of an own address',
    typed(permit({ spender: `0x${COLD.slice(2, 8)}${'0'.repeat(28)}${COLD.slice(-6)}`.toLowerCase() })),
    ['LOOK_ALIKE_ADDRESS'],
    [COLD],
  ),
];
