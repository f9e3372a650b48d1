import type { DecodedTransaction, Warning } from '#chains/model/decoded.ts';
import { recipientsOf, spendersOf } from '#chains/model/recipients.ts';
import { blindSigning, ordered } from '#chains/model/warnings.ts';
import type { SpelledLine } from '#preload/contract/requests.ts';
import type { Effect, SubmitOperation } from '#protocol/catalogue/operation.ts';
import { signTransaction } from '#protocol/catalogue/signing.ts';
import { sha256Hex, toUtf8 } from '#protocol/encoding.ts';
import { type PreviewParts, expiryWarnings } from '../previews/module.ts';
import { Mentions, MentionsBy } from './address-index.ts';
import { AssetTotals } from './asset-totals.ts';
import { BatchAddresses } from './recipients.ts';
import { type Payment, paymentsOf } from './plain-payment.ts';
import { spellLine } from './line-facts.ts';
import { RecipientTable } from './batch-pages.ts';

/** Warnings of one line, with what its time limit and its unread parts ask for; the gravest first, each once. */
function lineWarnings({ reading, warnings }: PreviewParts, nowMs: number): Warning[] {
  const isSaid = warnings.some(({ code }) => code === 'BLIND_SIGNING');
  const blind = reading?.blind === true && !isSaid ? [blindSigning('A part of it could not be read.')] : [];
  return ordered([...expiryWarnings(reading, nowMs), ...blind, ...warnings]);
}

/** So many different texts of warnings are told for the batch; lines with others are spelled out, whatever they are. */
const TEXTS = 100;

/** One request of a batch, and what its own preview says. */
export interface TalliedLine {
  readonly line: number;
  readonly operation: SubmitOperation;
  readonly parameters: unknown;
  readonly parts: PreviewParts;
}

/** What is counted while the requests of a batch are read, one after the other. */
export class BatchSummary {
  readonly operations = new MentionsBy<{ readonly summary: string; readonly effect: Effect }>();
  readonly networks = new MentionsBy<Pick<DecodedTransaction, 'chain' | 'network'>>();
  readonly signers = new MentionsBy<{ readonly address: string; readonly name: string | undefined }>();
  readonly recipients = new RecipientTable();
  readonly addresses = new BatchAddresses();
  readonly warnings = new MentionsBy<Warning>();
  /** Warnings beyond so many texts, by what they are called. */
  readonly furtherWarnings = new MentionsBy<Warning>();
  readonly notPayments = new Mentions();
  /** Requests that are the same as an earlier one. */
  readonly repeated = new MentionsBy<number>();
  /** What recipients get in payments, whether or not one of them warns. */
  readonly paid = new AssetTotals();
  /** Those of transactions that pay several: they are compared with each other. */
  readonly paidTogether = new AssetTotals();
  /** What leaves the organization's addresses, what comes in, and the fees; each line for what is left after both. */
  readonly leaving = new AssetTotals();
  /** The part of it that is no payment. */
  readonly leavingOtherwise = new AssetTotals();
  readonly arriving = new AssetTotals();
  readonly fees = new AssetTotals();
  /** What these totals do not say. */
  readonly notes = new MentionsBy<string>();
  /** Whatever is more than a plain payment, in words, in the order of the file. */
  readonly spelled: SpelledLine[] = [];
  readonly #seen = new Map<string, number>();
  readonly #paid = new Set<string>();
  #payments = 0;
  #requests = 0;

  get requests(): number {
    return this.#requests;
  }

  /** How many requests are payments; one that warns is among them, and spelled out nevertheless. */
  get payments(): number {
    return this.#payments;
  }

  /** How many addresses the payments go to. */
  get paidAddresses(): number {
    return this.#paid.size;
  }

  add(of: TalliedLine, nowMs: number): void {
    const { line, operation, parameters, parts } = of;
    const { effect = operation.effect, votesOn, reading, expectation, facts } = parts;
    const { summary } = votesOn ?? operation;
    this.#requests += 1;
    this.operations.add(`${operation.path} ${effect} ${summary}`, line, { summary, effect });
    if (expectation.kind === 'signedBy') {
      const { address } = expectation;
      const name = facts.find(({ value, note }) => value === address && note !== undefined)?.note;
      this.signers.add(address, line, { address, name });
    }
    const payments = paymentsOf(operation, parts);
    if (payments.length === 0) this.notPayments.add(line);
    const warnings = lineWarnings(parts, nowMs);
    if (reading !== null) this.#addReading(line, reading, payments);
    // Each is asked: it counts the warning, too.
    const isSaid = warnings.map((warning) => this.#addWarning(line, warning)).every(Boolean);
    // Of several payments in one transaction, each output is spelled out: the change as well.
    const isPlain = payments.length === 1 && warnings.every(({ severity }) => severity === 'notice');
    if (!isPlain || !isSaid) this.#spell(of, warnings);
    // Of votes, what their requests ask for is compared: each vote is another one.
    this.#look(line, votesOn?.operation ?? operation, votesOn ?? { parameters, expectation });
  }

  #spell({ line, operation, parts }: TalliedLine, warnings: readonly Warning[]): void {
    const spelled = spellLine(line, operation, parts, warnings);
    this.spelled.push(spelled);
    const named = [...spelled.sentence, ...spelled.facts].flatMap(({ kind, value }) =>
      kind === 'address' ? [value] : [],
    );
    for (const address of new Set(named)) this.addresses.add(line, address);
  }

  /** @returns whether its text is told for the whole batch */
  #addWarning(line: number, warning: Warning): boolean {
    const { severity, code, title, text } = warning;
    const name = `${severity} ${code} ${title} ${text}`;
    const isTold = this.warnings.size < TEXTS || this.warnings.has(name);
    if (isTold) this.warnings.add(name, line, warning);
    else this.furtherWarnings.add(`${severity} ${code} ${title}`, line, warning);
    return isTold;
  }

  #addReading(line: number, reading: DecodedTransaction, payments: readonly Payment[]): void {
    const { chain, network } = reading;
    this.networks.add(network, line, { chain, network });
    const recipients = recipientsOf(reading);
    const paid = new Set(payments.map((payment) => payment.to));
    for (const each of new Set([...recipients, ...spendersOf(reading)])) {
      if (!paid.has(each)) this.recipients.add(line, network, each, null);
      this.addresses.add(line, each);
    }
    const to = recipients.length === 1 ? (recipients[0] ?? null) : null;
    for (const payment of payments) {
      const of = { line, amount: payment.amount, to: payment.to };
      this.recipients.add(line, network, payment.to, payment);
      this.#paid.add(payment.to);
      this.paid.add(network, payment.asset, of);
      if (payments.length > 1) this.paidTogether.add(network, payment.asset, of);
    }
    this.#payments += payments.length;
    const { assets = [], fee, notes = [] } = reading.totals ?? {};
    for (const { asset, out, in: into } of assets) {
      const net = BigInt(out) - BigInt(into);
      if (net > 0n) this.leaving.add(network, asset, { line, amount: net, to });
      if (net > 0n && payments.length === 0)
        this.leavingOtherwise.add(network, asset, { line, amount: net, to });
      if (net < 0n) this.arriving.add(network, asset, { line, amount: -net, to });
    }
    if (fee !== undefined) this.fees.add(network, fee.asset, { line, amount: BigInt(fee.amount), to: null });
    for (const note of notes) this.notes.add(note, line, note);
  }

  /** The digest is kept in the place of what it is of: transactions are long, and batches too. */
  #look(line: number, operation: SubmitOperation, asked: Pick<Asked, 'parameters' | 'expectation'>): void {
    const name = sha256Hex(toUtf8(`${operation.path} ${sameAs(operation, asked)}`));
    const first = this.#seen.get(name);
    if (first === undefined) this.#seen.set(name, line);
    else this.repeated.add('', line, first);
  }
}

type Asked = NonNullable<PreviewParts['votesOn']>;

/** What makes two requests the same, whatever they are written like. */
function sameAs(
  operation: SubmitOperation,
  { parameters, expectation }: Pick<Asked, 'parameters' | 'expectation'>,
): string {
  const transaction =
    operation === signTransaction ? signTransaction.parameters.safeParse(parameters).data : undefined;
  if (transaction === undefined) {
    // Parsed, the members stand in the schema's order.
    const parsed = operation.parameters.safeParse(parameters);
    return JSON.stringify(parsed.success ? parsed.data : parameters);
  }
  // The same bytes signed by the same key have one signature, whether the key is named by its id or its address.
  const { unsignedTransaction, type } = transaction;
  const signer = expectation.kind === 'signedBy' ? expectation.address : '';
  return `${type} ${signer} ${unsignedTransaction.toLowerCase().replace(/^0x/, '')}`;
}
