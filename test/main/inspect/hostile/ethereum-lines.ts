import { AbiCoder, solidityPacked, Wallet } from 'ethers';
import {
  DISPERSE,
  encode,
  MESSENGER,
  MULTICALL3,
  OTHER,
  ROUTER_12,
  SIGNER,
  STRANGE,
  SWAP_ROUTER_02,
  USDC,
  VAULT,
  WETH,
} from '#test/chains/ethereum/unsigned.ts';
import { COLD, type Hostile, THIEF, THIEF_WORD, ethereum } from './line.ts';

const MULTI_SEND = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const POSITIONS = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88';
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const SAFE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ZERO = `0x${'0'.repeat(40)}`;
const MAX = 2n ** 256n - 1n;
const abi = AbiCoder.defaultAbiCoder();

const steal = encode('transfer(address,uint256)', THIEF, 300_000_000_000n);
const pull = encode('transferFrom(address,address,uint256)', COLD, THIEF, 5_000_000n);
const sweep = encode('sweepToken(address,uint256,address)', USDC, 1n, THIEF);
const many = (...calls: string[]) => encode('multicall(bytes[])', calls);
const safe = (to: string, data: string, operation = 0, more: readonly unknown[] = [0n, 0n, 0n, ZERO, ZERO]) =>
  encode(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    to,
    0n,
    data,
    operation,
    ...more,
    '0x',
  );
const part = (to: string, data: string, operation = 0) =>
  solidityPacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, to, 0n, (data.length - 2) / 2, data],
  ).slice(2);
const multiSend = (...parts: string[]) => encode('multiSend(bytes)', `0x${parts.join('')}`);
const universal = (commands: string, ...inputs: string[]) =>
  encode('execute(bytes,bytes[])', commands, inputs);
const line = (
  name: string,
  request: Hostile['request'],
  stops: readonly string[],
  names: Hostile['names'] = [THIEF],
): Hostile => ({ name, request, stops, names });

export const ETHEREUM_LINES: readonly Hostile[] = [
  line(
    'a sweep to a stranger in a multicall inside a multicall',
    ethereum({ to: SWAP_ROUTER_02, data: many(many(many(sweep))), value: 10n ** 18n }),
    ['SWAP_RECIPIENT'],
  ),
  line(
    'a transfer out of another own account among Multicall3’s calls',
    ethereum({
      to: MULTICALL3,
      data: encode('aggregate3((address,bool,bytes)[])', [
        [USDC, true, encode('approve(address,uint256)', COLD, 1n)],
        [USDC, true, pull],
      ]),
    }),
    [],
    [THIEF, '5.00 USDC'],
  ),
  line(
    'tokens of an own account moved to a stranger by transferFrom',
    ethereum({ to: USDC, data: pull }),
    [],
  ),
  line('a Safe that runs a stranger’s code', ethereum({ to: SAFE, data: safe(THIEF, '0xdeadbeef', 1) }), [
    'DELEGATE_CALL',
  ]),
  line(
    'an unlimited allowance in the batch of a Safe',
    ethereum({
      to: SAFE,
      data: safe(
        MULTI_SEND,
        multiSend(part(USDC, encode('approve(address,uint256)', THIEF, MAX)), part(COLD, '0x')),
        1,
      ),
    }),
    ['UNLIMITED_APPROVAL'],
  ),
  line(
    'a module among the payments of a Safe',
    ethereum({
      to: SAFE,
      data: safe(
        MULTI_SEND,
        multiSend(part(COLD, '0x'), part(SAFE, encode('enableModule(address)', THIEF))),
        1,
      ),
    }),
    ['SAFE_CONTROL'],
  ),
  line(
    'a Safe’s batch that runs a stranger’s code in one of its parts',
    ethereum({
      to: SAFE,
      data: safe(MULTI_SEND, multiSend(part(COLD, '0x'), part(THIEF, '0xdeadbeef', 1)), 1),
    }),
    ['DELEGATE_CALL'],
  ),
  line(
    'a refund of a Safe to a stranger',
    ethereum({ to: SAFE, data: safe(COLD, '0x', 0, [100_000n, 0n, 10_000_000n, USDC, THIEF]) }),
    ['SAFE_REFUND'],
  ),
  line(
    'a thief’s payment as the last of forty in an account’s batch',
    ethereum({
      to: SIGNER,
      data: encode(
        'executeBatch(address[],uint256[],bytes[])',
        Array.from({ length: 40 }, () => USDC),
        Array.from({ length: 40 }, () => 0n),
        Array.from({ length: 40 }, (_, at) =>
          at === 39 ? steal : encode('transfer(address,uint256)', COLD, 1n),
        ),
      ),
    }),
    [],
    [THIEF, '300,000.00 USDC'],
  ),
  line(
    'a delegate call in the mode of ERC-7579',
    ethereum({
      to: SIGNER,
      data: encode(
        'execute(bytes32,bytes)',
        `0xff${'00'.repeat(31)}`,
        solidityPacked(['address', 'bytes'], [THIEF, '0xdeadbeef']),
      ),
    }),
    ['DELEGATE_CALL'],
  ),
  line(
    'operations whose fees a stranger collects',
    ethereum({
      to: ENTRY_POINT,
      data: encode(
        'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
        [
          [
            SIGNER,
            1n,
            '0x',
            encode('execute(address,uint256,bytes)', USDC, 0n, steal),
            `0x${'11'.repeat(32)}`,
            1n,
            `0x${'11'.repeat(32)}`,
            '0x',
            '0x',
          ],
        ],
        THIEF,
      ),
    }),
    ['FEE_EXCESSIVE'],
  ),
  line(
    'a payout of which one of thirty is a stranger’s',
    ethereum({
      to: DISPERSE,
      data: encode(
        'disperseEther(address[],uint256[])',
        Array.from({ length: 30 }, (_, at) => (at === 17 ? THIEF : COLD)),
        Array.from({ length: 30 }, () => 10n ** 16n),
      ),
      value: 3n * 10n ** 17n,
    }),
    [],
  ),
  line(
    'a transfer through Permit2 to a stranger',
    ethereum({
      to: PERMIT2,
      data: encode('transferFrom(address,address,uint160,address)', COLD, THIEF, 5n, USDC),
    }),
    [],
  ),
  line(
    'an allowance of just below all',
    ethereum({ to: USDC, data: encode('approve(address,uint256)', THIEF, MAX - 12345n) }),
    ['UNLIMITED_APPROVAL'],
  ),
  line(
    'all collectibles of a collection',
    ethereum({ to: STRANGE, data: encode('setApprovalForAll(address,bool)', THIEF, true) }),
    ['APPROVAL_FOR_ALL'],
  ),
  line(
    'a bridge whose recipient on Solana is a stranger',
    ethereum({
      to: MESSENGER,
      data: encode(
        'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
        5_000_000n,
        5,
        `0x${'ab'.repeat(32)}`,
        USDC,
        `0x${'00'.repeat(32)}`,
        0n,
        1000,
      ),
    }),
    [],
    ['CZ8YUVdk7znjrUmnb5n7kgySk9yRAsQDYmyCxzfSky9t'],
  ),
  line(
    'a vault that pays our shares out to a stranger',
    ethereum({ to: VAULT, data: encode('redeem(uint256,address,address)', 5n, THIEF, SIGNER) }),
    ['SWAP_RECIPIENT'],
  ),
  line(
    'a payment of all that a universal router holds',
    ethereum({
      to: ROUTER_12,
      data: universal('0x06', abi.encode(['address', 'address', 'uint256'], [USDC, THIEF, 10_000n])),
    }),
    ['SWAP_RECIPIENT'],
  ),
  line(
    'fees of our position collected by a stranger',
    ethereum({
      to: POSITIONS,
      data: many(
        encode('collect((uint256,address,uint128,uint128))', [7n, THIEF, 2n ** 128n - 1n, 2n ** 128n - 1n]),
      ),
    }),
    ['SWAP_RECIPIENT'],
  ),
  line(
    'bytes behind a transfer',
    ethereum({ to: USDC, data: `${steal}${THIEF_WORD}` }),
    ['CALL_NOT_CANONICAL'],
    [],
  ),
  line(
    'a proxy’s code replaced',
    ethereum({ to: STRANGE, data: encode('upgradeToAndCall(address,bytes)', THIEF, '0x') }),
    ['CONTRACT_UPGRADE'],
  ),
  line(
    'a contract handed over',
    ethereum({ to: STRANGE, data: encode('transferOwnership(address)', THIEF) }),
    ['OWNERSHIP_TRANSFER'],
  ),
  line(
    'coins with a function of an unknown contract that looks like ours',
    ethereum({ to: THIEF, data: encode('deposit()'), value: 10n ** 20n }),
    ['VALUE_TO_UNKNOWN_CONTRACT'],
  ),
  line('three bytes of data with coins', ethereum({ to: THIEF, data: '0xc0ffee', value: 10n ** 20n }), [
    'BLIND_SIGNING',
  ]),
  line(
    'a permit of Dai’s form for another of our accounts',
    ethereum({
      to: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      data: encode(
        'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
        COLD,
        THIEF,
        0n,
        0n,
        true,
        27,
        `0x${'11'.repeat(32)}`,
        `0x${'22'.repeat(32)}`,
      ),
    }),
    ['UNLIMITED_APPROVAL'],
  ),
  line(
    'a payment to a look-alike of an own address',
    ethereum({ to: `0x${COLD.slice(2, 8)}${'0'.repeat(28)}${COLD.slice(-6)}`.toLowerCase(), value: 1n }),
    ['LOOK_ALIKE_ADDRESS'],
    [COLD],
  ),
  line(
    'withdrawals of a stake to a stranger',
    ethereum({
      to: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      value: 32n * 10n ** 18n,
      data: encode(
        'deposit(bytes,bytes,bytes,bytes32)',
        `0x${'11'.repeat(48)}`,
        `0x01${'00'.repeat(11)}${THIEF.slice(2)}`,
        `0x${'22'.repeat(96)}`,
        `0x${'33'.repeat(32)}`,
      ),
    }),
    ['WITHDRAWAL_TO_OTHER'],
  ),
  line(
    'wrapped coins sent to a stranger under an unknown call',
    ethereum({ to: WETH, data: encode('withdrawTo(address,uint256)', THIEF, 5n) }),
    ['BLIND_SIGNING'],
    [WETH],
  ),
  line(
    'a hundred ETH as the coins of a token’s transfer',
    ethereum({ to: OTHER, data: encode('transfer(address,uint256)', COLD, 1n), value: 10n ** 20n }),
    ['VALUE_TO_UNKNOWN_CONTRACT'],
    [OTHER, '100'],
  ),
  line(
    'an account handed to a stranger’s code beside a small payment',
    ethereum({
      type: 4,
      to: COLD,
      value: 1n,
      authorizationList: [
        new Wallet(`0x${'46'.repeat(32)}`).authorizeSync({ address: THIEF, chainId: 1n, nonce: 0n }),
      ],
    }),
    ['DELEGATION'],
    [/and hand an account to the code at 0x1bD939EcF56eD246C5F5c0191E690D59A2806122/],
  ),
];
