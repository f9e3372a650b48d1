import type { Fact } from '../model/decoded.ts';
import { contractReading, type ContractReader } from './contract-reading.ts';
import { addressFact, addressIn, fieldFact, formatTrx, resourceName, trxFact } from './contract-facts.ts';
import { bytesOf, integerOf, messagesOf, type Message } from './protobuf.ts';
import { grouped } from '../model/amounts.ts';
import { warn } from '../model/warnings.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';

/** Blocks come every three seconds. */
const BLOCK_SECONDS = 3n;

const STAYS = 'What is staked stays the account’s, and cannot be spent until it is unstaked.';
const COMES_IN = 'How much comes in is not in the bytes.';

const resourceFact = (message: Message, number: number): Fact =>
  fieldFact(message, number, 'Resource', resourceName(message, number));

export const freeze: ContractReader = ({ message }) => {
  const resource = resourceName(message, 10);
  const receiver = bytesOf(message, 15).length === 0 ? null : addressIn(message, 15, 'receiver_address');
  const amount = theAmount(formatTrx(integerOf(message, 2)));
  return contractReading('stake.freeze', 'Stake (first version)', {
    sentence: say(
      'Stake ',
      amount,
      ` for ${resource}`,
      ...(receiver === null ? [] : [' of ', theAddress(receiver)]),
    ),
    facts: [
      trxFact(message, 2, 'Staked'),
      resourceFact(message, 10),
      fieldFact(message, 3, 'At least', `${integerOf(message, 3).toString()} days`),
      ...(receiver === null ? [] : [addressFact(message, 15, 'Receiver', receiver)]),
    ],
    notes: [STAYS],
    warnings: [
      warn(
        'STAKE_V1',
        'notice',
        'First version of staking',
        'The network takes no new stakes of this version any more.',
      ),
    ],
  });
};

export const unfreeze: ContractReader = ({ message }) => {
  const receiver = bytesOf(message, 15).length === 0 ? null : addressIn(message, 15, 'receiver_address');
  return contractReading('stake.unfreeze', 'Unstake (first version)', {
    sentence: say(
      `Take back everything staked for ${resourceName(message, 10)}`,
      ...(receiver === null ? [] : [' of ', theAddress(receiver)]),
    ),
    facts: [
      resourceFact(message, 10),
      ...(receiver === null ? [] : [addressFact(message, 15, 'Receiver', receiver)]),
    ],
    notes: [COMES_IN],
  });
};

export const freezeV2: ContractReader = ({ message }) =>
  contractReading('stake.freeze', 'Stake', {
    sentence: say('Stake ', theAmount(formatTrx(integerOf(message, 2))), ` for ${resourceName(message, 3)}`),
    facts: [trxFact(message, 2, 'Staked'), resourceFact(message, 3)],
    notes: [STAYS],
  });

export const unfreezeV2: ContractReader = ({ message }) =>
  contractReading('stake.unfreeze', 'Unstake', {
    sentence: say(
      'Unstake ',
      theAmount(formatTrx(integerOf(message, 2))),
      ` that give ${resourceName(message, 3)}`,
    ),
    facts: [trxFact(message, 2, 'Unstaked'), resourceFact(message, 3)],
    warnings: [
      warn(
        'UNSTAKE_WAITS',
        'notice',
        'Comes back later',
        'What is unstaked can be withdrawn after the waiting time of the network.',
      ),
    ],
  });

export const withdrawUnfrozen: ContractReader = () =>
  contractReading('stake.withdraw', 'Withdrawal of unstaked TRX', {
    sentence: say('Withdraw every unstaked TRX whose waiting time is over'),
    facts: [],
    notes: [COMES_IN],
  });

export const cancelUnfreeze: ContractReader = () =>
  contractReading('stake.cancelUnfreeze', 'Unstaking called off', {
    sentence: say('Call off every unstaking that still waits, and stake it again'),
    facts: [],
  });

export const delegate: ContractReader = ({ message }) => {
  const receiver = addressIn(message, 4, 'receiver_address');
  const locked = integerOf(message, 5) !== 0n;
  const blocks = integerOf(message, 6);
  const lock =
    blocks === 0n ? 'for the network’s usual time' : `${grouped(blocks)} blocks, about ${hours(blocks)}`;
  return contractReading('resource.delegate', 'Resource delegation', {
    sentence: say(
      `Lend the ${resourceName(message, 2)} of `,
      theAmount(formatTrx(integerOf(message, 3))),
      ' to ',
      theAddress(receiver),
    ),
    facts: [
      addressFact(message, 4, 'Receiver', receiver),
      trxFact(message, 3, 'Stake'),
      resourceFact(message, 2),
      fieldFact(message, locked ? 6 : 5, 'Locked', locked ? lock : 'no'),
    ],
    warnings: locked
      ? [warn('DELEGATION_LOCKED', 'caution', 'Locked', `It cannot be taken back for this time: ${lock}.`)]
      : [],
  });
};

const hours = (blocks: bigint): string => `${grouped((blocks * BLOCK_SECONDS) / 3600n)} hours`;

export const undelegate: ContractReader = ({ message }) => {
  const receiver = addressIn(message, 4, 'receiver_address');
  return contractReading('resource.undelegate', 'Resource taken back', {
    sentence: say(
      `Take back the ${resourceName(message, 2)} of `,
      theAmount(formatTrx(integerOf(message, 3))),
      ' from ',
      theAddress(receiver),
    ),
    facts: [
      addressFact(message, 4, 'Receiver', receiver),
      trxFact(message, 3, 'Stake'),
      resourceFact(message, 2),
    ],
  });
};

export const withdrawReward: ContractReader = () =>
  contractReading('reward.withdraw', 'Reward withdrawal', {
    sentence: say('Withdraw the rewards of votes and block production'),
    facts: [],
    notes: [COMES_IN],
  });

export const voteForWitnesses: ContractReader = ({ message }) => {
  const votes = messagesOf(message, 2).map((each) => ({
    each,
    to: addressIn(each, 1, 'vote_address'),
    count: integerOf(each, 2),
  }));
  const total = votes.reduce((sum, { count }) => sum + count, 0n);
  const [first] = votes;
  return contractReading('witness.vote', 'Vote for super representatives', {
    sentence:
      votes.length === 1 && first !== undefined
        ? say('Give ', theAmount(`${grouped(first.count)} votes`), ' to ', theAddress(first.to))
        : say('Give ', theAmount(`${grouped(total)} votes`), ` to ${votes.length} super representatives`),
    facts: votes.flatMap(({ each, to, count }, index) => [
      addressFact(each, 1, `Candidate ${index + 1}`, to),
      { ...fieldFact(each, 2, `Votes ${index + 1}`, grouped(count)), kind: 'number' },
    ]),
    warnings: [
      warn(
        'VOTES_REPLACED',
        'notice',
        'Earlier votes end',
        'These votes take the place of every earlier vote of the account.',
      ),
    ],
  });
};
