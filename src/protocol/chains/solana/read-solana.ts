import { toHex } from '../../encoding.ts';
import type { Knowledge, Signer } from '../chain.ts';
import type { Fact, RecognisedAction, SentencePart, TransactionReading, Warning } from '../reading.ts';
import { envelopeFacts } from './envelope-facts.ts';
import { envelopeWarnings } from './envelope-warnings.ts';
import { sentenceOf } from './instruction-words.ts';
import { warningsOf } from './instruction-warnings.ts';
import { parseTransaction } from './parse.ts';
import { rawFields } from './raw-fields.ts';
import {
  accountFact,
  readInstructions,
  type InstructionReading,
  type ReadInstruction,
} from './read-instruction.ts';
import { totalsFor } from './totals.ts';
import { say, theAddress } from '../sentence.ts';
import { warnOfCharacters } from '../text-warnings.ts';
import { ordered, warn } from '../warnings.ts';

/** Instructions that go along with others: the sentence is about those. */
const ASIDE = new Set([
  'system.advanceNonce',
  'memo.write',
  'associatedToken.create',
  'associatedToken.createIdempotent',
]);
const MOST_SAID = 3;

/**
 * Reads what an unsigned Solana transaction does, out of its bytes and the local lists alone. The cluster is not in them.
 * @param unsignedTransaction hex, with or without `0x`
 * @throws ProtocolError as `parseTransaction`
 */
export function readSolana(
  unsignedTransaction: string,
  signer?: Signer,
  { own = [] }: Knowledge = {},
): TransactionReading {
  const tx = parseTransaction(unsignedTransaction);
  const instructions = readInstructions(tx);
  return {
    chain: 'solana',
    network: 'Solana',
    sentence: sentenceOfAll(instructions),
    facts: [...factsOfOnly(instructions), ...envelopeFacts(tx, instructions, signer)],
    actions: instructions.map(actionOf),
    raw: rawFields(tx),
    warnings: ordered([
      ...instructions.flatMap((each) =>
        each.reading === undefined
          ? unread(each)
          : [...warningsOf(each.reading), ...textWarnings(each.reading)],
      ),
      ...envelopeWarnings(tx, instructions, signer),
    ]),
    blind: instructions.some(({ reading }) => reading === undefined || reading.hasLookedUp),
    ...(signer === undefined ? {} : { totals: totalsFor(tx, instructions, signer.address, own) }),
  };
}

/** What the transaction is about: without budgets, memos and what only prepares, unless there is nothing else. */
function mainOf(instructions: readonly ReadInstruction[]): readonly ReadInstruction[] {
  const counted = instructions.filter(({ reading }) => reading?.id.startsWith('computeBudget.') !== true);
  const main = counted.filter(({ reading }) => reading === undefined || !ASIDE.has(reading.id));
  return main.length > 0 ? main : counted;
}

function sentenceOfAll(instructions: readonly ReadInstruction[]): SentencePart[] {
  const main = mainOf(instructions);
  if (main.length === 0) return say('Do nothing but pay the fee');
  const sentences = main
    .slice(0, MOST_SAID)
    .map(({ reading, programAddress }) =>
      reading === undefined
        ? say('Call the program ', theAddress(programAddress), ', which could not be read')
        : sentenceOf(reading),
    );
  const more = main.length - sentences.length;
  return [
    ...sentences.flatMap((sentence, index) =>
      index === 0 ? sentence : [...say('; then '), ...lowered(sentence)],
    ),
    ...(more === 0 ? [] : say(`; then ${more} more`)),
  ];
}

/** A sentence that goes on after another one. */
const lowered = ([first, ...rest]: SentencePart[]): SentencePart[] =>
  first?.kind === 'text'
    ? [{ ...first, value: first.value.charAt(0).toLowerCase() + first.value.slice(1) }, ...rest]
    : [...(first ? [first] : []), ...rest];

/** The facts of the one thing that a transaction does; of several, each step has its own. */
function factsOfOnly(instructions: readonly ReadInstruction[]): Fact[] {
  const [only, ...others] = mainOf(instructions);
  return only === undefined || others.length > 0 ? [] : [...actionOf(only).facts];
}

function actionOf({ reading, programAddress, instruction, accounts }: ReadInstruction): RecognisedAction {
  if (reading !== undefined)
    return { id: reading.id, title: reading.title, facts: reading.facts(), actions: [] };
  const { programRange, accountRanges, data, dataRange } = instruction;
  return {
    id: 'instruction.unknown',
    title: 'Instruction that could not be read',
    facts: [
      { label: 'Program', value: programAddress, kind: 'address', ranges: [programRange] },
      ...accounts.map((account, place) => {
        const range = accountRanges[place];
        return accountFact(`Account ${place + 1}`, account, range === undefined ? [] : [range]);
      }),
      data.length === 0
        ? { label: 'Data', value: 'empty', kind: 'text' as const }
        : {
            label: 'Data',
            value: toHex(data),
            kind: 'data' as const,
            note: `${data.length} bytes`,
            ranges: [dataRange],
          },
    ],
    actions: [],
  };
}

/** What is odd about the texts of an instruction, such as a memo: somebody else may have written them. */
const textWarnings = ({ decoded }: InstructionReading): Warning[] =>
  decoded.fields.flatMap(({ name, type, value }) =>
    typeof value !== 'string' || type.includes('pubkey')
      ? []
      : type === 'text'
        ? warnOfCharacters(value, 'The memo')
        : warnOfCharacters(value, `The ${name}`, 'name'),
  );

const unread = ({ programAddress }: ReadInstruction): Warning[] => [
  warn(
    'BLIND_SIGNING',
    'danger',
    'Blind signing',
    `An instruction of the program ${programAddress} could not be read. With your signature it can do whatever that program lets it.`,
  ),
];
