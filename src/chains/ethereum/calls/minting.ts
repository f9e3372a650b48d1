import type { Fact, SentencePart } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import type { Hex } from '../model/address.ts';
import type { Located, LocatedList } from '../abi/located.ts';
import { decoded, theLocatedAddress, type DecodedCall, type ContractCall } from '../model/call.ts';
import { burns, ZERO_ADDRESS } from '../model/call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/formats.ts';
import { theTokenAmount, tokenFact } from '../model/token-amount.ts';
import { findToken } from '../model/tokens.ts';
import { emptyPositionBurnt, isToPositionsV3 } from './position-manager-v3.ts';

/** What is made or destroyed, in the words of a sentence and by facts. */
interface What {
  readonly words: readonly SentencePart[];
  readonly facts: readonly Fact[];
}
type Numbers = LocatedList<Located<bigint>>;

const itself = (call: ContractCall): Fact => addressFact('Contract', { value: call.to });

/** Something made for an address. */
const made = (call: ContractCall, id: string, to: Located<Hex>, { words, facts }: What): DecodedCall =>
  decoded(id, 'Minting', {
    sentence: say('Make ', ...words, ' for ', theLocatedAddress(to.value)),
    facts: [addressFact('To', to), itself(call), ...facts],
    warnings: to.value === ZERO_ADDRESS ? [burns()] : [],
  });

/** Something destroyed, out of an account that the call names or the caller's own. */
const destroyed = (
  call: ContractCall,
  id: string,
  from: Located<Hex> | null,
  { words, facts }: What,
): DecodedCall =>
  decoded(id, 'Burning', {
    sentence: say(
      'Destroy ',
      ...words,
      ...(from === null ? [] : say(' held by ', theLocatedAddress(from.value))),
    ),
    facts: [...(from === null ? [] : [addressFact('Held by', from)]), itself(call), ...facts],
  });

/** So much of what the called contract gives out. */
const ofIt = (call: ContractCall, much: string): SentencePart[] =>
  say(theAmount(much), ' of ', theLocatedAddress(call.to));
const numberFact = (label: string, number: Located<bigint>): Fact =>
  valueFact(label, number, number.value.toString(), 'number');

/** A single number is an amount of coins or the id of an item, which only a token of the local list tells. */
const single = (call: ContractCall, number: Located<bigint>): What =>
  findToken(call.chainId, call.to) === undefined
    ? {
        words: ofIt(call, `amount or token id ${number.value.toString()}`),
        facts: [numberFact('Amount or token id', number)],
      }
    : {
        words: [theTokenAmount(call, call.to, number.value)],
        facts: [tokenFact(call, 'Amount', call.to, number)],
      };

/** So many of one item. */
const item = (call: ContractCall, id: Located<bigint>, amount: Located<bigint>): What => ({
  words: ofIt(call, `${amount.value.toString()} of item ${id.value.toString()}`),
  facts: [numberFact('Token id', id), numberFact('Amount', amount)],
});

/** Several items, each with an amount. */
const items = (call: ContractCall, { items: ids }: Numbers, { items: amounts }: Numbers): What => ({
  words: ofIt(call, `${ids.length} ${ids.length === 1 ? 'kind' : 'kinds'} of items`),
  facts: ids.map((id, index): Fact => {
    const amount = amounts[index];
    return {
      label: `Item ${index + 1}`,
      value: `${amount?.value.toString() ?? 'no amount'} of id ${id.value.toString()}`,
      kind: 'amount',
      ranges: [id.range, ...(amount === undefined ? [] : [amount.range])],
    };
  }),
});

/** Making and destroying of coins, collectibles and multi-tokens, as OpenZeppelin's contracts name it. */
export const MINTING_CALLS = [
  defineCall('mint(address to, uint256 amountOrId)', ({ to, amountOrId }, call) =>
    made(call, 'token.mint', to, single(call, amountOrId)),
  ),
  defineCall('safeMint(address to, uint256 tokenId)', ({ to, tokenId }, call) =>
    made(call, 'erc721.safeMint', to, {
      words: ofIt(call, `item ${tokenId.value.toString()}`),
      facts: [numberFact('Token id', tokenId)],
    }),
  ),
  defineCall('mint(address to, uint256 id, uint256 amount, bytes data)', ({ to, id, amount }, call) =>
    made(call, 'erc1155.mint', to, item(call, id, amount)),
  ),
  defineCall(
    'mintBatch(address to, uint256[] ids, uint256[] amounts, bytes data)',
    ({ to, ids, amounts }, call) => made(call, 'erc1155.mintBatch', to, items(call, ids, amounts)),
  ),
  defineCall('burn(uint256 amountOrId)', ({ amountOrId }, call) =>
    isToPositionsV3(call)
      ? emptyPositionBurnt(call, amountOrId)
      : destroyed(call, 'token.burn', null, single(call, amountOrId)),
  ),
  defineCall('burnFrom(address account, uint256 amount)', ({ account, amount }, call) =>
    destroyed(call, 'erc20.burnFrom', account, single(call, amount)),
  ),
  defineCall('burn(address account, uint256 id, uint256 amount)', ({ account, id, amount }, call) =>
    destroyed(call, 'erc1155.burn', account, item(call, id, amount)),
  ),
  defineCall(
    'burnBatch(address account, uint256[] ids, uint256[] amounts)',
    ({ account, ids, amounts }, call) =>
      destroyed(call, 'erc1155.burnBatch', account, items(call, ids, amounts)),
  ),
];
