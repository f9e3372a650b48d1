import type { Fact } from '#chains/model/decoded.ts';
import type { PolicyRecord } from '#protocol/catalogue/policies.ts';
import { errorOf } from '#protocol/define-errors.ts';
import { AppError } from '#protocol/error.ts';
import type { Policy } from '#protocol/policies/evaluate-policy.ts';
import type { Expression } from '#protocol/policies/expression.ts';
import { type PolicyPart, parsePart } from '#protocol/policies/fields.ts';
import { PolicyError } from '#protocol/policies/policy-error.ts';
import { createYield } from '../../platform/pacing.ts';
import { mentionsOf } from './mentions.ts';

/** What a policy says, as requests write it; null and undefined are what it does not say. */
export interface PolicyText {
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly condition?: string | null | undefined;
  readonly consensus?: string | null | undefined;
  readonly time?: string | null | undefined;
}

/** A policy without its id. */
export type Rules = Omit<Policy, 'policyId'>;

/** Expressions that were read, by their part and text: of a thousand policies many are written after one pattern. */
type ReadParts = Map<string, Expression>;

/**
 * Reads a policy as the service does.
 * @param of such as "Policy 2: ", before the error's words
 * @param read what was read before: the same text is the same expression
 * @throws AppError with the parser's words and the position, for what the service would refuse
 */
export function parseRules({ effect, ...text }: PolicyText, of = '', read: ReadParts = new Map()): Rules {
  const partOf = (part: PolicyPart, name: string): Expression | undefined => {
    const key = `${part} ${text[part] ?? ''}`;
    const expression = read.get(key) ?? parsed(text[part], part, `${of}${name}`);
    if (expression !== undefined) read.set(key, expression);
    return expression;
  };
  const condition = partOf('condition', 'Condition');
  const consensus = partOf('consensus', 'Consensus');
  const time = partOf('time', 'Time');
  return {
    effect,
    ...(condition === undefined ? {} : { condition }),
    ...(consensus === undefined ? {} : { consensus }),
    ...(time === undefined ? {} : { time }),
  };
}

/** What a policy doesn’t say, the service shows as an empty text. */
export const said = (part: string | null | undefined): string | null => (part === '' ? null : (part ?? null));

/** Policies as the service shows them, in turns with others; undefined where one can't be read. */
export async function parsePolicies(records: readonly PolicyRecord[]): Promise<(Policy | undefined)[]> {
  const read: ReadParts = new Map();
  const yieldToEventLoop = createYield();
  const policies: (Policy | undefined)[] = [];
  for (const record of records) {
    await yieldToEventLoop();
    policies.push(policyOf(record, read));
  }
  return policies;
}

function policyOf({ policyId, effect, ...text }: PolicyRecord, read: ReadParts): Policy | undefined {
  try {
    const [condition, consensus, time] = [said(text.condition), said(text.consensus), said(text.time)];
    const rules = parseRules({ effect, condition, consensus, time }, '', read);
    return { policyId, ...rules };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function parsed(text: string | null | undefined, part: PolicyPart, name: string): Expression | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return parsePart(part, text);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const { code, message, remedy } = error;
    throw errorOf({ code, message: `${name}: ${message}`, remedy }, { cause: error });
  }
}

const ETHER = 18;

/** Numbers that a place is compared with and that change: "10 ETH → 10,000,000 ETH". */
export function thresholdFacts(before: Rules, after: Rules): Fact[] {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((place): Fact[] => {
    const [old, now] = [wordsOf(place, was.get(place)), wordsOf(place, is.get(place))];
    return old === now ? [] : [{ label: `Limit on ${place}`, value: `${old} → ${now}`, kind: 'text' }];
  });
}

function numbersOf({ condition, consensus }: Rules): Map<string, Set<bigint>> {
  const found = new Map<string, Set<bigint>>();
  for (const expression of [condition, consensus]) {
    for (const { path, literal, isCount } of expression === undefined ? [] : mentionsOf(expression)) {
      if (typeof literal !== 'bigint') continue;
      const place = `${path.join('.')}${isCount ? '.count()' : ''}`;
      found.set(place, (found.get(place) ?? new Set()).add(literal));
    }
  }
  return found;
}

function wordsOf(place: string, numbers: ReadonlySet<bigint> | undefined): string {
  if (numbers === undefined) return 'none';
  const words = [...numbers]
    .sort((one, other) => (one < other ? -1 : 1))
    .map((each) => numberWords(place, each));
  return words.join(', ');
}

function numberWords(place: string, value: bigint): string {
  if (place !== 'eth.tx.value' || value < 0n) return value.toLocaleString('en');
  const digits = value.toString().padStart(ETHER + 1, '0');
  const fraction = digits.slice(-ETHER).replace(/0+$/, '');
  return `${BigInt(digits.slice(0, -ETHER)).toLocaleString('en')}${fraction === '' ? '' : `.${fraction}`} ETH`;
}
