import type { z } from 'zod';
import { type Chain, chainOf, readTransaction } from '#chains/chains.ts';
import type { KeyToSign } from '#chains/model/chain.ts';
import type { DecodedTransaction, Fact, RecognisedAction } from '#chains/model/decoded.ts';
import { recipientsOf } from '#chains/model/recipients.ts';
import type { signTransaction } from '#protocol/catalogue/signing.ts';
import { AppError } from '#protocol/error.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { NameOf, RequestLine } from './operation-view.ts';

/** The title of a transaction that can't be read. */
export const UNREADABLE = 'Unreadable transaction';

type Transaction = z.output<typeof signTransaction.parameters>;

/** What a transaction does, in one line, with whom it names and what is written in it. */
export function transactionLine(
  { type, signWith, unsignedTransaction }: Transaction,
  nameOf?: NameOf,
): RequestLine {
  try {
    const contacts = nameOf?.contacts;
    const from = giverOf(chainOf(type), signWith, nameOf);
    const reading = readTransaction(type, unsignedTransaction, {
      isListed: true,
      ...(from === undefined ? {} : { from }),
      ...(contacts === undefined ? {} : { contacts }),
    });
    const recipients = recipientsOf(reading);
    const said = reading.sentence.flatMap(({ kind, value }) => (kind === 'address' ? [value] : []));
    return {
      title: reading.sentence
        .map(({ kind, value }) => (kind === 'address' ? called(value, nameOf?.(value)) : value))
        .join('')
        .replace(/\.$/, ''),
      recipients,
      addresses: [...new Set([...recipients, ...said])],
      memos: [...new Set(memosOf(reading))],
    };
  } catch (error) {
    if (error instanceof AppError) return { title: UNREADABLE, recipients: [], addresses: [], memos: [] };
    throw error;
  }
}

/** Who signs, where change comes back to the signer: the key as it is known, else the address that the request names. */
function giverOf(chain: Chain, signWith: string, nameOf: NameOf | undefined): KeyToSign | undefined {
  if (chain.payments.givesChange !== true) return undefined;
  const known = nameOf?.signerOf?.(chain, signWith);
  if (known !== undefined) return known;
  try {
    return { address: chain.spellAddress(signWith) };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** A contact by its name, in marks: whatever else is in the line is no contact’s. */
const called = (address: string, name: string | undefined): string =>
  name === undefined ? shorten(address) : `“${revealInvisible(name)}”`;

/** "0x5E2f…8B7a6": enough to tell rows apart; the detail shows the address whole. */
const shorten = (address: string): string => `${address.slice(0, 6)}…${address.slice(-5)}`;

const memosOf = ({ facts, actions }: Pick<DecodedTransaction, 'facts' | 'actions'>): string[] => [
  ...textsIn(facts, 'Memo'),
  ...actions.flatMap(memosOfStep),
];

/** Solana's memo program has a step of its own for each memo. */
const memosOfStep = (step: RecognisedAction): string[] =>
  step.id === 'memo.write' ? textsIn(step.facts, 'Text') : memosOf(step);

const textsIn = (facts: readonly Fact[], wanted: string): string[] =>
  facts.flatMap(({ kind, label, value }) => (kind === 'text' && label === wanted ? [value] : []));
