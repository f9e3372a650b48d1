import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { Fact, RecognisedAction } from '#chains/model/decoded.ts';
import { formFields } from '#protocol/form/form-field.ts';
import { readOidcClaims } from '#protocol/oidc-claims.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { countWhole, coveredBy } from './covers.ts';
import { type Leaf, leafFact, leavesOf } from './parameter-facts.ts';
import type { OperationView } from './operation-view.ts';
import type { PreviewMaker, PreviewParts } from './preview-maker.ts';

/** A text of fewer characters may stand in others by chance: it counts where it is a fact of its own. */
const TELLING = 8;

/**
 * Makes a preview whole: whatever parameter its maker does not mention comes behind its facts, under the label of the
 * form. A maker that forgets one hides nothing; one that says it in other words declares which fact does. The bytes of a transaction are read instead, and in the reading's care.
 */
export const withUnmentioned =
  (make: PreviewMaker, reads?: OperationView['reads']): PreviewMaker =>
  async (parameters, context) => {
    const parts = await make(parameters, context);
    if (reads === 'transaction') return parts;
    const more = unmentioned(context.operation, parameters, new Said(parts, reads === 'payload'), parts);
    return more.length === 0 ? parts : { ...parts, facts: [...parts.facts, ...more] };
  };

function unmentioned(
  operation: SubmitOperation,
  parameters: unknown,
  said: Said,
  { covers = [], facts }: PreviewParts,
): Fact[] {
  const leaves = leavesOf(parameters, formFields(operation.parameters));
  const isCovered = coveredBy(covers, facts);
  const lists = listsAmong(leaves);
  const joined = new Map([...lists.values()].map((list) => [list, said.takesList(list)]));
  return leaves.flatMap((leaf) => {
    const list = lists.get(listOf(leaf));
    const isSaid = list !== undefined && joined.get(list) === true;
    return isSaid || isCovered(leaf) || said.takes(leaf) ? [] : [leafFact(leaf)];
  });
}

/** The place of the list that a value is an element of. */
const listOf = ({ path }: Leaf): string =>
  typeof path.at(-1) === 'number' ? JSON.stringify(path.slice(0, -1)) : '';

/** Lists of several values, by their place: a fact may say them in one. */
function listsAmong(leaves: readonly Leaf[]): Map<string, Leaf[]> {
  const lists = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const place = listOf(leaf);
    if (place !== '') lists.set(place, [...(lists.get(place) ?? []), leaf]);
  }
  for (const [place, list] of lists) if (list.length === 1) lists.delete(place);
  return lists;
}

/**
 * What a preview says. A mention serves one parameter: of two with the same value, both are looked for. Only a fact of its
 * own is a mention: a name that somebody chose can have every other value in it.
 */
class Said {
  readonly #isRead: boolean;
  readonly #text: string;
  readonly #values = new Map<string, number>();
  readonly #used = new Map<string, number>();

  constructor({ sentence, facts, warnings, reading }: PreviewParts, isRead: boolean) {
    this.#isRead = isRead;
    const all = [...facts, ...(reading?.actions ?? []).flatMap(factsOf)];
    for (const text of all.flatMap(({ value, note = value }) =>
      isRead || note === value ? [value] : [value, note],
    ))
      this.#values.set(text, (this.#values.get(text) ?? 0) + 1);
    this.#text = [
      sentence.map(({ value }) => value).join(''),
      ...all.flatMap(({ label, value, note = '' }) => [label, value, note]),
      ...warnings.flatMap(({ title, text }) => [title, text]),
    ].join('\n');
  }

  takes({ value, words }: Leaf): boolean {
    // A token is a secret as long as it is valid: it is read, and not shown.
    const claims = readOidcClaims(value);
    if (claims !== undefined)
      return [claims.subject, claims.issuer].every((each) => this.#text.includes(revealInvisible(each)));
    const plain = words === value ? [value] : [words, value];
    return this.#takesOne([...plain, ...plain.map(revealInvisible)]);
  }

  takesList(list: readonly Leaf[]): boolean {
    const texts = [list.map(({ words }) => words), list.map(({ value }) => value)].map((all) =>
      all.join(', '),
    );
    return this.#takesOne([...texts, ...texts.map(revealInvisible)]);
  }

  #takesOne(spellings: readonly string[]): boolean {
    for (const each of new Set(spellings)) {
      const isWords = this.#isRead && each.length >= TELLING;
      const found = isWords ? countWhole(this.#text, each) : (this.#values.get(each) ?? 0);
      const used = this.#used.get(each) ?? 0;
      if (found <= used) continue;
      this.#used.set(each, used + 1);
      return true;
    }
    return false;
  }
}

const factsOf = ({ facts, actions }: RecognisedAction): Fact[] => [...facts, ...actions.flatMap(factsOf)];
