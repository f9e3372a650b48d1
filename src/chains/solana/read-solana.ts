import { toHex } from '#protocol/encoding.ts';
import type { DecodeContext, KeyToSign } from '../model/chain.ts';
import type { DecodedTransaction, Fact, RecognisedAction, SentencePart, Warning } from '../model/decoded.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import { OWNS_TOKENS } from '../model/recipients.ts';
import { ordered, warn, warnOfCharacters } from '../model/warnings.ts';
import { gainsOfStrangers } from '../model/totals.ts';
import { envelopeFacts } from './envelope-facts.ts';
import { rawFields } from './raw-fields.ts';
import { gainsOf } from './gains.ts';
import { sentenceOf } from './instruction-text.ts';
import { parseTransaction } from './parse.ts';
import {
  type InstructionReading,
  type ReadInstruction,
  accountFacts,
  readInstructions,
} from './read-instruction.ts';
import { TOKEN_ROLES } from './roles.ts';
import { type Scene, sceneOf } from './scene.ts';
import { formatSol } from './tokens.ts';
import { costOf, totalsFor } from './totals.ts';
import { claimWarnings, envelopeWarnings, warningsOf } from './warnings.ts';

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
 * @param unsignedTransaction bytes, or hex with or without `0x`
 * @throws AppError as `parseTransaction`
 */
export function readSolana(
  unsignedTransaction: string | Uint8Array,
  signer?: KeyToSign,
  { ownAddresses: own = [], claimedTables = [], contacts, isListed }: DecodeContext = {},
): DecodedTransaction {
  const tx = parseTransaction(unsignedTransaction);
  const instructions = readInstructions(tx, claimedTables);
  const scene = sceneOf(
    tx,
    instructions.flatMap(({ reading }) => reading ?? []),
    signer?.address,
    { own, contacts, isListed },
  );
  const cost = costOf(tx, instructions, scene);
  return {
    chain: 'solana',
    network: 'Solana',
    sentence: [
      ...sentenceOfAll(instructions, scene),
      ...(cost.grade === 'danger'
        ? say('; pay up to ', theAmount(formatSol(cost.most)), ' in fees and tips')
        : []),
    ],
    facts: [...factsOfOnly(instructions, scene), ...envelopeFacts(tx, instructions, signer)],
    actions: instructions.map((each) => actionOf(each, scene)),
    raw: rawFields(tx),
    warnings: ordered([
      ...instructions.flatMap((each) =>
        each.reading === undefined
          ? unread(each)
          : [...warningsOf(each.reading, scene), ...textWarnings(each.reading)],
      ),
      ...envelopeWarnings(tx, instructions, signer, cost),
      ...claimWarnings(instructions),
    ]),
    blind: instructions.some(({ reading }) => reading === undefined || reading.hasLookedUp),
    ...(signer === undefined ? {} : { totals: totalsFor(tx, instructions, scene) }),
    ...(tx.lookups.length === 0 ? {} : { lookupTables: [...new Set(tx.lookups.map(({ table }) => table))] }),
  };
}

/** What the transaction is about: without budgets, memos and what only prepares, unless there is nothing else. */
function mainOf(instructions: readonly ReadInstruction[]): readonly ReadInstruction[] {
  const counted = instructions.filter(({ reading }) => reading?.id.startsWith('computeBudget.') !== true);
  const main = counted.filter(({ reading }) => reading === undefined || !ASIDE.has(reading.id));
  return main.length > 0 ? main : counted;
}

/** The first few things, and every later one by which somebody gains who is not ours. */
function sentenceOfAll(instructions: readonly ReadInstruction[], scene: Scene): SentencePart[] {
  const main = mainOf(instructions);
  if (main.length === 0) return say('Do nothing but pay the fee');
  const told = main.filter((each, index) => index < MOST_SAID || hasStranger(each, scene));
  const sentences = told.map(({ reading, programAddress }) =>
    reading === undefined
      ? say('Call the program ', theAddress(programAddress), ', which could not be read')
      : sentenceOf(reading, scene),
  );
  const more = main.length - sentences.length;
  return [
    ...sentences.flatMap((sentence, index) =>
      index === 0 ? sentence : [...say('; then '), ...lowered(sentence)],
    ),
    ...(more === 0 ? [] : say(`; then ${more} more`)),
  ];
}

const hasStranger = ({ reading }: ReadInstruction, scene: Scene): boolean =>
  reading === undefined || gainsOfStrangers(gainsOf(reading, scene), scene.isOurs).length > 0;

/** A sentence that goes on after another one. */
const lowered = ([first, ...rest]: SentencePart[]): SentencePart[] =>
  first?.kind === 'text'
    ? [{ ...first, value: first.value.charAt(0).toLowerCase() + first.value.slice(1) }, ...rest]
    : [...(first ? [first] : []), ...rest];

/** The facts of the one thing that a transaction does; of several, each step has its own. */
function factsOfOnly(instructions: readonly ReadInstruction[], scene: Scene): Fact[] {
  const [only, ...others] = mainOf(instructions);
  return only === undefined || others.length > 0 ? [] : [...actionOf(only, scene).facts];
}

function actionOf(
  { reading, programAddress, instruction, accounts }: ReadInstruction,
  scene: Scene,
): RecognisedAction {
  if (reading !== undefined)
    return { id: reading.id, title: reading.title, facts: factsOf(reading, scene), actions: [] };
  const { programRange, accountRanges, data, dataRange } = instruction;
  return {
    id: 'instruction.unknown',
    title: 'Instruction that could not be read',
    facts: [
      { label: 'Program', value: programAddress, kind: 'address', ranges: [programRange] },
      ...accounts.flatMap((account, place) => {
        const range = accountRanges[place];
        return accountFacts(`Account ${place + 1}`, account, range === undefined ? [] : [range]);
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

/** The facts of an instruction; a payment of tokens names who owns the account that gets them. */
function factsOf(reading: InstructionReading, scene: Scene): Fact[] {
  const facts = reading.facts();
  const account = reading.address('destination');
  if (TOKEN_ROLES[reading.id]?.[1] !== 'destination' || account === undefined) return facts;
  const owner = scene.ownerOf(account);
  const to: Fact =
    owner === undefined
      ? { label: 'Owner', value: 'Owner unknown', kind: 'text', note: 'of the destination' }
      : { label: 'To', value: owner, kind: 'address', note: OWNS_TOKENS };
  return facts.flatMap((fact) =>
    fact.label === 'Destination'
      ? owner === undefined
        ? [fact, to]
        : [to, { ...fact, label: 'Token account' }]
      : [fact],
  );
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
