import type { TypedValue } from '../typed-data/typed-data.ts';

/** A value that a path leads to, with its own path in the data. */
export interface Found {
  readonly path: string;
  readonly value: TypedValue;
}

/**
 * The values that a path of ERC-7730 leads to: `#.order.items.[].token`, with or without `#.`; `[2]` and `[-1]` take one
 * item, `[]` all of them. Slices are not read.
 * @returns none where the path leads nowhere
 */
export function resolve(root: TypedValue, path: string): Found[] {
  const steps = stepsOf(path);
  if (steps === null) return [];
  return steps.reduce<Found[]>(
    (found, step) => found.flatMap((each) => follow(each, step)),
    [{ path: '', value: root }],
  );
}

/** The steps of a path to the data; null for what is no such path. */
function stepsOf(path: string): string[] | null {
  const steps = path
    .replace(/^#\./, '')
    .replace(/(?<!^|\.)\[/g, '.[')
    .split('.');
  return steps.every((step) => /^(?:[A-Za-z_$][\w$]*|\d+|\[-?\d{0,6}\])$/.test(step)) ? steps : null;
}

function follow({ path, value }: Found, step: string): Found[] {
  if (value.kind === 'struct') {
    const member = value.members.find(({ name }) => name === step);
    return member === undefined
      ? []
      : [{ path: path === '' ? step : `${path}.${step}`, value: member.value }];
  }
  if (value.kind === 'atom' || !step.startsWith('[')) return [];
  const all = value.items.map((item, index) => ({ path: `${path}[${index}]`, value: item }));
  if (step === '[]') return all;
  const one = all.at(Number(step.slice(1, -1)));
  return one === undefined ? [] : [one];
}
