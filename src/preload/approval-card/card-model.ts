import type { ApprovalView } from '../approval-contract.ts';
import type { Fact, RecognisedAction, SentencePart, Warning } from '../../protocol/chains/reading.ts';
import { showUnseen } from '../../protocol/unseen.ts';
import { formatAsset } from '../../protocol/chains/asset-amount.ts';
import type { Asset, Totals } from '../../protocol/chains/totals.ts';
import { groupByEight } from './plain-text.ts';

/** A value ready to be drawn: plain words, groups of a text compared character by character, or long data. */
export type Value =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'data'; readonly text: string }
  | { readonly kind: 'groups'; readonly groups: string[] };

export interface Row {
  readonly label: string;
  readonly value: Value;
  readonly strong: boolean;
  readonly note: string;
}

export interface ActionBlock {
  readonly title: string;
  readonly depth: number;
  readonly rows: Row[];
}

/** A warning; addresses in its text are groups, like everywhere here. */
export interface Caution {
  readonly severity: Warning['severity'];
  readonly title: string;
  readonly text: Value[];
}

/** All that the card shows, as plain data. */
export interface CardModel {
  readonly previewId: string;
  readonly effect: ApprovalView['preview']['effect'];
  readonly summary: string;
  readonly sentence: Value[];
  readonly warnings: Caution[];
  readonly rows: Row[];
  readonly actions: ActionBlock[];
  /** From when on the network refuses what is signed, in ms since the epoch; null where the bytes say nothing. */
  readonly expiresAtMs: number | null;
  /** Whether "I have checked this" must be ticked first. */
  readonly needsCheck: boolean;
}

const BLIND: Warning = {
  code: 'BLIND_SIGNING',
  severity: 'danger',
  title: 'Blind signing',
  text: 'Part of what this transaction does could not be read. You would sign it without knowing what it does.',
};
const SEVERITY = { danger: 0, caution: 1, notice: 2 } as const;
const CURVE_NAMES = {
  API_KEY_CURVE_P256: 'P-256',
  API_KEY_CURVE_SECP256K1: 'secp256k1',
  API_KEY_CURVE_ED25519: 'Ed25519',
} as const;

const words = (text: string): Value => ({ kind: 'words', text: showUnseen(text) });
const groups = (text: string): Value => ({ kind: 'groups', groups: groupByEight(showUnseen(text)) });

/** Words and, between them, addresses and hashes of any chain (hex, base58, bech32) in groups. */
const splitAddresses = (text: string): Value[] =>
  text
    .split(/\b(0x[0-9a-fA-F]{40,64}|[1-9A-HJ-NP-Za-km-z]{32,44}|(?:bc|tb)1[0-9a-z]{20,87})\b/)
    .map((part, index) => (index % 2 === 1 ? groups(part) : words(part)));

const partValue = (part: SentencePart): Value =>
  part.kind === 'address' ? groups(part.value) : words(part.value);

function factValue(fact: Fact): Value {
  if (fact.kind === 'data') return { kind: 'data', text: showUnseen(fact.value) };
  return fact.kind === 'address' || fact.kind === 'hash' ? groups(fact.value) : words(fact.value);
}

const factRow = (fact: Fact): Row => ({
  label: showUnseen(fact.label),
  value: factValue(fact),
  strong: fact.kind === 'amount',
  note: showUnseen(fact.note ?? ''),
});

const row = (label: string, value: Value, note = ''): Row => ({
  label,
  value,
  strong: false,
  note: showUnseen(note),
});

const numberSteps = (actions: readonly RecognisedAction[], depth: number, prefix: string): ActionBlock[] =>
  actions.flatMap((action, index) => [
    { title: `${prefix}${index + 1}. ${showUnseen(action.title)}`, depth, rows: action.facts.map(factRow) },
    ...numberSteps(action.actions, depth + 1, `${prefix}${index + 1}.`),
  ]);

/** Each step of a transaction that does several things; one alone is what sentence and facts already say. */
function listSteps(actions: readonly RecognisedAction[]): ActionBlock[] {
  const [only] = actions;
  return numberSteps(actions.length === 1 && only ? only.actions : actions, 0, '');
}

/** What leaves the operator's addresses and what comes in, in rows; what is not known in words. */
function totalRows(totals: Totals | undefined): Row[] {
  if (totals === undefined) return [];
  const { assets, fee, notes } = totals;
  const amount = (label: string, asset: Asset, atoms: string, note = ''): Row => ({
    label,
    value: words(formatAsset(asset, BigInt(atoms))),
    strong: true,
    note: [note, asset.symbol === undefined ? showUnseen(asset.id ?? '') : ''].filter(Boolean).join(', '),
  });
  return [
    ...assets.flatMap(({ asset, out, in: back }) => [
      ...(out === '0' ? [] : [amount('Goes out', asset, out, 'from your addresses, in all')]),
      ...(back === '0' ? [] : [amount('Comes in', asset, back, 'to your addresses, in all')]),
    ]),
    ...(fee === undefined
      ? []
      : [amount(fee.isHighest ? 'Fee, at most' : 'Fee', fee.asset, fee.amount, 'paid by your address')]),
    ...notes.map((note) => row('Not counted', words(note))),
  ];
}

/** Who stamps for whom, and what: an act on this computer has no stamp, and none of these. */
function stampRows({ profile, credential, digest }: ApprovalView['preview']): Row[] {
  const { organizationName, name } = profile;
  return [
    row('Organization', words(organizationName), name === organizationName ? '' : name),
    row('Stamped by', words(credential.label), `${CURVE_NAMES[credential.curve]} key`),
    row('Request digest', groups(digest)),
  ];
}

/**
 * Makes the card out of a view: a sentence, warnings from the gravest down, and every fact with its value whole.
 * @param view what the privileged side sent
 */
export function buildCard(view: ApprovalView): CardModel {
  const { preview } = view;
  const { reading } = preview;
  const blind = reading?.blind === true && !preview.warnings.some((warning) => /blind/i.test(warning.code));
  const warnings = [...preview.warnings, ...(blind ? [BLIND] : [])]
    .map(({ severity, title, text }) => ({ severity, title: showUnseen(title), text: splitAddresses(text) }))
    .sort((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity]);
  const saysChain = preview.facts.some((fact) => fact.label === 'Chain' || fact.label === 'Network');
  return {
    previewId: preview.id,
    effect: preview.effect,
    summary: showUnseen(preview.summary),
    sentence: preview.sentence.map(partValue),
    warnings,
    rows: [
      ...(reading !== null && !saysChain ? [row('Chain', words(reading.network))] : []),
      ...totalRows(reading?.totals),
      ...preview.facts.map(factRow),
      ...(preview.isLocal === true ? [] : stampRows(preview)),
    ],
    actions: listSteps(reading?.actions ?? []),
    expiresAtMs: reading?.expiresAtMs ?? null,
    needsCheck: warnings.some((warning) => warning.severity === 'danger'),
  };
}
