import type { SentencePart } from '../reading.ts';
import { formatSol, formatToken } from './amounts.ts';
import type { InstructionReading } from './read-instruction.ts';
import { say, theAddress, theAmount } from '../sentence.ts';

type Sentence = (reading: InstructionReading) => SentencePart[];

const who = (reading: InstructionReading, role: string): SentencePart => {
  const address = reading.address(role);
  return address === undefined
    ? { kind: 'text', value: 'an account of a lookup table' }
    : theAddress(address);
};
const sol = (reading: InstructionReading): SentencePart => theAmount(formatSol(reading.integer('lamports')));
const tokens = (reading: InstructionReading): SentencePart => theAmount(formatToken(reading.tokenAmount()));
/** The token, where its amount does not name it. */
const ofMint = (reading: InstructionReading): SentencePart[] => {
  const mint = reading.address('mint');
  return mint === undefined || reading.hasKnownToken() ? [] : say(' of token ', theAddress(mint));
};

const tokenTransfer: Sentence = (reading) =>
  say('Send ', tokens(reading), ...ofMint(reading), ' to ', who(reading, 'destination'));
const approve: Sentence = (reading) =>
  say('Let ', who(reading, 'delegate'), ' spend ', tokens(reading), ...ofMint(reading));
const mint: Sentence = (reading) =>
  say('Mint ', tokens(reading), ...ofMint(reading), ' for ', who(reading, 'destination'));
const burn: Sentence = (reading) => say('Burn ', tokens(reading), ...ofMint(reading));
const authorize: Sentence = (reading) => say('Change who controls the stake ', who(reading, 'stake'));

/** What the instructions that operators meet do; the others are said by their title. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  'system.transfer': (reading) => say('Send ', sol(reading), ' to ', who(reading, 'to')),
  'system.transferWithSeed': (reading) => say('Send ', sol(reading), ' to ', who(reading, 'to')),
  'system.createAccount': (reading) =>
    say('Create the account ', who(reading, 'newAccount'), ' with ', sol(reading)),
  'system.createAccountWithSeed': (reading) =>
    say('Create the account ', who(reading, 'newAccount'), ' with ', sol(reading)),
  'system.assign': (reading) => say('Give the account ', who(reading, 'account'), ' to a program'),
  'system.withdrawNonce': (reading) =>
    say('Withdraw ', sol(reading), ' from a nonce account to ', who(reading, 'to')),
  'system.authorizeNonce': (reading) =>
    say('Change who controls the nonce account ', who(reading, 'nonceAccount')),
  'token.transfer': tokenTransfer,
  'token.transferChecked': tokenTransfer,
  'token.transferCheckedWithFee': tokenTransfer,
  'token.approve': approve,
  'token.approveChecked': approve,
  'token.revoke': (reading) => say('Revoke the delegate of ', who(reading, 'source')),
  'token.mintTo': mint,
  'token.mintToChecked': mint,
  'token.burn': burn,
  'token.burnChecked': burn,
  'token.setAuthority': (reading) => say('Change an authority of ', who(reading, 'account')),
  'token.closeAccount': (reading) =>
    say(
      'Close the token account ',
      who(reading, 'account'),
      ' and send its SOL to ',
      who(reading, 'destination'),
    ),
  'associatedToken.create': (reading) => say('Create a token account for ', who(reading, 'owner')),
  'associatedToken.createIdempotent': (reading) => say('Create a token account for ', who(reading, 'owner')),
  'stake.delegate': (reading) =>
    say('Delegate the stake ', who(reading, 'stake'), ' to ', who(reading, 'voteAccount')),
  'stake.split': (reading) => say('Split ', sol(reading), ' off the stake ', who(reading, 'stake')),
  'stake.withdraw': (reading) => say('Withdraw ', sol(reading), ' from a stake to ', who(reading, 'to')),
  'stake.deactivate': (reading) => say('Deactivate the stake ', who(reading, 'stake')),
  'stake.merge': (reading) =>
    say('Merge the stake ', who(reading, 'mergedStake'), ' into ', who(reading, 'stake')),
  'stake.authorize': authorize,
  'stake.authorizeWithSeed': authorize,
  'stake.authorizeChecked': authorize,
};

/** What an instruction does, as a sentence without its end. */
export const sentenceOf = (reading: InstructionReading): SentencePart[] =>
  SENTENCES[reading.id]?.(reading) ?? say(reading.title);
