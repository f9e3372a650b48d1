import { formatAsset } from '#chains/model/amounts.ts';
import type { Fact, SentencePart } from '#chains/model/decoded.ts';
import { say, theAmount } from '#chains/model/sentence.ts';
import type { BatchTotal } from '#preload/contract/requests.ts';
import { EFFECTS, type Effect } from '#protocol/catalogue/operation.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { KnownContacts } from '../../context/console-context.ts';
import type { YieldToEventLoop } from '../../platform/pacing.ts';
import type { OwnNames } from '../previews/module.ts';
import type { GroupText } from '../request-groups/module.ts';
import type { Mentions, MentionsBy } from './address-index.ts';
import type { AssetTotal } from './asset-totals.ts';
import { batchPages } from './batch-pages.ts';
import type { BatchSummary } from './batch-summary.ts';
import { type BatchTotals, batchTotals } from './batch-totals.ts';
import { batchWarnings } from './batch-warnings.ts';
import { type EarlierPayments, rareRecipients } from './rare-recipients.ts';

/** So many of a kind are said one by one. */
const SAID = 8;
/** So many assets are in the sentence. */
const IN_SENTENCE = 3;
/** So many of the largest payments of an asset are shown. */
const HIGHEST = 3;

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;

/**
 * A batch in words: what it does in all, its totals, and what stands out; each request that is more than a plain payment,
 * and everybody whom it pays, by pages.
 * @param how who the contacts are, which lines are no part of it, how many lines stand on one page at least, and what lets others
 *   have their turn
 */
export async function batchText(
  summed: BatchSummary,
  own: OwnNames,
  earlier: Pick<EarlierPayments, 'wasPaid' | 'lookAlike'>,
  how: {
    readonly contacts: Pick<KnownContacts, 'addresses' | 'nameOf'>;
    readonly leftOut: Mentions;
    readonly linesOnPage?: number;
    readonly yieldToEventLoop: YieldToEventLoop;
  },
): Promise<GroupText & Required<Pick<GroupText, 'batch'>>> {
  const { contacts, leftOut, yieldToEventLoop } = how;
  const totals = await batchTotals(summed, yieldToEventLoop);
  const alike = await summed.addresses.pairs(own, { contacts, earlier }, yieldToEventLoop);
  const rare = await rareRecipients(
    summed.recipients.list(),
    ({ networks, address }) =>
      own.nameOf(address) !== undefined ||
      contacts.nameOf(address) !== undefined ||
      [...networks].every((each) => earlier.wasPaid(each, address)),
    yieldToEventLoop,
  );
  const standsOut = new Set(rare.map(({ address }) => address));
  const recipients = await summed.recipients.rows(
    {
      nameOf: (address) => own.nameOf(address) ?? contactWords(contacts.nameOf(address)),
      noteOf: (address) => {
        const note = alike.get(address)?.note;
        if (note !== undefined) return note;
        return standsOut.has(address) ? 'Paid unlike the others' : undefined;
      },
      wasPaid: earlier.wasPaid,
    },
    yieldToEventLoop,
  );
  const warnings = batchWarnings(summed, totals, { alike: summed.addresses.warnings(alike), rare, leftOut });
  await yieldToEventLoop();
  return {
    effect: effectOf(summed),
    summary: 'Send a batch of requests',
    sentence: sentenceOf(summed, totals),
    facts: [
      ...(leftOut.count === 0
        ? []
        : [
            {
              ...{ label: 'Left out of the file', value: count(leftOut.count, 'row') },
              ...{ kind: 'text' as const, note: leftOut.words },
            },
          ]),
      ...some(summed.operations, ({ summary }, times) => ({
        label: 'Operation',
        value: summary,
        kind: 'text',
        note: count(times, 'request'),
      })),
      ...some(summed.networks, ({ network }, times) => ({
        label: 'Network',
        value: network,
        kind: 'text',
        note: count(times, 'transaction'),
      })),
      ...some(summed.signers, ({ address, name }, times) => ({
        label: 'Signed by',
        value: address,
        kind: 'address',
        note: [name, count(times, 'transaction')].filter(Boolean).join(', '),
      })),
      ...[...totals.leaving, ...totals.paidTogether].flatMap((each) => highestFacts(each)),
      ...some(summed.notes, (note, times) => ({
        label: 'Balance changes',
        value: note,
        kind: 'text',
        note: `said of ${count(times, 'transaction')}`,
      })),
    ],
    warnings,
    batch: await batchPages(
      [
        ...totals.leaving.map((each) => totalOf('You send', each)),
        ...totals.arriving.map((each) => totalOf('You receive', each)),
        ...totals.fees.map(feeTotal),
      ],
      summed.spelled,
      recipients,
      how,
    ),
  };
}

/** A contact's name as shown beside an address; undefined without a name. */
export const contactWords = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : `contact “${revealInvisible(name)}”`;

/** The gravest of all: the effects stand in that order. */
const effectOf = (summed: BatchSummary): Effect =>
  summed.operations
    .list()
    .map(({ what }) => what.effect)
    .reduce((gravest, each) => (EFFECTS.indexOf(each) > EFFECTS.indexOf(gravest) ? each : gravest), 'write');

/** "Sign and send 62 requests: 60 payments of 5.98 ETH to 50 addresses, and 2 requests that are not payments." */
function sentenceOf(summed: BatchSummary, { leavingOtherwise, paid }: BatchTotals): SentencePart[] {
  const { requests, payments, paidAddresses, operations } = summed;
  const others = summed.notPayments.count;
  const signs = operations.list().some(({ what }) => what.effect === 'sign');
  const verb = signs ? 'Sign and send' : 'Send';
  const moved = amounts(leavingOtherwise);
  const moving =
    moved.length === 0 ? [] : [...say(others === 1 ? ', which sends ' : ', which send '), ...moved];
  const rest = `${count(others, 'request')} that ${others === 1 ? 'is not a payment' : 'are not payments'}`;
  if (payments === 0) return [...say(`${verb} ${rest}`), ...moving, ...say('.')];
  const where = `${paidAddresses.toLocaleString('en')} address${paidAddresses === 1 ? '' : 'es'}`;
  return [
    ...say(`${verb} ${count(requests, 'request')}: ${count(payments, 'payment')} of `),
    ...amounts(paid),
    ...say(` to ${where}`),
    ...(others === 0 ? [] : [...say(`, and ${rest}`), ...moving]),
    ...say('.'),
  ];
}

/** "5.98 ETH, 48,250.00 USDC, 1,240.00 EURC and 2 further assets". */
function amounts(assets: readonly AssetTotal[]): SentencePart[] {
  const said = assets.slice(0, IN_SENTENCE).map(({ total, asset }) => theAmount(formatAsset(asset, total)));
  const more = assets.length - said.length;
  return [
    ...said.flatMap((amount, index) =>
      index === 0 ? [amount] : say(more === 0 && index === said.length - 1 ? ' and ' : ', ', amount),
    ),
    ...(more > 0 ? say(` and ${count(more, 'further asset')}`) : []),
  ];
}

/** The most frequent of a kind as facts, and how many others there are. */
function some<T>(found: MentionsBy<T>, toFact: (what: T, times: number) => Fact): Fact[] {
  const facts = found
    .list()
    .slice(0, SAID)
    .map(({ what, mentions }) => toFact(what, mentions.count));
  const [first] = facts;
  const more = found.size - facts.length;
  if (first === undefined || more <= 0) return facts;
  return [...facts, { label: first.label, value: `${more.toLocaleString('en')} more`, kind: 'text' }];
}

function totalOf(
  label: string,
  { network, asset, total, median, lines, recipients }: AssetTotal,
): BatchTotal {
  const of = asset.symbol === undefined && asset.id !== undefined ? ` of the token ${asset.id}` : '';
  const to = recipients === 0 ? '' : `, ${count(recipients, 'recipient')}`;
  const note = `${count(lines.length, 'transaction')}${to}${of} on ${network}; median ${formatAsset(asset, median)}`;
  return { label, value: formatAsset(asset, total), note };
}

/** The largest of an asset; where all are the same, none is the highest. */
const highestFacts = ({ asset, lines, median }: AssetTotal): Fact[] =>
  lines
    .slice(0, HIGHEST)
    .filter(({ amount }) => amount > median)
    .map(({ amount, to, line }) => ({
      label: 'Highest',
      value: formatAsset(asset, amount),
      kind: 'amount',
      note: `on line ${line.toLocaleString('en')}${to === null ? '' : `, to ${to}`}`,
    }));

function feeTotal({ network, asset, total, lines }: AssetTotal): BatchTotal {
  const [highest] = lines;
  const line = highest?.line.toLocaleString('en') ?? '';
  return {
    label: 'Max fee',
    value: formatAsset(asset, total),
    note: `${count(lines.length, 'transaction')} on ${network}; highest ${formatAsset(asset, highest?.amount ?? 0n)}, on line ${line}`,
  };
}

/** The totals as facts, for a place that has no table of them. */
export const totalFacts = (totals: readonly BatchTotal[]): Fact[] =>
  totals.map(({ label, value, note }) => ({ label, value, kind: 'amount', note }));
