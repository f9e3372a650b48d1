import { oncePerList } from '#protocol/once-per-list.ts';
import type { Chain, DecodeContext, Signer } from './chain.ts';
import { LookAlikeIndex } from './look-alike.ts';
import type { Fact, RecognisedAction, DecodedTransaction, Warning } from './decoded.ts';
import { ordered, warn } from './warnings.ts';

/** Nobody makes more of them for one transaction; each takes hours of trying. */
const MAX_TOLD = 5;
const indexOf = oncePerList((list) => new LookAlikeIndex(list));

/**
 * A chain whose readings warn of addresses that look like the operator's own, or like an earlier recipient: whoever
 * poisons a list of past transfers makes such addresses by trying keys.
 */
export const withLookAlikeWarnings = (chain: Chain): Chain => ({
  ...chain,
  read: (unsignedTransaction, signer, known) => {
    const reading = chain.read(unsignedTransaction, signer, known);
    const warnings = lookAlikeWarnings(reading, signer, known);
    return warnings.length === 0
      ? reading
      : { ...reading, warnings: ordered([...reading.warnings, ...warnings]) };
  },
});

/**
 * Warns of every address of a reading that has the ends of a known one: recipients, spenders, contracts, wherever they stand.
 * @param signer whose address is known as well
 */
export function lookAlikeWarnings(
  reading: Pick<DecodedTransaction, 'sentence' | 'facts' | 'actions'>,
  signer: Pick<Signer, 'address'> | undefined,
  { ownAddresses: own = [], known = [] }: DecodeContext = {},
): Warning[] {
  const signers = signer === undefined ? [] : [signer.address];
  const ours = [new LookAlikeIndex(signers), indexOf(own)];
  const earlier = indexOf(known);
  const warnings = addressesOf(reading).flatMap((address) => {
    const own = ours.map((index) => index.find(address)).find((other) => other !== undefined);
    if (own !== undefined) return [warningOf(address, own, 'your address')];
    const other = earlier.find(address);
    return other === undefined ? [] : [warningOf(address, other, 'an earlier recipient')];
  });
  return warnings.slice(0, MAX_TOLD);
}

const warningOf = (address: string, other: string, whose: string): Warning =>
  warn(
    'LOOK_ALIKE_ADDRESS',
    'danger',
    'Looks like another address',
    `${address} is not ${whose} ${other}, but begins and ends like it. Compare every character.`,
  );

function addressesOf({
  sentence,
  facts,
  actions,
}: Pick<DecodedTransaction, 'sentence' | 'facts' | 'actions'>): string[] {
  const said = sentence.flatMap(({ kind, value }) => (kind === 'address' ? [value] : []));
  return [...new Set([...said, ...addressesIn(facts), ...actions.flatMap(addressesOfStep)])];
}

const addressesOfStep = ({ facts, actions }: RecognisedAction): string[] => [
  ...addressesIn(facts),
  ...actions.flatMap(addressesOfStep),
];

const addressesIn = (facts: readonly Fact[]): string[] =>
  facts.flatMap(({ kind, value }) => (kind === 'address' ? [value] : []));
