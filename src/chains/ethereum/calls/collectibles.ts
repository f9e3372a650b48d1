import type { Hex } from '../address.ts';
import { addressFact, decoded, theAddress, word, wordFact, type ContractCall } from '../call.ts';
import { warnOfRecipient } from '../call-warnings.ts';
import { defineCall } from '../define-call.ts';
import type { Fact } from '../../decoded.ts';
import { say, theAmount } from '../../sentence.ts';
import { warn } from '../../warnings.ts';

const collectionFact = (call: ContractCall): Fact => ({
  label: 'Collection',
  value: call.to,
  kind: 'address',
});

const dataFact = (data: Hex): Fact[] =>
  data === '0x' ? [] : [{ label: 'Data for the recipient', value: data, kind: 'data' }];

const transferOne = (call: ContractCall, from: Hex, to: Hex, tokenId: bigint, data: Hex) =>
  decoded('erc721.safeTransferFrom', 'Collectible transfer', {
    sentence: say(
      'Send ',
      theAmount(`item ${tokenId.toString()}`),
      ' of ',
      theAddress(call.to),
      ' to ',
      theAddress(to),
    ),
    facts: [
      addressFact(call, 'Taken from', from, 0),
      addressFact(call, 'To', to, 1),
      collectionFact(call),
      wordFact(call, 'Token id', tokenId.toString(), 2, 'number'),
      ...dataFact(data),
    ],
    warnings: warnOfRecipient(call, call.to, to, from),
  });

const safeTransferFrom = defineCall(
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  ([from, to, tokenId], call) => transferOne(call, from, to, tokenId, '0x'),
);

const safeTransferFromWithData = defineCall(
  'function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  ([from, to, tokenId, data], call) => transferOne(call, from, to, tokenId, data),
);

const setApprovalForAll = defineCall(
  'function setApprovalForAll(address operator, bool approved)',
  ([operator, approved], call) => {
    const all = warn(
      'APPROVAL_FOR_ALL',
      'danger',
      'Approval of everything in a collection',
      `${operator} could take every item that the signer holds in this collection, now and later.`,
    );
    return decoded(
      'nft.setApprovalForAll',
      approved ? 'Approval of a whole collection' : 'Collection approval taken back',
      {
        sentence: approved
          ? say('Allow ', theAddress(operator), ' to take every item of ', theAddress(call.to))
          : say('Take back the approval of ', theAddress(operator), ' for ', theAddress(call.to)),
        facts: [
          addressFact(call, 'Operator', operator, 0),
          collectionFact(call),
          wordFact(call, 'Approved', approved ? 'yes, everything' : 'no', 1),
        ],
        warnings: approved ? [all] : [],
      },
    );
  },
);

const safeTransferMany = defineCall(
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  ([from, to, id, value, data], call) =>
    decoded('erc1155.safeTransferFrom', 'Multi-token transfer', {
      sentence: say(
        'Send ',
        theAmount(`${value.toString()} of item ${id.toString()}`),
        ' to ',
        theAddress(to),
      ),
      facts: [
        addressFact(call, 'Taken from', from, 0),
        addressFact(call, 'To', to, 1),
        collectionFact(call),
        wordFact(call, 'Token id', id.toString(), 2, 'number'),
        wordFact(call, 'Amount', value.toString(), 3, 'number'),
        ...dataFact(data),
      ],
      warnings: warnOfRecipient(call, call.to, to, from),
    }),
);

const safeBatchTransferFrom = defineCall(
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
  ([from, to, ids, values, data], call) => {
    const uneven = warn(
      'BATCH_UNEVEN',
      'caution',
      'Ids and amounts do not match',
      'The call names more ids than amounts, or fewer. It will fail as a rule.',
    );
    const end = call.offset + call.data.length;
    return decoded('erc1155.safeBatchTransferFrom', 'Multi-token transfer', {
      sentence: say(
        'Send ',
        theAmount(`${ids.length} kinds of items`),
        ' of ',
        theAddress(call.to),
        ' to ',
        theAddress(to),
      ),
      facts: [
        addressFact(call, 'Taken from', from, 0),
        addressFact(call, 'To', to, 1),
        collectionFact(call),
        ...ids.map((id, index): Fact => ({
          label: `Item ${index + 1}`,
          value: `${values[index]?.toString() ?? 'no amount'} of id ${id.toString()}`,
          kind: 'amount',
          ranges: [[word(call, 5)[0], end]],
        })),
        ...dataFact(data),
      ],
      warnings: [
        ...warnOfRecipient(call, call.to, to, from),
        ...(ids.length === values.length ? [] : [uneven]),
      ],
    });
  },
);

/** Calls of collectibles (ERC-721) and multi-tokens (ERC-1155). */
export const COLLECTIBLE_CALLS = [
  safeTransferFrom,
  safeTransferFromWithData,
  setApprovalForAll,
  safeTransferMany,
  safeBatchTransferFrom,
];
