import type { Fact } from '#chains/model/decoded.ts';
import { mentionsOf } from './mentions.ts';
import type { Rules } from './parse-rules.ts';

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
