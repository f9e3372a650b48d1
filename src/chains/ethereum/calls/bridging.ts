import { fromHex } from '../../../protocol/encoding.ts';
import type { Fact, SentencePart, Warning } from '../../decoded.ts';
import { say } from '../../sentence.ts';
import { toAddress } from '../../solana/base58.ts';
import { warn } from '../../warnings.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import {
  addressFact,
  decoded,
  theAddress,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { burns, warnOfToken } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { assetFact, theTokenAmount, tokenFact } from '../token-amount.ts';

interface BridgedNetwork {
  readonly name: string;
  /** How its addresses are written in 32 bytes; hex where it is none of the two. */
  readonly addresses: 'ethereum' | 'solana' | 'other';
}

const evm = (name: string): BridgedNetwork => ({ name, addresses: 'ethereum' });

/** The networks by Circle's domains (developers.circle.com, CCTP's supported domains, looked up on 2026-11-21). */
const DOMAINS: Readonly<Record<number, BridgedNetwork>> = {
  0: evm('Ethereum'),
  1: evm('Avalanche'),
  2: evm('OP Mainnet'),
  3: evm('Arbitrum'),
  4: { name: 'Noble', addresses: 'other' },
  5: { name: 'Solana', addresses: 'solana' },
  6: evm('Base'),
  7: evm('Polygon PoS'),
  8: { name: 'Sui', addresses: 'other' },
  9: { name: 'Aptos', addresses: 'other' },
  10: evm('Unichain'),
  11: evm('Linea'),
  13: evm('Sonic'),
  14: evm('World Chain'),
  16: evm('Sei'),
};

const NOBODY: Hex = `0x${'0'.repeat(64)}`;

interface Burnt {
  readonly amount: bigint;
  readonly domain: number;
  readonly recipient: Hex;
  readonly token: Hex;
  /** Who alone may hand it in on the other network; nobody named: anybody. */
  readonly caller?: Hex;
  /** What may be kept of it on the way. */
  readonly fee?: bigint;
  /** From how many confirmations on it is taken, as Circle counts them. */
  readonly finality?: number;
  readonly hook?: Hex;
}

/** Where something goes on another network, as that network writes its addresses. */
function addressOn(network: BridgedNetwork | undefined, bytes: Hex): string {
  if (network?.addresses === 'ethereum' && bytes.startsWith(`0x${'0'.repeat(24)}`))
    return toChecksumAddress(`0x${bytes.slice(26)}`);
  return network?.addresses === 'solana' ? toAddress(fromHex(bytes)) : bytes;
}

function recipientFact(call: ContractCall, network: BridgedNetwork | undefined, bytes: Hex): Fact {
  const text = addressOn(network, bytes);
  return network?.addresses === 'ethereum' && text !== bytes
    ? addressFact(call, 'To', text as Hex, 2)
    : wordFact(call, 'To', text, 2, 'hash');
}

/** Tells tokens that are burnt here to be made anew on another network (Circle's CCTP). */
function bridged(call: ContractCall, burnt: Burnt): DecodedCall {
  const { amount, domain, recipient, token, caller, fee, finality, hook } = burnt;
  const network = DOMAINS[domain];
  const name = network?.name ?? `the network of domain ${domain}`;
  const whom: SentencePart = { kind: 'address', value: addressOn(network, recipient) };
  return decoded('cctp.depositForBurn', 'Tokens sent to another network', {
    sentence: say(
      'Send ',
      theTokenAmount(call, token, amount),
      ' to ',
      whom,
      ` on ${name}, through `,
      theAddress(call.to),
    ),
    facts: [
      recipientFact(call, network, recipient),
      { ...wordFact(call, 'Network', name, 1), note: `domain ${domain}` },
      assetFact(call, token, [word(call, 3, 12)]),
      tokenFact(call, 'Amount', token, amount, [word(call, 0)]),
      ...(fee === undefined ? [] : [tokenFact(call, 'Fee at most', token, fee, [word(call, 5)])]),
      ...(finality === undefined ? [] : [wordFact(call, 'Finality', String(finality), 6, 'number')]),
      ...(caller === undefined || caller === NOBODY
        ? []
        : [wordFact(call, 'Handed in by', caller, 4, 'hash')]),
      ...(hook === undefined ? [] : [{ label: 'Data for a hook', value: hook, kind: 'data' as const }]),
    ],
    warnings: [...warnOfBridge(burnt, network), ...warnOfToken(call, token)],
  });
}

/** What is odd about where it goes, and what it costs. */
function warnOfBridge({ amount, domain, recipient, fee = 0n }: Burnt, network?: BridgedNetwork): Warning[] {
  const isForeign = network?.addresses === 'ethereum' && addressOn(network, recipient) === recipient;
  return [
    ...(recipient === NOBODY ? [burns()] : []),
    ...(network === undefined
      ? [warn('UNKNOWN_DOMAIN', 'caution', 'Unknown network', `Domain ${domain} is not in the local list.`)]
      : []),
    ...(isForeign
      ? [warn('RECIPIENT_MALFORMED', 'danger', 'No address of that network', 'What is sent may be lost.')]
      : []),
    ...(fee * 100n > amount
      ? [warn('HIGH_FEE', 'caution', 'A high fee', 'More than 1% may be kept on the way.')]
      : []),
  ];
}

const FIRST = 'uint256 amount, uint32 domain, bytes32 recipient, address token';
const SECOND = `${FIRST}, bytes32 caller, uint256 fee, uint32 finality` as const;

/** Transfers of USDC between networks (Circle's CCTP, both versions). */
export const BRIDGING_CALLS = [
  defineCall(`function depositForBurn(${FIRST})`, ([amount, domain, recipient, token], call) =>
    bridged(call, { amount, domain, recipient, token }),
  ),
  defineCall(
    `function depositForBurnWithCaller(${FIRST}, bytes32 caller)`,
    ([amount, domain, recipient, token, caller], call) =>
      bridged(call, { amount, domain, recipient, token, caller }),
  ),
  defineCall(
    `function depositForBurn(${SECOND})`,
    ([amount, domain, recipient, token, caller, fee, finality], call) =>
      bridged(call, { amount, domain, recipient, token, caller, fee, finality }),
  ),
  defineCall(
    `function depositForBurnWithHook(${SECOND}, bytes hook)`,
    ([amount, domain, recipient, token, caller, fee, finality, hook], call) =>
      bridged(call, { amount, domain, recipient, token, caller, fee, finality, hook }),
  ),
];
