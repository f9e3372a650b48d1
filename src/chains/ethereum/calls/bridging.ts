import { fromHex } from '#protocol/encoding.ts';
import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { say } from '../../model/sentence.ts';
import { toAddress } from '../../solana/transaction.ts';
import { warn } from '../../model/warnings.ts';
import { toChecksumAddress, type Hex } from '../model/address.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theLocatedAddress, type DecodedCall, type ContractCall } from '../model/call.ts';
import { burns, warnOfToken } from '../model/call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/formats.ts';
import { assetFact, theTokenAmount, tokenFact } from '../model/token-amount.ts';

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

/** The arguments of every form; later ones have more of them. */
interface Burnt {
  readonly amount: Located<bigint>;
  readonly domain: Located<number>;
  readonly recipient: Located<Hex>;
  readonly token: Located<Hex>;
  /** Who alone may hand it in on the other network; nobody named: anybody. */
  readonly caller?: Located<Hex>;
  /** What may be kept of it on the way. */
  readonly fee?: Located<bigint>;
  /** From how many confirmations on it is taken, as Circle counts them. */
  readonly finality?: Located<number>;
  readonly hook?: Located<Hex>;
}

/** Where something goes on another network, as that network writes its addresses. */
function addressOn(network: BridgedNetwork | undefined, bytes: Hex): string {
  if (network?.addresses === 'ethereum' && bytes.startsWith(`0x${'0'.repeat(24)}`))
    return toChecksumAddress(`0x${bytes.slice(26)}`);
  return network?.addresses === 'solana' ? toAddress(fromHex(bytes)) : bytes;
}

function recipientFact(network: BridgedNetwork | undefined, recipient: Located<Hex>): Fact {
  const text = addressOn(network, recipient.value);
  const [start, end] = recipient.range;
  return network?.addresses === 'ethereum' && text !== recipient.value
    ? addressFact('To', { value: text as Hex, range: [start + 12, end] })
    : valueFact('To', recipient, text, 'hash');
}

/** Tells tokens that are burnt here to be made anew on another network (Circle's CCTP). */
function bridged(burnt: Burnt, call: ContractCall): DecodedCall {
  const { amount, domain, recipient, token, caller, fee, finality, hook } = burnt;
  const network = DOMAINS[domain.value];
  const name = network?.name ?? `the network of domain ${domain.value}`;
  const whom: SentencePart = { kind: 'address', value: addressOn(network, recipient.value) };
  return decoded('cctp.depositForBurn', 'Tokens sent to another network', {
    sentence: say(
      'Send ',
      theTokenAmount(call, token.value, amount.value),
      ' to ',
      whom,
      ` on ${name}, through `,
      theLocatedAddress(call.to),
    ),
    facts: [
      recipientFact(network, recipient),
      { ...valueFact('Network', domain, name), note: `domain ${domain.value}` },
      assetFact(call, token.value, [token.range]),
      tokenFact(call, 'Amount', token.value, amount),
      ...(fee === undefined ? [] : [tokenFact(call, 'Fee at most', token.value, fee)]),
      ...(finality === undefined ? [] : [valueFact('Finality', finality, String(finality.value), 'number')]),
      ...(caller === undefined || caller.value === NOBODY
        ? []
        : [valueFact('Handed in by', caller, caller.value, 'hash')]),
      ...(hook === undefined ? [] : [{ label: 'Data for a hook', value: hook.value, kind: 'data' as const }]),
    ],
    warnings: [...warnOfBridge(burnt, network), ...warnOfToken(call, token.value)],
  });
}

/** What is odd about where it goes, and what it costs. */
function warnOfBridge(
  { amount, domain, recipient: { value: recipient }, fee }: Burnt,
  network?: BridgedNetwork,
): Warning[] {
  const isForeign = network?.addresses === 'ethereum' && addressOn(network, recipient) === recipient;
  return [
    ...(recipient === NOBODY ? [burns()] : []),
    ...(network === undefined
      ? [
          warn(
            'UNKNOWN_DOMAIN',
            'caution',
            'Unknown network',
            `Domain ${domain.value} is not in the local list.`,
          ),
        ]
      : []),
    ...(isForeign
      ? [warn('RECIPIENT_MALFORMED', 'danger', 'No address of that network', 'What is sent may be lost.')]
      : []),
    ...((fee?.value ?? 0n) * 100n > amount.value
      ? [warn('HIGH_FEE', 'caution', 'A high fee', 'More than 1% may be kept on the way.')]
      : []),
  ];
}

const FIRST = 'uint256 amount, uint32 domain, bytes32 recipient, address token';
const SECOND = `${FIRST}, bytes32 caller, uint256 fee, uint32 finality` as const;

/** Transfers of USDC between networks (Circle's CCTP, both versions). */
export const BRIDGING_CALLS = [
  defineCall(`depositForBurn(${FIRST})`, bridged),
  defineCall(`depositForBurnWithCaller(${FIRST}, bytes32 caller)`, bridged),
  defineCall(`depositForBurn(${SECOND})`, bridged),
  defineCall(`depositForBurnWithHook(${SECOND}, bytes hook)`, bridged),
];
