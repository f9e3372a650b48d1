import type { Effect, SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import { signTransaction } from '../../../protocol/catalogue/sign-transaction.ts';
import { feeOf, paymentsOf } from '../../../protocol/chains/payments.ts';
import { compareQuantities, sumOf } from '../../../protocol/chains/quantity.ts';
import type { Quantity } from '../../../protocol/chains/quantity.ts';
import { sentenceText } from '../../../protocol/chains/reading.ts';
import type { TransactionReading, Warning } from '../../../protocol/chains/reading.ts';
import { blindSigning } from '../../../protocol/chains/warnings.ts';
import { sha256Hex, toUtf8 } from '../../../protocol/encoding.ts';
import { expiryWarnings } from '../previews/expiry-warnings.ts';
import type { PreviewParts } from '../previews/preview-maker.ts';
import { AssetTotals } from './asset-totals.ts';
import { MentionsBy } from './mentions.ts';

/** The fees of one unit together, and the highest of one line. */
export interface FeeTotal {
  readonly unit: string;
  readonly total: Quantity;
  readonly highest: { readonly fee: Quantity; readonly line: number };
}

/** What is counted while the requests of a batch are read, one after the other. */
export class BatchTally {
  readonly operations = new MentionsBy<{ readonly summary: string; readonly effect: Effect }>();
  readonly networks = new MentionsBy<Pick<TransactionReading, 'chain' | 'network'>>();
  readonly signers = new MentionsBy<{ readonly address: string; readonly name: string | undefined }>();
  readonly recipients = new MentionsBy<string>();
  readonly warnings = new MentionsBy<Warning>();
  /** Requests that are the same as an earlier one. */
  readonly repeated = new MentionsBy<number>();
  readonly assets = new AssetTotals();
  /** What destroys something or lets something out, in words. */
  readonly grave: { readonly line: number; readonly sentence: string; readonly about: string }[] = [];
  readonly #fees = new Map<string, FeeTotal>();
  readonly #seen = new Map<string, number>();
  #requests = 0;
  #payments = 0;

  get requests(): number {
    return this.#requests;
  }
  get payments(): number {
    return this.#payments;
  }
  get fees(): readonly FeeTotal[] {
    return [...this.#fees.values()];
  }

  add(
    line: number,
    operation: SubmitOperation,
    parameters: unknown,
    parts: PreviewParts,
    nowMs: number,
  ): void {
    const { effect = operation.effect, reading, expectation, facts } = parts;
    this.#requests += 1;
    this.operations.add(`${operation.path} ${effect}`, line, { summary: operation.summary, effect });
    if (expectation.kind === 'signedBy') {
      const { address } = expectation;
      const name = facts.find(({ value, note }) => value === address && note !== undefined)?.note;
      this.signers.add(address, line, { address, name });
    }
    for (const warning of warningsOf(parts, nowMs))
      this.warnings.add(`${warning.severity} ${warning.code}`, line, warning);
    if (reading !== null) this.#addReading(line, reading);
    if (effect === 'destroy' || effect === 'export')
      this.grave.push({
        line,
        sentence: sentenceText(parts.sentence),
        about: facts.map(({ value }) => value).join(', '),
      });
    this.#look(line, operation, parameters, expectation.kind === 'signedBy' ? expectation.address : '');
  }

  #addReading(line: number, reading: TransactionReading): void {
    const { chain, network } = reading;
    this.networks.add(network, line, { chain, network });
    for (const payment of paymentsOf(reading)) {
      this.#payments += 1;
      this.assets.add(network, { ...payment, line });
      if (payment.to !== null) this.recipients.add(payment.to, line, payment.to);
    }
    const fee = feeOf(reading);
    if (fee === undefined) return;
    const known = this.#fees.get(fee.unit);
    const highest =
      known !== undefined && compareQuantities(known.highest.fee, fee) >= 0 ? known.highest : { fee, line };
    const total = sumOf(known?.total ?? { atoms: 0n, decimals: 0 }, fee);
    this.#fees.set(fee.unit, { unit: fee.unit, total, highest });
  }

  /** The digest is kept in the place of what it is of: transactions are long, and batches too. */
  #look(line: number, operation: SubmitOperation, parameters: unknown, signer: string): void {
    const name = sha256Hex(toUtf8(`${operation.path} ${sameAs(operation, parameters, signer)}`));
    const first = this.#seen.get(name);
    if (first === undefined) this.#seen.set(name, line);
    else this.repeated.add('', line, first);
  }
}

/** Warnings of one line, with what its time limit and its unread parts ask for. */
function warningsOf({ reading, warnings }: PreviewParts, nowMs: number): Warning[] {
  const isSaid = warnings.some(({ code }) => code === 'BLIND_SIGNING');
  const blind = reading?.blind === true && !isSaid ? [blindSigning('A part of it could not be read.')] : [];
  return [...expiryWarnings(reading, nowMs), ...blind, ...warnings];
}

/** What makes two requests the same, whatever they are written like. */
function sameAs(operation: SubmitOperation, parameters: unknown, signer: string): string {
  const parsed = operation === signTransaction ? signTransaction.parameters.safeParse(parameters) : undefined;
  if (parsed?.success !== true) return JSON.stringify(parameters);
  // The same bytes signed by the same key have one signature, whether the key is named by its id or its address.
  const { unsignedTransaction, type } = parsed.data;
  return `${type} ${signer} ${unsignedTransaction.toLowerCase().replace(/^0x/, '')}`;
}
