import type { Fact } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { genericPreview } from './generic.ts';
import type { PreviewContext } from './preview-maker.ts';

/**
 * Every parameter that the facts of a preview do not show yet, under its own label, so that nothing of a request is left out.
 * OIDC tokens are secrets, and are never shown.
 */
export async function restOfFacts(
  parameters: unknown,
  context: PreviewContext,
  shown: readonly Fact[],
): Promise<Fact[]> {
  const said = new Set(shown.flatMap(({ value, note }) => [value, ...(note === undefined ? [] : [note])]));
  const { facts } = await genericPreview(parameters, context);
  return facts.filter(
    ({ label, value }) =>
      !label.endsWith('OIDC token') &&
      !said.has(value) &&
      !said.has(revealInvisible(value)) &&
      !said.has(`${value} seconds`),
  );
}
