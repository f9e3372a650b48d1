import type { Fact } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import type { Hex } from '../model/address.ts';
import type { Located } from '../abi/located.ts';
import { decoded, theLocatedAddress, type ContractCall, type DecodedCall } from '../model/call.ts';
import { warnOfRecipient } from '../model/call-warnings.ts';
import { defineCall } from '../descriptions/describe-call.ts';
import { addressFact, valueFact } from '../descriptions/formats.ts';

/** A transfer of items, and what is told of them in words and by facts. */
interface Transfer {
  readonly from: Located<Hex>;
  readonly to: Located<Hex>;
  readonly data?: Located<Hex>;
}

const collectionFact = (call: ContractCall): Fact => addressFact('Collection', { value: call.to });
const idFact = (id: Located<bigint>): Fact => valueFact('Token id', id, id.value.toString(), 'number');

function sent(
  call: ContractCall,
  [id, title]: readonly [id: string, title: string],
  { from, to, data }: Transfer,
  {
    what,
    items,
  }: { readonly what: readonly (string | ReturnType<typeof theAmount>)[]; readonly items: readonly Fact[] },
): DecodedCall {
  return decoded(id, title, {
    sentence: say('Send ', ...what, ' to ', theLocatedAddress(to.value)),
    facts: [
      addressFact('Taken from', from),
      addressFact('To', to),
      collectionFact(call),
      ...items,
      ...(data === undefined || data.value === '0x'
        ? []
        : [{ label: 'Data for the recipient', value: data.value, kind: 'data' as const }]),
    ],
    warnings: warnOfRecipient(call, call.to, to.value, from.value),
  });
}

const sentOne = (call: ContractCall, transfer: Transfer, tokenId: Located<bigint>) =>
  sent(call, ['erc721.safeTransferFrom', 'Collectible transfer'], transfer, {
    what: [theAmount(`item ${tokenId.value.toString()}`), ' of ', theLocatedAddress(call.to)],
    items: [idFact(tokenId)],
  });

const setApprovalForAll = defineCall(
  'setApprovalForAll(address operator, bool approved)',
  ({ operator, approved }, call) => {
    const all = warn(
      'APPROVAL_FOR_ALL',
      'danger',
      'Approval of everything in a collection',
      `${operator.value} could take every item that the signer holds in this collection, now and later.`,
    );
    return decoded(
      'nft.setApprovalForAll',
      approved.value ? 'Approval of a whole collection' : 'Collection approval taken back',
      {
        sentence: approved.value
          ? say(
              'Allow ',
              theLocatedAddress(operator.value),
              ' to take every item of ',
              theLocatedAddress(call.to),
            )
          : say(
              'Take back the approval of ',
              theLocatedAddress(operator.value),
              ' for ',
              theLocatedAddress(call.to),
            ),
        facts: [
          addressFact('Operator', operator),
          collectionFact(call),
          valueFact('Approved', approved, approved.value ? 'yes, everything' : 'no'),
        ],
        warnings: approved.value ? [all] : [],
      },
    );
  },
);

const safeBatchTransferFrom = defineCall(
  'safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
  ({ ids, values, ...transfer }, call) => {
    const uneven = warn(
      'BATCH_UNEVEN',
      'caution',
      'Ids and amounts do not match',
      'The call names more ids than amounts, or fewer. It will fail as a rule.',
    );
    // All that stands behind the pointers: both lists and the data.
    const range: Fact['ranges'] = [[ids.range[0], call.offset + call.data.length]];
    const told = sent(call, ['erc1155.safeBatchTransferFrom', 'Multi-token transfer'], transfer, {
      what: [theAmount(`${ids.items.length} kinds of items`), ' of ', theLocatedAddress(call.to)],
      items: ids.items.map((id, index) => ({
        label: `Item ${index + 1}`,
        value: `${values.items[index]?.value.toString() ?? 'no amount'} of id ${id.value.toString()}`,
        kind: 'amount',
        ranges: range,
      })),
    });
    return ids.items.length === values.items.length
      ? told
      : { ...told, warnings: [...told.warnings, uneven] };
  },
);

/** Calls of collectibles (ERC-721) and multi-tokens (ERC-1155). */
export const COLLECTIBLE_CALLS = [
  defineCall('safeTransferFrom(address from, address to, uint256 tokenId)', (args, call) =>
    sentOne(call, args, args.tokenId),
  ),
  defineCall('safeTransferFrom(address from, address to, uint256 tokenId, bytes data)', (args, call) =>
    sentOne(call, args, args.tokenId),
  ),
  setApprovalForAll,
  defineCall(
    'safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
    ({ id, value, ...transfer }, call) =>
      sent(call, ['erc1155.safeTransferFrom', 'Multi-token transfer'], transfer, {
        what: [theAmount(`${value.value.toString()} of item ${id.value.toString()}`)],
        items: [idFact(id), valueFact('Amount', value, value.value.toString(), 'number')],
      }),
  ),
  safeBatchTransferFrom,
];
