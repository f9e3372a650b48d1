import { formatAsset, parseTime } from '#chains/model/amounts.ts';
import type { Fact, RecognisedAction, SentencePart, Warning } from '#chains/model/decoded.ts';
import type { Asset, Totals } from '#chains/model/totals.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { ApprovalView } from '../approval-contract.ts';
import type { BatchPage } from '../contract/requests.ts';
import { type BatchDrawing, type BatchModel, type PageModel, batchModel, pageModel } from './batch-model.ts';
import { type Caution, type Row, type Value, groupByEight } from './card-values.ts';
import { foldFacts, inOrder } from './fact-order.ts';
import { REJECTION, checkText, verbsOf } from './verbs.ts';
import { type VoteBlock, voteBlock } from './vote-block.ts';

/** Labels under which the readers themselves state what a transaction moves; nobody else's words are among them. */
const STATED = new Set(['Amount', 'Coins']);
const FEES = new Set(['Max fee', 'Fee', 'Fee limit']);

/**
 * What leaves the operator's addresses and what comes in, as facts; what is not known in words. An amount that a fact of
 * the transaction states already is left out.
 * @param facts the transaction's own facts
 */
function balanceChanges(totals: Totals | undefined, facts: readonly Fact[]): Fact[] {
  if (totals === undefined) return [];
  const { assets, fee, notes } = totals;
  const states = (labels: ReadonlySet<string>, value: string): boolean =>
    facts.filter((fact) => fact.kind === 'amount' && labels.has(fact.label) && fact.value === value)
      .length === 1;
  const amount = (label: string, asset: Asset, atoms: string): Fact => ({
    label,
    value: formatAsset(asset, BigInt(atoms)),
    kind: 'amount',
    ...(asset.symbol === undefined && asset.id !== undefined ? { note: asset.id } : {}),
  });
  const leaving = assets
    .filter(({ out }) => out !== '0')
    .map(({ asset, out }) => amount('You send', asset, out));
  const arriving = assets
    .filter(({ in: back }) => back !== '0')
    .map(({ asset, in: back }) => amount('You receive', asset, back));
  const paid = fee === undefined ? [] : [amount(fee.isHighest ? 'Max fee' : 'Fee', fee.asset, fee.amount)];
  return [
    ...(leaving.length === 1 ? leaving.filter(({ value }) => !states(STATED, value)) : leaving),
    ...arriving,
    ...paid.filter(({ value }) => !states(FEES, value)),
    ...notes.map((value): Fact => ({ label: 'Balance changes', value, kind: 'text' })),
  ];
}

export interface ActionBlock {
  readonly title: string;
  readonly depth: number;
  readonly rows: Row[];
}

/** All that the card shows, as plain data, in the order in which it is drawn. */
export interface CardModel {
  readonly previewId: string;
  readonly effect: ApprovalView['preview']['effect'];
  /** A vote against a request: canceling the card casts no vote. */
  readonly rejects: boolean;
  /** It unlocks the console: the card is about nothing else. */
  readonly unlocks: boolean;
  /** What it asks beside the press; undefined where that alone decides. */
  readonly userCheck: ApprovalView['userCheck'];
  readonly summary: string;
  /** What the card asks, in the words of its confirming button. */
  readonly title: string;
  readonly confirm: string;
  readonly sentence: Value[];
  /** The gravest first; those of danger stand above the sentence. */
  readonly warnings: Caution[];
  readonly actions: ActionBlock[];
  readonly rows: Row[];
  /** Null where the card is no vote, or the service does not say how it stands. */
  readonly vote: VoteBlock | null;
  /** Folded under "More details". */
  readonly details: Row[];
  /** From when on what is signed is refused, in ms since the epoch; null where the bytes say nothing. */
  readonly expiry: { readonly atMs: number; readonly of: 'transaction' | 'signature' } | null;
  /** Of a batch: its totals, what is no plain payment, and who is paid. */
  readonly batch: BatchModel | null;
  /** Whether a box must be ticked first. */
  readonly needsCheck: boolean;
  /** What ticking it says; empty where there is none. */
  readonly checkText: string;
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

const words = (text: string): Value => ({ kind: 'words', text: revealInvisible(text) });
const groups = (text: string): Value => ({ kind: 'groups', groups: groupByEight(revealInvisible(text)) });

/** Words and, between them, addresses and hashes of any chain (hex, base58, bech32) in groups. */
const splitAddresses = (text: string): Value[] =>
  text
    .split(/\b(0x[0-9a-fA-F]{40,64}|[1-9A-HJ-NP-Za-km-z]{32,44}|(?:bc|tb)1[0-9a-z]{20,87})\b/)
    .map((part, index) => (index % 2 === 1 ? groups(part) : words(part)));

const partValue = (part: SentencePart): Value =>
  part.kind === 'address' ? groups(part.value) : words(part.value);

function factValue(fact: Fact): Value {
  const atMs = fact.kind === 'time' ? parseTime(fact.value) : undefined;
  if (atMs !== undefined) return { kind: 'time', atMs, text: fact.value };
  if (fact.kind === 'data') return { kind: 'data', text: revealInvisible(fact.value) };
  return fact.kind === 'address' || fact.kind === 'hash' ? groups(fact.value) : words(fact.value);
}

/** The same amount once more in its smallest unit: one form is enough to decide by. */
const IN_ATOMS = /^\d+(?: (?:wei|satoshis|lamports|sun))?$/;

const factRow = (fact: Fact): Row => ({
  label: revealInvisible(fact.label),
  value: factValue(fact),
  strong: fact.kind === 'amount',
  note: fact.kind === 'amount' && IN_ATOMS.test(fact.note ?? '') ? '' : revealInvisible(fact.note ?? ''),
});

const numberSteps = (actions: readonly RecognisedAction[], depth: number, prefix: string): ActionBlock[] =>
  actions.flatMap((action, index) => [
    {
      title: `${prefix}${index + 1}. ${revealInvisible(action.title)}`,
      depth,
      rows: action.facts.map(factRow),
    },
    ...numberSteps(action.actions, depth + 1, `${prefix}${index + 1}.`),
  ]);

/** Each step of a transaction that does several things; one alone is what sentence and facts already say. */
function listSteps(actions: readonly RecognisedAction[]): ActionBlock[] {
  const [only] = actions;
  return numberSteps(actions.length === 1 && only ? only.actions : actions, 0, '');
}

const toCaution = ({ code, severity, title, text }: Warning): Caution => ({
  code,
  severity,
  title: revealInvisible(title),
  text: splitAddresses(text),
});

const drawing: BatchDrawing = {
  row: factRow,
  part: partValue,
  warning: toCaution,
  words: revealInvisible,
  address: groups,
};

/** A page of a list of a batch, ready to be drawn. */
export const buildPage = (page: BatchPage): PageModel => pageModel(page, drawing);

/** Who stamps for whom: an act on this computer has no stamp, and none of these. */
function stampFacts({ profile, credential, isLocal }: ApprovalView['preview']): Fact[] {
  if (isLocal === true) return [];
  const { organizationName, name } = profile;
  const text = (label: string, value: string, note: string): Fact => ({ label, value, kind: 'text', note });
  return [
    text('Organization', organizationName, name === organizationName ? '' : name),
    text('Credential', credential.label, CURVE_NAMES[credential.curve]),
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
    .map(toCaution)
    .sort((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity]);
  const saysChain = preview.facts.some((fact) => fact.label === 'Chain' || fact.label === 'Network');
  const signsPayload = preview.operation.startsWith('sign_raw_payload');
  const { shown, folded } = foldFacts(preview.facts, reading !== null && !signsPayload);
  const { title, confirm } = verbsOf(preview);
  const dangers = warnings.filter(({ severity }) => severity === 'danger');
  return {
    previewId: preview.id,
    effect: preview.effect,
    rejects: preview.operation === REJECTION,
    unlocks: preview.operation === 'unlock',
    userCheck: view.userCheck,
    summary: revealInvisible(preview.summary),
    title: revealInvisible(title),
    confirm: revealInvisible(confirm),
    sentence: preview.sentence.map(partValue),
    warnings,
    actions: listSteps(reading?.actions ?? []),
    rows: [
      ...inOrder([
        ...(reading !== null && !saysChain
          ? [{ label: 'Chain', value: reading.network, kind: 'text' as const }]
          : []),
        ...shown,
        ...balanceChanges(reading?.totals, preview.facts),
      ]),
      ...stampFacts(preview),
    ].map(factRow),
    vote: preview.vote === undefined ? null : voteBlock(preview.vote, preview.credential.label),
    details: [
      ...folded,
      ...(preview.isLocal === true
        ? []
        : [{ label: 'Request digest', value: preview.digest, kind: 'hash' as const }]),
    ].map(factRow),
    expiry:
      reading?.expiresAtMs === undefined
        ? null
        : { atMs: reading.expiresAtMs, of: signsPayload ? 'signature' : 'transaction' },
    batch: preview.batch === undefined ? null : batchModel(preview.batch, drawing),
    needsCheck: dangers.length > 0,
    checkText: dangers.length === 0 ? '' : checkText(dangers),
  };
}
