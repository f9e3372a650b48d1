import type { Fact, SentencePart } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import type { Hex } from '../address.ts';
import {
  addressFact,
  elementsAt,
  decoded,
  theAddress,
  word,
  wordFact,
  type DecodedCall,
  type ContractCall,
} from '../call.ts';
import { burns, ZERO_ADDRESS } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import { theTokenAmount, tokenFact } from '../token-amount.ts';
import { findToken } from '../tokens.ts';
import { emptyPositionBurnt, isToPositionsV3 } from './position-manager-v3.ts';

const itself = (call: ContractCall): Fact => ({ label: 'Contract', value: call.to, kind: 'address' });
const toNobody = (to: Hex) => (to === ZERO_ADDRESS ? [burns()] : []);

/** Something made for an address, in the words of a sentence and by facts. */
const made = (
  call: ContractCall,
  id: string,
  to: Hex,
  what: readonly SentencePart[],
  facts: readonly Fact[],
): DecodedCall =>
  decoded(id, 'Minting', {
    sentence: say('Make ', ...what, ' for ', theAddress(to)),
    facts: [addressFact(call, 'To', to, 0), itself(call), ...facts],
    warnings: toNobody(to),
  });

/** Something destroyed, out of an account that the call names or the caller's own. */
const destroyed = (
  call: ContractCall,
  id: string,
  from: Hex | null,
  what: readonly SentencePart[],
  facts: readonly Fact[],
): DecodedCall =>
  decoded(id, 'Burning', {
    sentence: say('Destroy ', ...what, ...(from === null ? [] : say(' held by ', theAddress(from)))),
    facts: [...(from === null ? [] : [addressFact(call, 'Held by', from, 0)]), itself(call), ...facts],
  });

/** So much of what the called contract gives out. */
const ofIt = (call: ContractCall, much: string): SentencePart[] =>
  say(theAmount(much), ' of ', theAddress(call.to));
const numberFact = (call: ContractCall, label: string, number: bigint, index: number): Fact =>
  wordFact(call, label, number.toString(), index, 'number');

/** A single number is an amount of coins or the id of an item, which only a token of the local list tells. */
const single = (call: ContractCall, number: bigint, index: number) =>
  findToken(call.chainId, call.to) === undefined
    ? {
        what: ofIt(call, `amount or token id ${number.toString()}`),
        fact: numberFact(call, 'Amount or token id', number, index),
      }
    : {
        what: [theTokenAmount(call, call.to, number)],
        fact: tokenFact(call, 'Amount', call.to, number, [word(call, index)]),
      };

/** The items of a batch: ids are the pointer in one word, amounts that in the next. */
function itemFacts(
  call: ContractCall,
  ids: readonly bigint[],
  amounts: readonly bigint[],
  index: number,
): Fact[] {
  const places = elementsAt(call, index, ids.length, 1);
  const others = elementsAt(call, index + 1, amounts.length, 1);
  return ids.map((id, element): Fact => {
    const [at, other] = [places[element], others[element]];
    return {
      label: `Item ${element + 1}`,
      value: `${amounts[element]?.toString() ?? 'no amount'} of id ${id.toString()}`,
      kind: 'amount',
      ranges: [at, other].flatMap((place) => (place === undefined ? [] : [word(place, 0)])),
    };
  });
}

const kindsOf = (ids: readonly bigint[]) => `${ids.length} ${ids.length === 1 ? 'kind' : 'kinds'} of items`;

/** Making and destroying of coins, collectibles and multi-tokens, as OpenZeppelin's contracts name it. */
export const MINTING_CALLS = [
  defineCall('function mint(address to, uint256 amountOrId)', ([to, number], call) => {
    const { what, fact } = single(call, number, 1);
    return made(call, 'token.mint', to, what, [fact]);
  }),
  defineCall('function safeMint(address to, uint256 tokenId)', ([to, id], call) =>
    made(call, 'erc721.safeMint', to, ofIt(call, `item ${id.toString()}`), [
      numberFact(call, 'Token id', id, 1),
    ]),
  ),
  defineCall('function mint(address to, uint256 id, uint256 amount, bytes data)', ([to, id, amount], call) =>
    made(call, 'erc1155.mint', to, ofIt(call, `${amount.toString()} of item ${id.toString()}`), [
      numberFact(call, 'Token id', id, 1),
      numberFact(call, 'Amount', amount, 2),
    ]),
  ),
  defineCall(
    'function mintBatch(address to, uint256[] ids, uint256[] amounts, bytes data)',
    ([to, ids, amounts], call) =>
      made(call, 'erc1155.mintBatch', to, ofIt(call, kindsOf(ids)), itemFacts(call, ids, amounts, 1)),
  ),
  defineCall('function burn(uint256 amountOrId)', ([number], call) => {
    if (isToPositionsV3(call)) return emptyPositionBurnt(call, number);
    const { what, fact } = single(call, number, 0);
    return destroyed(call, 'token.burn', null, what, [fact]);
  }),
  defineCall('function burnFrom(address account, uint256 amount)', ([from, amount], call) => {
    const { what, fact } = single(call, amount, 1);
    return destroyed(call, 'erc20.burnFrom', from, what, [fact]);
  }),
  defineCall('function burn(address account, uint256 id, uint256 amount)', ([from, id, amount], call) =>
    destroyed(call, 'erc1155.burn', from, ofIt(call, `${amount.toString()} of item ${id.toString()}`), [
      numberFact(call, 'Token id', id, 1),
      numberFact(call, 'Amount', amount, 2),
    ]),
  ),
  defineCall(
    'function burnBatch(address account, uint256[] ids, uint256[] amounts)',
    ([from, ids, amounts], call) =>
      destroyed(call, 'erc1155.burnBatch', from, ofIt(call, kindsOf(ids)), itemFacts(call, ids, amounts, 1)),
  ),
];
