import type { SubmitOperation } from '../../../protocol/catalogue/operation.ts';
import { signTransaction } from '../../../protocol/catalogue/sign-transaction.ts';
import type { Fact, RecognisedAction } from '../../../protocol/chains/reading.ts';
import { formFields } from '../../../protocol/form/form-field.ts';
import { readOidcClaims } from '../../../protocol/oidc-claims.ts';
import { showUnseen } from '../../../protocol/unseen.ts';
import { countWhole, isCovered } from './covers.ts';
import { leavesOf, leafFact } from './parameter-facts.ts';
import type { Leaf } from './parameter-facts.ts';
import type { PreviewMaker, PreviewParts } from './preview-maker.ts';

/** A text of fewer characters may stand in others by chance: it counts where it is a fact of its own. */
const TELLING = 8;

/**
 * Makes a preview whole: whatever parameter its maker does not mention comes behind its facts, under the label of the
 * form. A maker that forgets one hides nothing; one that says it in other words declares which fact does. The bytes of a transaction are read instead, and in the reading's care.
 */
export const withUnmentioned =
  (make: PreviewMaker): PreviewMaker =>
  async (parameters, context) => {
    const parts = await make(parameters, context);
    const more = unmentioned(context.operation, parameters, parts);
    return more.length === 0 ? parts : { ...parts, facts: [...parts.facts, ...more] };
  };

function unmentioned(operation: SubmitOperation, parameters: unknown, parts: PreviewParts): Fact[] {
  if (operation === signTransaction) return [];
  const said = new Said(parts);
  const { covers = [], facts } = parts;
  return leavesOf(parameters, formFields(operation.parameters)).flatMap((leaf) =>
    isCovered(leaf, covers, facts) || said.takes(leaf) ? [] : [leafFact(leaf)],
  );
}

/** What a preview says. A mention serves one parameter: of two with the same value, both are looked for. */
class Said {
  readonly #text: string;
  readonly #values = new Map<string, number>();
  readonly #used = new Map<string, number>();

  constructor({ sentence, facts, warnings, reading }: PreviewParts) {
    const all = [...facts, ...(reading?.actions ?? []).flatMap(factsOf)];
    for (const { value } of all) this.#values.set(value, (this.#values.get(value) ?? 0) + 1);
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
      return [claims.subject, claims.issuer].every((each) => this.#text.includes(showUnseen(each)));
    const spellings = new Set([words, value, showUnseen(value), showUnseen(words)]);
    for (const each of spellings) {
      const found = each.length < TELLING ? (this.#values.get(each) ?? 0) : countWhole(this.#text, each);
      const used = this.#used.get(each) ?? 0;
      if (found <= used) continue;
      this.#used.set(each, used + 1);
      return true;
    }
    return false;
  }
}

const factsOf = ({ facts, actions }: RecognisedAction): Fact[] => [...facts, ...actions.flatMap(factsOf)];
