import type { Effect, SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import { signTransaction } from '../../../protocol/catalogue/sign-transaction.ts';
import { sentenceText } from '../../../protocol/chains/reading.ts';
import type { TransactionReading, Warning } from '../../../protocol/chains/reading.ts';
import { recipientsOf } from '../../../protocol/chains/recipients.ts';
import { blindSigning } from '../../../protocol/chains/warnings.ts';
import { sha256Hex, toUtf8 } from '../../../protocol/encoding.ts';
import { expiryWarnings } from '../previews/expiry-warnings.ts';
import type { PreviewParts } from '../previews/preview-maker.ts';
import { AssetTotals } from './asset-totals.ts';
import { MentionsBy } from './mentions.ts';

/** What is counted while the requests of a batch are read, one after the other. */
export class BatchTally {
  readonly operations = new MentionsBy<{ readonly summary: string; readonly effect: Effect }>();
  readonly networks = new MentionsBy<Pick<TransactionReading, 'chain' | 'network'>>();
  readonly signers = new MentionsBy<{ readonly address: string; readonly name: string | undefined }>();
  readonly recipients = new MentionsBy<string>();
  readonly warnings = new MentionsBy<Warning>();
  /** Requests that are the same as an earlier one. */
  readonly repeated = new MentionsBy<number>();
  /** What leaves the organization's addresses, what comes in, and the fees; each line for what is left after both. */
  readonly leaving = new AssetTotals();
  readonly arriving = new AssetTotals();
  readonly fees = new AssetTotals();
  /** What these totals do not say. */
  readonly notes = new MentionsBy<string>();
  /** What destroys something or lets something out, in words. */
  readonly grave: { readonly line: number; readonly sentence: string; readonly about: string }[] = [];
  readonly #seen = new Map<string, number>();
  #requests = 0;

  get requests(): number {
    return this.#requests;
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
    const recipients = recipientsOf(reading);
    for (const each of recipients) this.recipients.add(each, line, each);
    const to = recipients.length === 1 ? (recipients[0] ?? null) : null;
    const { assets = [], fee, notes = [] } = reading.totals ?? {};
    for (const { asset, out, in: into } of assets) {
      const net = BigInt(out) - BigInt(into);
      if (net > 0n) this.leaving.add(network, asset, { line, amount: net, to });
      if (net < 0n) this.arriving.add(network, asset, { line, amount: -net, to });
    }
    if (fee !== undefined) this.fees.add(network, fee.asset, { line, amount: BigInt(fee.amount), to: null });
    for (const note of notes) this.notes.add(note, line, note);
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
