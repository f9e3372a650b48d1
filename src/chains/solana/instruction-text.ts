import type { SentencePart } from '../model/decoded.ts';
import { say, theAddress, theAmount } from '../model/sentence.ts';
import { formatSol, formatToken } from './tokens.ts';
import { type InstructionReading, wordOf } from './read-instruction.ts';
import { isTipAccount } from './roles.ts';
import type { Scene } from './scene.ts';

type Sentence = (reading: InstructionReading, scene: Scene) => SentencePart[];

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

/** The owner of a token account beside the account itself: whoever owns it gets what is paid to it. */
function holder(reading: InstructionReading, role: string, scene: Scene): SentencePart[] {
  const account = reading.address(role);
  if (account === undefined) return [who(reading, role)];
  const owner = scene.ownerOf(account);
  return owner === undefined
    ? say('the token account ', theAddress(account), ' (owner unknown)')
    : say(theAddress(owner), ' at the token account ', theAddress(account));
}
/** An address in a field or a role. */
const named = (reading: InstructionReading, key: string): SentencePart => {
  const address = reading.key(key);
  return address === undefined ? who(reading, key) : theAddress(address);
};

const tokenTransfer: Sentence = (reading, scene) =>
  say('Send ', tokens(reading), ...ofMint(reading), ' to ', ...holder(reading, 'destination', scene));
const pay: Sentence = (reading) =>
  say(isTipAccount(reading.address('to') ?? '') ? 'Tip ' : 'Send ', sol(reading), ' to ', who(reading, 'to'));
const approve: Sentence = (reading) =>
  say('Let ', who(reading, 'delegate'), ' spend ', tokens(reading), ...ofMint(reading));
const mint: Sentence = (reading, scene) =>
  say('Mint ', tokens(reading), ...ofMint(reading), ' for ', ...holder(reading, 'destination', scene));
const burn: Sentence = (reading) => say('Burn ', tokens(reading), ...ofMint(reading));
const authorize: Sentence = (reading) =>
  say(
    'Give ',
    named(reading, 'newAuthority'),
    ` the authority for ${wordOf('role', reading.integer('role')) ?? 'an unknown role'} over the stake `,
    who(reading, 'stake'),
  );
const create: Sentence = (reading, scene) => {
  const made = say('Create the account ', who(reading, 'newAccount'), ' with ', sol(reading));
  return scene.isSetUp(reading) ? made : [...made, ...say(' for the program ', named(reading, 'owner'))];
};
const assign: Sentence = (reading) =>
  say('Give the account ', who(reading, 'account'), ' to the program ', named(reading, 'owner'));
/** A key that two roles name is said once. */
const stakeAccount: Sentence = (reading) => {
  const [staker, withdrawer] = [reading.key('staker'), reading.key('withdrawer')];
  const stake = say('set up the stake ', who(reading, 'stake'));
  return staker !== undefined && staker === withdrawer
    ? [...say('Let ', theAddress(staker), ' control and withdraw, and '), ...stake]
    : [
        ...say('Let ', named(reading, 'staker'), ' control and ', named(reading, 'withdrawer')),
        ...say(' withdraw, and '),
        ...stake,
      ];
};
const tokenAccount: Sentence = (reading) =>
  say('Make ', named(reading, 'owner'), ' the owner of the new token account ', who(reading, 'account'));
const multisig: Sentence = (reading) => {
  const keys = reading.furtherAddresses();
  return say(
    'Set up the multisignature ',
    who(reading, 'multisig'),
    `, which takes ${reading.integer('required')} of `,
    ...keys.flatMap((key, index) => [...(index === 0 ? [] : say(', ')), theAddress(key)]),
  );
};
const newMint: Sentence = (reading) => {
  const freezer = reading.key('freezeAuthority');
  return say(
    'Set up the token ',
    who(reading, 'mint'),
    ', minted by ',
    named(reading, 'mintAuthority'),
    ...(freezer === undefined ? [] : say(' and frozen by ', theAddress(freezer))),
  );
};
const setAuthority: Sentence = (reading) => {
  const word = wordOf('authorityType', reading.integer('authorityType')) ?? 'an unknown right';
  const next = reading.key('newAuthority');
  return next === undefined
    ? say(`Take away for good the authority for ${word} over `, who(reading, 'account'))
    : say('Give ', theAddress(next), ` the authority for ${word} over `, who(reading, 'account'));
};

/** What the instructions that operators meet do; the others are said by their title. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  'system.transfer': pay,
  'system.transferWithSeed': pay,
  'system.createAccount': create,
  'system.createAccountWithSeed': create,
  'system.assign': assign,
  'system.assignWithSeed': assign,
  'system.withdrawNonce': (reading) =>
    say('Withdraw ', sol(reading), ' from a nonce account to ', who(reading, 'to')),
  'system.authorizeNonce': (reading) =>
    say(
      'Give ',
      named(reading, 'newAuthority'),
      ' control of the nonce account ',
      who(reading, 'nonceAccount'),
    ),
  'system.initializeNonce': (reading) =>
    say(
      'Give ',
      named(reading, 'authority'),
      ' control of the new nonce account ',
      who(reading, 'nonceAccount'),
    ),
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
  'token.setAuthority': setAuthority,
  'token.initializeAccount': tokenAccount,
  'token.initializeAccount2': tokenAccount,
  'token.initializeAccount3': tokenAccount,
  'token.initializeMultisig': multisig,
  'token.initializeMultisig2': multisig,
  'token.initializeMint': newMint,
  'token.initializeMint2': newMint,
  'token.initializeMintCloseAuthority': (reading) =>
    say('Let ', named(reading, 'closeAuthority'), ' close the token ', who(reading, 'mint')),
  'token.initializePermanentDelegate': (reading) =>
    say(
      'Let ',
      named(reading, 'delegate'),
      ' move and burn the token ',
      who(reading, 'mint'),
      ' in every account',
    ),
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
  'stake.initialize': stakeAccount,
  'stake.initializeChecked': stakeAccount,
  'stake.authorize': authorize,
  'stake.authorizeWithSeed': authorize,
  'stake.authorizeChecked': authorize,
};

/** What an instruction does, as a sentence without its end. */
export const sentenceOf = (reading: InstructionReading, scene: Scene): SentencePart[] =>
  SENTENCES[reading.id]?.(reading, scene) ?? say(reading.title);
