import type { Fact, SentencePart, Warning } from '../../model/decoded.ts';
import { lowerFirst, say } from '../../model/sentence.ts';
import type { Move } from '../../model/totals.ts';
import { warn } from '../../model/warnings.ts';
import { type Located, wordOf } from '../abi/located.ts';
import { defineCall, describe, describeCall } from '../descriptions/describe-call.ts';
import { address, addressFact, shownText, valueFact } from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import { ZERO_ADDRESS, isStranger, runsForeignCode } from '../model/call-warnings.ts';
import { type ContractCall, type DecodedCall, decoded, theLocatedAddress } from '../model/call.ts';
import { findToken } from '../model/tokens.ts';
import { coinOf, tokenOf } from '../model/moves.ts';
import { formatCoins } from '../model/networks.ts';
import { assetFact } from '../model/token-amount.ts';
import { isMultiSend, kindOfCall } from './batches.ts';
import { tokenOrCoin } from './payments.ts';
import { type SwapLeg, legFacts, theLeg } from './swap.ts';

const needed = (threshold: bigint) =>
  `${threshold.toString()} ${threshold === 1n ? 'signature' : 'signatures'}`;

const SAFE = ['Safe', address] as const;
const THRESHOLD = ['Needed from then on', shownText(needed)] as const;

/** The warning of a change of who may act for a Safe; a Safe makes it to itself. */
const controls = (why: string): Warning[] => [
  warn('SAFE_CONTROL', 'danger', 'Changes who controls a Safe', why),
];
const enough = ({ threshold }: { readonly threshold: Located<bigint> }, { to }: ContractCall) =>
  controls(`${needed(threshold.value)} of owners will be enough for everything in the Safe ${to}.`);

/** Code that is asked before a Safe acts, or answers for it; none where the address is zero. */
function describeCode(
  call: ContractCall,
  code: Located<Hex>,
  [id, name]: readonly [id: string, name: string],
  [none, some]: readonly [none: string, some: string],
): DecodedCall {
  const isNone = code.value === ZERO_ADDRESS;
  const what = name.toLowerCase();
  return describe(
    {
      id,
      title: `${name} of a Safe`,
      sentence: isNone
        ? `Take the ${what} away from the Safe {@to}`
        : `Make {code} the ${what} of the Safe {@to}`,
      fields: { '@to': SAFE, code: [name, address] },
      warnings: () => controls(isNone ? none : `The code at ${code.value} ${some}`),
    },
    { code },
    call,
  );
}

/** Calls by which a Safe changes its owners, its threshold, and the code that acts for it. */
export const SAFE_OWNER_CALLS = [
  describeCall('addOwnerWithThreshold(address owner, uint256 threshold)', {
    id: 'safe.addOwner',
    title: 'New owner of a Safe',
    sentence: 'Make {owner} an owner of the Safe {@to}, with {threshold} needed',
    fields: { '@to': SAFE, owner: ['New owner', address], threshold: THRESHOLD },
    warnings: enough,
  }),
  describeCall('removeOwner(address previous, address owner, uint256 threshold)', {
    id: 'safe.removeOwner',
    title: 'Owner of a Safe removed',
    sentence: 'Remove the owner {owner} from the Safe {@to}, with {threshold} needed',
    fields: { '@to': SAFE, owner: ['Removed owner', address], threshold: THRESHOLD },
    warnings: enough,
  }),
  describeCall('swapOwner(address previous, address owner, address newOwner)', {
    id: 'safe.swapOwner',
    title: 'Owner of a Safe replaced',
    sentence: 'Replace the owner {owner} of the Safe {@to} by {newOwner}',
    fields: { '@to': SAFE, owner: ['Removed owner', address], newOwner: ['New owner', address] },
    warnings: ({ owner, newOwner }, { to }) =>
      controls(`${newOwner.value} will sign for the Safe ${to} in the place of ${owner.value}.`),
  }),
  describeCall('changeThreshold(uint256 threshold)', {
    id: 'safe.changeThreshold',
    title: 'Other number of signatures for a Safe',
    sentence: 'Let {threshold} be enough for the Safe {@to}',
    fields: { '@to': SAFE, threshold: THRESHOLD },
    warnings: enough,
  }),
  describeCall('enableModule(address module)', {
    id: 'safe.enableModule',
    title: 'Module of a Safe',
    sentence: 'Make {module} a module of the Safe {@to}',
    fields: { '@to': SAFE, module: ['Module', address] },
    warnings: ({ module }, { to }) =>
      controls(`The code at ${module.value} could take everything in the Safe ${to} without any signature.`),
  }),
  describeCall('disableModule(address previous, address module)', {
    id: 'safe.disableModule',
    title: 'Module of a Safe removed',
    sentence: 'Take the module {module} away from the Safe {@to}',
    fields: { '@to': SAFE, module: ['Module', address] },
    warnings: () => controls('What the module did for the Safe, such as limits or recovery, ends.'),
  }),
  defineCall('setGuard(address guard)', ({ guard }, call) =>
    describeCode(
      call,
      guard,
      ['safe.setGuard', 'Guard'],
      [
        'Nothing will check what the Safe does but its owners.',
        'can keep the Safe from doing anything at all.',
      ],
    ),
  ),
  defineCall('setFallbackHandler(address handler)', ({ handler }, call) =>
    describeCode(
      call,
      handler,
      ['safe.setFallbackHandler', 'Fallback handler'],
      [
        'The Safe will answer no call that it does not know itself.',
        'will answer in the name of the Safe, signatures of contracts (ERC-1271) among that.',
      ],
    ),
  ),
];

/** What a Safe pays to whoever has its transaction carried out: a price for so much gas. */
interface Refund {
  /** The gas of the call inside. */
  readonly safeTxGas: Located<bigint>;
  /** What is added to it. */
  readonly baseGas: Located<bigint>;
  readonly gasPrice: Located<bigint>;
  /** The zero address is the network's coin. */
  readonly gasToken: Located<Hex>;
  /** The zero address is whoever sends it. */
  readonly refundReceiver: Located<Hex>;
}

/** The most that a Safe pays: its contract takes the gas that was used, which the signed limits bound. */
const most = ({ safeTxGas, baseGas, gasPrice, gasToken }: Refund): SwapLeg => ({
  token: tokenOrCoin(gasToken.value),
  amount: (safeTxGas.value + baseGas.value) * gasPrice.value,
});

const isPaid = (refund: Refund): boolean => most(refund).amount > 0n;

/** From here on a refund is more than gas costs: a twentieth of a coin, or fifty of a token whose decimals are known. */
function isLarge(call: ContractCall, refund: Refund): boolean {
  const { amount, token } = most(refund);
  if (token === null) return amount > 10n ** 18n / 20n;
  const known = findToken(call.chainId, token);
  return known === undefined || amount > 50n * 10n ** BigInt(known.decimals);
}

const isToSender = ({ refundReceiver }: Refund): boolean => refundReceiver.value === ZERO_ADDRESS;

/** The words for a refund: how much at most, and for whom. */
const refundWords = (call: ContractCall, refund: Refund): SentencePart[] =>
  isPaid(refund)
    ? say(
        ', and pay a refund of up to ',
        theLeg(call, most(refund)),
        ' to ',
        isToSender(refund) ? 'the sender' : theLocatedAddress(refund.refundReceiver.value),
      )
    : [];

/** The facts of a refund; none where there is none. */
function refundFacts(call: ContractCall, refund: Refund): Fact[] {
  if (!isPaid(refund)) return [];
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = refund;
  const ranges = [safeTxGas.range, baseGas.range, gasPrice.range];
  const [amount] = legFacts(call, 'Max refund', most(refund));
  return [
    ...(amount === undefined ? [] : [{ ...amount, ranges }]),
    isToSender(refund)
      ? valueFact('Refund to', { range: wordOf(refundReceiver) }, 'whoever sends the transaction')
      : addressFact('Refund to', refundReceiver),
    ...(tokenOrCoin(gasToken.value) === null
      ? []
      : [assetFact(call, gasToken.value, [gasToken.range], 'Refund in token')]),
  ];
}

/** What leaves the Safe as a refund; null is a sender who is not known. */
const refundMoves = (call: ContractCall, refund: Refund): Move[] =>
  isPaid(refund)
    ? [
        {
          asset: assetOf(call, most(refund)),
          amount: most(refund).amount,
          from: call.to,
          to: isToSender(refund) ? call.from : refund.refundReceiver.value,
        },
      ]
    : [];

const assetOf = ({ network, chainId }: ContractCall, { token }: SwapLeg) =>
  token === null ? coinOf(network) : tokenOf(chainId, token);

/** The warning of a refund, graver the more it is than gas may cost. */
function refundWarnings(call: ContractCall, refund: Refund): Warning[] {
  if (!isPaid(refund)) return [];
  const amount = theLeg(call, most(refund)).value;
  const whom = isToSender(refund) ? 'Whoever sends this' : refund.refundReceiver.value;
  const isForStranger = !isToSender(refund) && isStranger(call, refund.refundReceiver.value);
  return [
    warn(
      'SAFE_REFUND',
      isLarge(call, refund) ? 'danger' : 'caution',
      `The Safe pays a refund of up to ${amount}`,
      `${whom} is paid out of the Safe for the gas${isForStranger ? ', and is not one of your addresses' : ''}.`,
    ),
  ];
}

/** The selector of `multiSend(bytes)`. */
const MULTI_SEND = '0x8d80ff0a';

const safeExecution = defineCall(
  'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  (args, call) => {
    const { to, value, data, operation } = args;
    const delegated = operation.value === 1;
    // What a known MultiSend does as the Safe stands in the batch that it is given.
    const foreign = delegated && !(isMultiSend(to.value) && data.value.startsWith(MULTI_SEND));
    const inner = call.readInner({
      ...{ from: call.to, to: to.value, value: value.value, range: data.range },
      isDelegated: delegated && !foreign,
    });
    return decoded('safe.execTransaction', 'Safe transaction', {
      sentence: [
        ...say('From the Safe ', theLocatedAddress(call.to), ': ', ...lowerFirst(inner.sentence)),
        ...refundWords(call, args),
      ],
      aside: refundWords(call, args),
      facts: [
        addressFact('Safe', { value: call.to }),
        addressFact('Calls', to),
        valueFact('Value from the Safe', value, formatCoins(value.value, call.network.unit), 'amount'),
        valueFact('Kind of call', operation, kindOfCall(operation.value)),
        ...refundFacts(call, args),
      ],
      warnings: [...(foreign ? [runsForeignCode(to.value, 'the Safe')] : []), ...refundWarnings(call, args)],
      inner: [inner],
      moves: refundMoves(call, args),
      // What foreign code does to the Safe is not told by the call that it is given.
      blind: foreign,
    });
  },
);

/** Transactions of a Safe. */
export const SAFE_CALLS = [safeExecution];
